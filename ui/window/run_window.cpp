// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/run_window.h"

#include "experiments/experiments_dialog.h"
#include "experiments/sweep_dialog.h"
#include "language.h"
#include "window/main_window.h"
#include "window/theme_choice.h"

#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>
#include <QtGui/QImage>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace resched::ui {
namespace {

// Long enough for the slowest bundled recording; a picture of a window that never settles is none.
constexpr int kShotTries = 1200;
constexpr int kShotInterval = 100;  // ms

// A palette of the commonest colours, of different ones first, keeps the picture small; a window
// has few but for the smooth edges of its letters, which take the nearest.
QImage smaller(const QImage& picture)
{
    constexpr std::size_t kColours = 256;
    constexpr QRgb kHueBits = 0x00e0e0e0;
    std::unordered_map<QRgb, int> counts;
    const QImage plain = picture.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < plain.height(); ++y) {
        for (int x = 0; x < plain.width(); ++x) ++counts[plain.pixel(x, y)];
    }
    std::vector<std::pair<int, QRgb>> common;
    for (const auto& [colour, count] : counts) common.emplace_back(count, colour);
    std::sort(common.rbegin(), common.rend());
    QList<QRgb> table;
    std::set<QRgb> hues;
    const auto take = [&](std::size_t most, bool isNew) {
        for (const auto& [count, colour] : common) {
            if (static_cast<std::size_t>(table.size()) >= most) return;
            const QRgb hue = colour & kHueBits;
            if (isNew ? hues.insert(hue).second : !table.contains(colour)) table << colour;
        }
    };
    take(kColours / 2, true);
    take(kColours, false);
    return plain.convertToFormat(QImage::Format_Indexed8, table,
                                 Qt::ThresholdDither | Qt::AvoidDither);
}

// A page beside the window, or the window itself.
struct Subject
{
    QWidget* widget;
    std::function<bool()> isSettled;
    std::function<void()> prepare;
};

// Waits until nothing moves any more, then writes the picture and leaves.
class Photographer final : public QObject
{
public:
    Photographer(Subject subject, std::filesystem::path file)
        : QObject(subject.widget), subject_(std::move(subject)), file_(std::move(file))
    {
        connect(&timer_, &QTimer::timeout, this, &Photographer::look);
        timer_.start(kShotInterval);
    }

private:
    void look()
    {
        settled_ = subject_.isSettled() ? settled_ + 1 : 0;
        if (settled_ == 3) subject_.prepare();
        if (settled_ < 8 && ++tries_ < kShotTries) return;
        timer_.stop();
        const QImage picture = smaller(subject_.widget->grab().toImage());
        const bool written =
            settled_ > 0 && picture.save(QString::fromStdString(file_.string()), "PNG", 0);
        if (!written) std::fputs("resched: the picture could not be written\n", stderr);
        QCoreApplication::exit(written ? 0 : 1);
    }

    Subject subject_;
    std::filesystem::path file_;
    QTimer timer_;
    int settled_ = 0;
    int tries_ = 0;
};

Subject experimentsPage(MainWindow& window, const std::string& id, bool asPlot)
{
    window.showExperiments();
    auto* page = window.findChild<ExperimentsDialog*>();
    page->choose(id);
    page->run();
    if (asPlot) page->showPlot();
    return {page, [page] { return !page->isRunning(); }, [] {}};
}

Subject sweepPage(MainWindow& window, const std::string& id)
{
    if (!id.empty()) {
        window.showExperiments();
        auto* experiments = window.findChild<ExperimentsDialog*>();
        experiments->choose(id);
        experiments->requestSweep();
        window.findChild<SweepDialog*>()->run();
    }
    SweepDialog* page = &window.showSweep();
    return {page, [page] { return !page->isRunning(); }, [] {}};
}

Subject subjectOf(MainWindow& window, const WindowRequest& request)
{
    const std::size_t slash = std::min(request.page.find('/'), request.page.size());
    const std::string page = request.page.substr(0, slash);
    const std::string id = slash < request.page.size() ? request.page.substr(slash + 1) : "";
    if (page == "experiments" || page == "experiment-plot") {
        return experimentsPage(window, id, page == "experiment-plot");
    }
    if (page == "sweep") return sweepPage(window, id);
    if (page == "experiment-run") {
        window.showExperiments();
        auto* experiments = window.findChild<ExperimentsDialog*>();
        experiments->choose(id);
        experiments->requestRun(RunRole::Baseline);
    }
    return {&window, [&window] { return window.isSettled(); }, [&window] { window.prepareShot(); }};
}

QString settingsFile(const QTemporaryDir& temporary, bool isShot)
{
    // A picture shows the window as it is at first and leaves no trace in the user's settings.
    if (isShot) return temporary.filePath(QStringLiteral("settings.ini"));
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) +
           QStringLiteral("/resched.ini");
}

}  // namespace

int runWindow(int& argc, char** argv, const WindowRequest& request)
{
    QApplication application(argc, argv);
    speakUsersLanguage(application);
    QCoreApplication::setApplicationName(QStringLiteral("resched"));
    QGuiApplication::setApplicationDisplayName({});
    const QTemporaryDir temporary;
    Settings settings(settingsFile(temporary, request.shot.has_value()));
    const ThemeChoice themes;
    const QString theme =
        request.theme.empty() ? settings.theme() : QString::fromStdString(request.theme);
    if (!theme.isEmpty()) themes.apply(theme);
    MainWindow window(coreEngine(), settings, request.sample);
    QObject::connect(&window, &MainWindow::themeChosen, &window,
                     [&themes](const QString& name) { themes.apply(name); });
    window.show();
    window.open(request.files);
    const Subject subject = subjectOf(window, request);
    if (request.width > 0 && request.height > 0) {
        subject.widget->resize(request.width, request.height);
    }
    if (request.shot) new Photographer(subject, *request.shot);
    return QApplication::exec();
}

}  // namespace resched::ui
