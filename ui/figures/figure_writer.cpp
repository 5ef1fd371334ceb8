// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/csv.h"
#include "figures/caption.h"
#include "figures/figure.h"
#include "figures/pdf_page.h"
#include "plots/canvas.h"

#include <QtCore/QBuffer>
#include <QtCore/QSaveFile>
#include <QtGui/QImage>
#include <QtSvg/QSvgGenerator>

#include <cctype>
#include <cmath>
#include <utility>

namespace resched::ui {

namespace {

constexpr double kScreenDpi = 96;
// Larger images are refused by decoders and by QImage.
constexpr double kMostPixels = 400e6;

std::string textOf(const QByteArray& bytes)
{
    return bytes.toStdString();
}

std::string extensionOf(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension;
}

Error notWritten(const std::filesystem::path& path, const QString& why)
{
    return {.code = ErrorCode::WriteFailed, .what = why.toStdString(), .path = path.string()};
}

}  // namespace

Result<void> checkFigurePath(const std::filesystem::path& path)
{
    const std::string extension = extensionOf(path);
    if (extension == ".png" || extension == ".svg" || extension == ".pdf" || extension == ".csv") {
        return {};
    }
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = extension.empty() ? "the name has no extension"
                                           : "the extension \"" + extension + "\" is not known",
                 .path = path.string(),
                 .expected = ".png, .svg, .pdf, or .csv for the data"};
}

std::string figureSvg(const Figure& figure)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(kScreenDpi));
    generator.setSize(figure.size());
    generator.setViewBox(QRect(QPoint(), figure.size()));
    generator.setTitle(figure.title());
    generator.setDescription(figure.caption().join(u'\n'));
    Canvas canvas(&generator, Canvas::Kind::Vector);
    figure.paint(canvas);
    canvas.end();
    return textOf(bytes);
}

std::string figurePng(const Figure& figure, double scale)
{
    const double pixels = figure.size().width() * scale * figure.size().height() * scale;
    const double kept = pixels > kMostPixels ? scale * std::sqrt(kMostPixels / pixels) : scale;
    QImage image((QSizeF(figure.size()) * kept).toSize(), QImage::Format_RGB32);
    const int dotsPerMeter = static_cast<int>(std::lround(kScreenDpi * kept / 0.0254));
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    image.fill(Qt::white);
    Canvas canvas(&image, Canvas::Kind::Raster, kept);
    figure.paint(canvas);
    canvas.end();
    // Keywords of the PNG specification.
    const std::pair<const char*, QString> texts[] = {{"Title", figure.title()},
                                                     {"Description", figure.caption().join(u'\n')},
                                                     {"Software", programVersion()}};
    for (const auto& [keyword, text] : texts) image.setText(QString::fromLatin1(keyword), text);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return textOf(bytes);
}

std::string figurePdf(const Figure& figure)
{
    PdfDocument document(figure.title(), figure.size());
    figure.paint(document.canvas());
    return document.finish();
}

Result<void> writeFigure(const Figure& figure, const std::filesystem::path& path)
{
    if (const Result<void> known = checkFigurePath(path); !known) return known.error();
    const std::string extension = extensionOf(path);
    const std::string bytes = extension == ".svg"   ? figureSvg(figure)
                              : extension == ".png" ? figurePng(figure)
                              : extension == ".pdf" ? figurePdf(figure)
                                                    : toCsv(figure.data());
    QSaveFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly)) return notWritten(path, file.errorString());
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (!file.commit()) return notWritten(path, file.errorString());
    return {};
}

}  // namespace resched::ui
