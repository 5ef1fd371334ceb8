// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"

#include "export/csv.h"
#include "figures/caption.h"
#include "figures/digest.h"
#include "plots/latency_plot.h"
#include "plots/strip_plot.h"
#include "support/schedule.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtCore/QXmlStreamReader>
#include <QtGui/QImage>
#include <QtTest/QtTest>

#include <random>
#include <set>
#include <sstream>

using namespace resched;
using namespace resched::ui;

namespace {

// Three tasks take turns on two CPUs, seeded; with vruntime samples as a 6.1 kernel emits them.
Trace turns(unsigned seed, int switches, bool withVruntime = true)
{
    std::mt19937 random(seed);
    TraceBuilder builder;
    builder.info().path = "/tmp/recordings/turns";
    builder.info().format = "lttng-ctf";
    builder.info().kernelRelease = "6.1.0-test";
    builder.info().digest = "sha256:0123456789abcdef";
    for (int cpu = 0; cpu < 2; ++cpu) {
        EventStream& stream = builder.addStream(cpu);
        const int first = 101 + cpu * 10;
        std::int64_t time = 1'000'000;
        std::int64_t vruntime = 0;
        int running = first;
        for (int i = 0; i < switches; ++i) {
            const int next = first + (running - first + 1) % 3;
            const std::int64_t ran = 100'000 + static_cast<std::int64_t>(random() % 3'000'000);
            time += ran;
            vruntime += ran / 3;
            if (withVruntime) {
                stream.push(makeValue(EventKind::StatRuntime, timestamp(time), CpuId{cpu},
                                      Tid{running}, ran, vruntime + ran));
            }
            const bool sleeps = random() % 3 == 0;
            stream.push(
                makeSwitch({.time = timestamp(time),
                            .cpu = CpuId{cpu},
                            .prev = Tid{running},
                            .next = Tid{next},
                            .prevState = sleeps ? TaskState::Interruptible : TaskState::Running,
                            .prevName = stream.intern("task" + std::to_string(running)),
                            .nextName = stream.intern("task" + std::to_string(next))}));
            if (sleeps) {
                stream.push(makeWake({.time = timestamp(time + 50'000),
                                      .cpu = CpuId{cpu},
                                      .tid = Tid{running},
                                      .name = stream.intern("task" + std::to_string(running)),
                                      .targetCpu = CpuId{cpu}}));
            }
            running = next;
        }
    }
    NoProgress progress;
    return std::move(builder.finish(progress)).value();
}

NamedRun recorded(int switches = 60)
{
    return {QStringLiteral("recorded"), std::make_shared<const Trace>(turns(1, switches))};
}

NamedRun other()
{
    return {QStringLiteral("other"), std::make_shared<const Trace>(turns(2, 60))};
}

Result<Figure> make(FigureOptions options, bool compared = true)
{
    NoProgress progress;
    return Figure::make(compared ? std::optional(recorded()) : std::nullopt, other(), options,
                        progress);
}

int differentColors(const std::string& png)
{
    const QImage image = QImage::fromData(QByteArray::fromStdString(png));
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
    }
    return static_cast<int>(colors.size());
}

}  // namespace

Q_DECLARE_METATYPE(resched::ui::FigureView)

class FigureTest : public QObject
{
    Q_OBJECT

    void addViews()
    {
        QTest::addColumn<FigureView>("view");
        for (const FigureView view :
             {FigureView::Timeline, FigureView::Spread, FigureView::Histogram, FigureView::Depth}) {
            QTest::newRow(std::string(figureViewName(view)).c_str()) << view;
        }
    }

    // Where the pictures go for a person to look at, when asked.
    void keep(const std::string& bytes, const QString& name)
    {
        const QString folder = qEnvironmentVariable("RESCHED_KEEP_FIGURES");
        if (folder.isEmpty()) return;
        QFile file(folder + u'/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }

private slots:
    void aRepeatedFigureHasTheSameBytes_data() { addViews(); }
    void aRepeatedFigureHasTheSameBytes()
    {
        QFETCH(FigureView, view);
        const Result<Figure> first = make({.view = view});
        const Result<Figure> second = make({.view = view});
        QVERIFY(first && second);
        QVERIFY(figureSvg(*first) == figureSvg(*second));
        QVERIFY(figurePdf(*first) == figurePdf(*second));
        QTest::qWait(0);
        QVERIFY(figurePng(*first) == figurePng(*second));
        QVERIFY(figurePng(*first) == figurePng(*first));
    }

    void noPictureIsEmpty_data() { addViews(); }
    void noPictureIsEmpty()
    {
        QFETCH(FigureView, view);
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            const Result<Figure> figure = make({.view = view, .theme = theme});
            QVERIFY(figure.has_value());
            const std::string png = figurePng(*figure);
            QVERIFY(differentColors(png) > 8);
            const QString name = QString::fromUtf8(QTest::currentDataTag()) +
                                 (theme == ThemeKind::Dark ? QStringLiteral("-dark") : QString());
            keep(png, name + QStringLiteral(".png"));
            keep(figureSvg(*figure), name + QStringLiteral(".svg"));
            keep(figurePdf(*figure), name + QStringLiteral(".pdf"));
        }
    }

    void svgIsValidXmlWithTextAsText_data() { addViews(); }
    void svgIsValidXmlWithTextAsText()
    {
        QFETCH(FigureView, view);
        const Result<Figure> figure = make({.view = view});
        QVERIFY(figure.has_value());
        QXmlStreamReader reader(QByteArray::fromStdString(figureSvg(*figure)));
        QString text;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::StartElement &&
                reader.name() == QStringLiteral("text")) {
                text += reader.readElementText() + u'\n';
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(text.contains(figure->title()));
        QVERIFY(text.contains(QStringLiteral("sha256:0123456789abcdef")));
    }

    void pdfHasOnePage()
    {
        const Result<Figure> figure = make({.view = FigureView::Histogram});
        QVERIFY(figure.has_value());
        const QByteArray pdf = QByteArray::fromStdString(figurePdf(*figure));
        QVERIFY(pdf.startsWith("%PDF-"));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }

    void theCaptionSaysHowToMakeItAgain()
    {
        const Result<Figure> figure = make({.view = FigureView::Histogram});
        QVERIFY(figure.has_value());
        const QString caption = figure->caption().join(u'\n');
        for (const char* part : {"run-delay from sched_waking", "n = ", "spurious", "censored",
                                 "turns", "sha256:0123456789abcdef", "LTTng", "Linux 6.1.0-test",
                                 "2 CPU", "events lost: 0", "Resched 0."}) {
            QVERIFY2(caption.contains(QString::fromUtf8(part)), part);
        }
    }

    void theDataAreThoseOfTheBars()
    {
        const Result<Figure> figure = make({.view = FigureView::Histogram});
        QVERIFY(figure.has_value());
        const auto& plot = dynamic_cast<const LatencyPlot&>(figure->plot());
        const LatencyData expected = latencyData(*other().trace, {});
        const std::vector<BinCount> counts = countBins(expected, plot.bins());
        std::istringstream csv(toCsv(figure->data()));
        std::string line;
        std::getline(csv, line);
        QCOMPARE(line, std::string("run,from_ns,below_ns,wakeup_waits,preemption_waits\r"));
        std::size_t bin = 0;
        while (std::getline(csv, line)) {
            if (!line.starts_with("other,")) continue;
            const std::string row = "other," + std::to_string(plot.bins().edges[bin].count()) +
                                    "," + std::to_string(plot.bins().edges[bin + 1].count()) + "," +
                                    std::to_string(counts[bin].wakeups) + "," +
                                    std::to_string(counts[bin].preemptions) + "\r";
            QCOMPARE(line, row);
            ++bin;
        }
        QCOMPARE(bin, plot.bins().count());
    }

    void theDepthDataAreTheStepsOfTheTrace()
    {
        const Result<Figure> figure = make({.view = FigureView::Depth}, false);
        QVERIFY(figure.has_value());
        const StepSeries expected = runQueueDepth(*other().trace, CpuId{1});
        std::vector<StepPoint> found;
        for (const auto& row : figure->data().rows) {
            if (std::get<std::string>(row[0]) != "CPU 1") continue;
            const auto* value = std::get_if<std::int64_t>(&row[4]);
            found.push_back({timestamp(std::get<std::int64_t>(row[2])),
                             value != nullptr ? std::optional(*value) : std::nullopt});
        }
        QVERIFY(found == expected);
    }

    void anEmptyPictureIsRefusedWithItsReason()
    {
        const Result<Figure> outside =
            make({.range = {timestamp(INT64_MAX - 10), timestamp(INT64_MAX)}});
        QVERIFY(!outside);
        QVERIFY(outside.error().code == ErrorCode::InvalidArgument);
        NoProgress progress;
        const NamedRun plain{QStringLiteral("plain"),
                             std::make_shared<const Trace>(turns(1, 20, false))};
        const Result<Figure> spread =
            Figure::make({}, plain, {.view = FigureView::Spread}, progress);
        QVERIFY(!spread);
        QVERIFY(describe(spread.error()).find("vruntime") != std::string::npos);
        const NamedRun quiet{
            QStringLiteral("quiet"),
            std::make_shared<const Trace>(test::traceOf("SW 0 c0 I:0[R]>A\nEND 10\n"))};
        QVERIFY(!Figure::make({}, quiet, {.view = FigureView::Histogram}, progress));
        QVERIFY(Figure::make({}, quiet, {.view = FigureView::Depth}, progress).has_value());
    }

    void unknownExtensionsAreRefused()
    {
        QVERIFY(!checkFigurePath("figure.bmp"));
        QVERIFY(!checkFigurePath("figure"));
        QVERIFY(checkFigurePath("figure.SVG").has_value());
        QVERIFY(describe(checkFigurePath("a.bmp").error()).find(".pdf") != std::string::npos);
    }

    void aVeryWideFigureIsDrawn()
    {
        const Result<Figure> figure = make({.view = FigureView::Depth, .width = 10'000});
        QVERIFY(figure.has_value());
        QCOMPARE(figure->size().width(), 10'000);
        QVERIFY(differentColors(figurePng(*figure, 1.0)) > 8);
    }

    void filesAreWrittenWholeOrNotAtAll()
    {
        const QTemporaryDir folder;
        const Result<Figure> figure = make({.view = FigureView::Depth});
        QVERIFY(figure.has_value());
        const std::filesystem::path path(folder.filePath(QStringLiteral("a.svg")).toStdString());
        QVERIFY(writeFigure(*figure, path).has_value());
        QCOMPARE(std::filesystem::file_size(path), figureSvg(*figure).size());
        const Result<void> failed = writeFigure(*figure, "/no/such/folder/a.png");
        QVERIFY(!failed);
        QVERIFY(failed.error().code == ErrorCode::WriteFailed);
    }

    void theDigestIsThatOfTheBytes()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("abc");
        file.close();
        NoProgress progress;
        QCOMPARE(*digestOf(file.fileName().toStdString(), progress),
                 std::string("sha256:"
                             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QVERIFY(digestOf(folder.path().toStdString(), progress).has_value());
        QVERIFY(!digestOf("/no/such/file", progress));
    }

    void genericFolderNamesAreShownWithTheirParent()
    {
        QCOMPARE(shownPath("/a/lttng/kernel/"), QStringLiteral("lttng/kernel"));
        QCOMPARE(shownPath("/a/b/trace.dat"), QStringLiteral("trace.dat"));
    }
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
