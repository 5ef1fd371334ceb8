// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "color_vision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace resched::test {

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

constexpr Matrix kProtanopia = {{{0.152286, 1.052583, -0.204868},
                                 {0.114503, 0.786281, 0.099216},
                                 {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia = {{{0.367322, 0.860646, -0.227968},
                                   {0.280085, 0.672501, 0.047413},
                                   {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritanopia = {{{1.255528, -0.076749, -0.178779},
                                 {-0.078411, 0.930809, 0.147602},
                                 {0.004733, 0.691367, 0.303900}}};
// Linear sRGB to XYZ relative to the D65 white.
constexpr Matrix kToXyz = {{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}};
constexpr Vector kWhite = {0.95047, 1.0, 1.08883};

Vector times(const Matrix& matrix, const Vector& v)
{
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
    }
    return result;
}

double toLinear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double fromLinear(double c)
{
    const double kept = std::clamp(c, 0.0, 1.0);
    return kept <= 0.0031308 ? kept * 12.92 : 1.055 * std::pow(kept, 1 / 2.4) - 0.055;
}

Vector linearOf(const QColor& color)
{
    return {toLinear(color.redF()), toLinear(color.greenF()), toLinear(color.blueF())};
}

Vector labOf(const QColor& color)
{
    Vector f = times(kToXyz, linearOf(color));
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = f[i] / kWhite[i];
        f[i] = t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180;
}

double hueOf(double a, double b)
{
    if (a == 0 && b == 0) return 0;
    const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
    return degrees < 0 ? degrees + 360 : degrees;
}

double seventhPower(double c)
{
    return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)));
}

}  // namespace

QColor seenBy(Vision vision, const QColor& color)
{
    if (vision == Vision::Normal) return color;
    const Matrix& matrix = vision == Vision::Protanopia     ? kProtanopia
                           : vision == Vision::Deuteranopia ? kDeuteranopia
                                                            : kTritanopia;
    const Vector seen = times(matrix, linearOf(color));
    return QColor::fromRgbF(static_cast<float>(fromLinear(seen[0])),
                            static_cast<float>(fromLinear(seen[1])),
                            static_cast<float>(fromLinear(seen[2])));
}

double ciede2000(const QColor& first, const QColor& second)
{
    const Vector p = labOf(first);
    const Vector q = labOf(second);
    const double meanC = (std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2;
    const double g = 0.5 * (1 - seventhPower(meanC));
    const double a1 = (1 + g) * p[1];
    const double a2 = (1 + g) * q[1];
    const double c1 = std::hypot(a1, p[2]);
    const double c2 = std::hypot(a2, q[2]);
    const double h1 = hueOf(a1, p[2]);
    const double h2 = hueOf(a2, q[2]);
    const bool isGrey = c1 * c2 == 0;

    double dh = isGrey ? 0 : h2 - h1;
    if (dh > 180) dh -= 360;
    if (dh < -180) dh += 360;
    const double dL = q[0] - p[0];
    const double dC = c2 - c1;
    const double dH = 2 * std::sqrt(c1 * c2) * std::sin(radians(dh / 2));

    const double meanL = (p[0] + q[0]) / 2;
    const double meanC2 = (c1 + c2) / 2;
    double meanH = h1 + h2;
    if (!isGrey) {
        if (std::abs(h1 - h2) <= 180) {
            meanH /= 2;
        } else {
            meanH = (meanH + (meanH < 360 ? 360 : -360)) / 2;
        }
    }
    const double t = 1 - 0.17 * std::cos(radians(meanH - 30)) +
                     0.24 * std::cos(radians(2 * meanH)) + 0.32 * std::cos(radians(3 * meanH + 6)) -
                     0.20 * std::cos(radians(4 * meanH - 63));
    const double square = (meanL - 50) * (meanL - 50);
    const double sL = 1 + 0.015 * square / std::sqrt(20 + square);
    const double sC = 1 + 0.045 * meanC2;
    const double sH = 1 + 0.015 * meanC2 * t;
    const double turn = 30 * std::exp(-std::pow((meanH - 275) / 25, 2));
    const double rT = -std::sin(radians(2 * turn)) * 2 * seventhPower(meanC2);
    return std::sqrt(std::pow(dL / sL, 2) + std::pow(dC / sC, 2) + std::pow(dH / sH, 2) +
                     rT * (dC / sC) * (dH / sH));
}

}  // namespace resched::test
