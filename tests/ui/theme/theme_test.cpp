// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include "color_vision.h"
#include "format.h"

#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtTest/QtTest>

#include <vector>

using namespace resched;
using namespace resched::ui;
using resched::test::ciede2000;
using resched::test::seenBy;
using resched::test::Vision;

namespace {

// About five just-noticeable differences: told apart at a glance.
constexpr double kClearDistance = 12.0;
constexpr double kReadable = 4.5;

constexpr Vision kVisions[] = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                               Vision::Tritanopia};
constexpr ThemeKind kThemes[] = {ThemeKind::Light, ThemeKind::Dark};

std::vector<Look> drawnLooks()
{
    std::vector<Look> looks;
    for (int i = 0; i < static_cast<int>(Look::Count); ++i) {
        const Look look = static_cast<Look>(i);
        if (look != Look::Absent) looks.push_back(look);
    }
    return looks;
}

QImage hatched(Hatch hatch)
{
    QImage image(40, 20, QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintHatch(painter, QRectF(5, 5, 30, 10), hatch, Qt::black);
    return image;
}

}  // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void ciede2000KnowsPublishedPairs()
    {
        // Grey steps: the a and b parts vanish, so the distance is the lightness part alone.
        QVERIFY(qAbs(ciede2000(Qt::black, Qt::white) - 100.0) < 0.01);
        QCOMPARE(ciede2000(Qt::red, Qt::red), 0.0);
        QVERIFY(qAbs(ciede2000(QColor(0, 0, 255), QColor(0, 255, 0)) - 83.19) < 0.05);
        QVERIFY(qAbs(ciede2000(QColor(255, 0, 0), QColor(0, 255, 0)) - 86.61) < 0.05);
    }

    void everyTwoStatesDifferForEveryEye()
    {
        const std::vector<Look> looks = drawnLooks();
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            for (std::size_t i = 0; i < looks.size(); ++i) {
                for (std::size_t j = i + 1; j < looks.size(); ++j) {
                    for (const bool selected : {false, true}) {
                        const StateStyle a = theme.state(looks[i], selected);
                        const StateStyle b = theme.state(looks[j], selected);
                        if (a.hatch != b.hatch) continue;
                        for (const Vision vision : kVisions) {
                            const double distance =
                                ciede2000(seenBy(vision, a.fill), seenBy(vision, b.fill));
                            QVERIFY2(distance >= kClearDistance,
                                     qPrintable(QStringLiteral("%1 / %2: %3, vision %4, theme %5")
                                                    .arg(stateText(looks[i]), stateText(looks[j]))
                                                    .arg(distance)
                                                    .arg(static_cast<int>(vision))
                                                    .arg(static_cast<int>(kind))));
                        }
                    }
                }
            }
        }
    }

    void wokenAndPreemptedDifferInHueAndInHatch()
    {
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            const StateStyle woken = theme.state(Look::Woken);
            const StateStyle preempted = theme.state(Look::Preempted);
            QVERIFY(woken.hatch != preempted.hatch);
            QVERIFY(woken.hatch != Hatch::None);
            QVERIFY(preempted.hatch != Hatch::None);
            for (const Vision vision : kVisions) {
                QVERIFY(ciede2000(seenBy(vision, woken.fill), seenBy(vision, preempted.fill)) >=
                        kClearDistance);
            }
        }
    }

    void aSelectedStateIsNeverTakenForAnotherOne()
    {
        const std::vector<Look> looks = drawnLooks();
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            for (const Look selected : looks) {
                for (const Look other : looks) {
                    const StateStyle a = theme.state(selected, true);
                    const StateStyle b = theme.state(other);
                    if (selected == other || a.hatch != b.hatch) continue;
                    for (const Vision vision : kVisions) {
                        QVERIFY2(ciede2000(seenBy(vision, a.fill), seenBy(vision, b.fill)) >= 8.0,
                                 qPrintable(stateText(selected) + u'/' + stateText(other)));
                    }
                }
            }
        }
    }

    void textIsReadableOnWhatIsBehindIt()
    {
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            for (const ColorId text : {ColorId::Text, ColorId::SecondaryText, ColorId::Warning,
                                       ColorId::Accent, ColorId::Axis, ColorId::Marker}) {
                for (const ColorId behind :
                     {ColorId::Window, ColorId::Base, ColorId::AlternateBase}) {
                    QVERIFY2(contrast(theme.color(text), theme.color(behind)) >= kReadable,
                             qPrintable(QStringLiteral("%1 on %2, theme %3")
                                            .arg(static_cast<int>(text))
                                            .arg(static_cast<int>(behind))
                                            .arg(static_cast<int>(kind))));
                }
            }
            QVERIFY(contrast(theme.color(ColorId::SelectedText),
                             theme.color(ColorId::SelectedBase)) >= kReadable);
            const QPalette palette = theme.palette();
            QVERIFY(contrast(palette.color(QPalette::ButtonText),
                             palette.color(QPalette::Button)) >= kReadable);
            for (const Look look : drawnLooks()) {
                const StateStyle style = theme.state(look);
                QVERIFY(contrast(style.ink, style.fill) >= kReadable);
            }
            for (const char* name : {"sh", "cc1", "make", "wakelat", "kworker/0:1", ""}) {
                const QColor fill = theme.taskColor(name);
                QVERIFY(contrast(textColorOn(fill), fill) >= kReadable);
            }
        }
    }

    void curvesStandOutFromThePlotAndFromEachOther()
    {
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            for (std::size_t i = 0; i < Theme::curveColorCount(); ++i) {
                QVERIFY(contrast(theme.curveColor(i), theme.color(ColorId::Base)) >= 3.0);
                for (std::size_t j = i + 1; j < Theme::curveColorCount(); ++j) {
                    QVERIFY2(ciede2000(theme.curveColor(i), theme.curveColor(j)) >= kClearDistance,
                             qPrintable(QStringLiteral("curves %1 and %2, theme %3")
                                            .arg(i)
                                            .arg(j)
                                            .arg(static_cast<int>(kind))));
                }
            }
        }
    }

    void currentAndBaselineDifferForEveryEye()
    {
        for (const ThemeKind kind : kThemes) {
            const Theme theme = Theme::of(kind);
            for (const Vision vision : kVisions) {
                QVERIFY(ciede2000(seenBy(vision, theme.color(ColorId::Current)),
                                  seenBy(vision, theme.color(ColorId::Baseline))) >= 20.0);
            }
        }
    }

    void aTaskKeepsItsColorAndNeighboursDiffer()
    {
        const Theme theme = Theme::of(ThemeKind::Light);
        QCOMPARE(theme.taskColor("cc1"), Theme::of(ThemeKind::Light).taskColor("cc1"));
        QVERIFY(theme.taskColor("cc1") != theme.taskColor("make"));
    }

    void theThemeFollowsThePalette()
    {
        QCOMPARE(Theme::forPalette(Theme::of(ThemeKind::Dark).palette()).kind(), ThemeKind::Dark);
        QCOMPARE(Theme::forPalette(Theme::of(ThemeKind::Light).palette()).kind(), ThemeKind::Light);
    }

    void hatchLinesStayInsideTheirRectangleAndDiffer()
    {
        const Hatch hatches[] = {Hatch::Forward, Hatch::Backward,   Hatch::Cross,
                                 Hatch::Dots,    Hatch::Horizontal, Hatch::Vertical};
        std::vector<QImage> images;
        for (const Hatch hatch : hatches) {
            const QImage image = hatched(hatch);
            int inked = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const bool isInked = image.pixelColor(x, y) != QColor(Qt::white);
                    inked += isInked ? 1 : 0;
                    if (isInked) QVERIFY(QRect(4, 4, 32, 12).contains(x, y));
                }
            }
            QVERIFY(inked > 5);
            for (const QImage& other : images) QVERIFY(image != other);
            images.push_back(image);
        }
        paintHatch(*std::make_unique<QPainter>(&images[0]), QRectF(), Hatch::Cross, Qt::black);
    }

    void everySegmentHasItsLook()
    {
        QCOMPARE(lookOf(SegmentState::Blocked, TaskState::Uninterruptible), Look::Uninterruptible);
        QCOMPARE(lookOf(SegmentState::Blocked, TaskState::IdleKernel), Look::Sleeping);
        QCOMPARE(lookOf(SegmentState::Dead, TaskState::Unknown), Look::Absent);
        QCOMPARE(lookOf(SegmentState::Woken, TaskState::Unknown), Look::Woken);
        QCOMPARE(lookOf(GapKind::Lost), Look::Lost);
        QCOMPARE(lookOf(GapKind::NotRecorded), Look::Unknown);
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
