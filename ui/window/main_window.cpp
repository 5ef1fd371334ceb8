// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "dialogs/command_palette.h"
#include "dialogs/export_dialog.h"
#include "dialogs/shortcut_sheet.h"
#include "experiment/sweep_choices.h"
#include "experiments/experiments_dialog.h"
#include "experiments/sweep_dialog.h"
#include "experiments/sweep_file.h"
#include "format.h"
#include "panels/compare_panel.h"
#include "panels/details_panel.h"
#include "panels/diagnostics_panel.h"
#include "panels/latency_panel.h"
#include "panels/runs_panel.h"
#include "panels/statistics_panel.h"
#include "panels/strip_panel.h"
#include "panels/tasks_panel.h"
#include "session/run_title.h"
#include "timeline/view_math.h"
#include "window/action_table.h"
#include "window/message_bar.h"
#include "window/start_page.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtGui/QActionGroup>
#include <QtGui/QCloseEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStatusBar>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kLayoutVersion = 1;
constexpr int kMessageTime = 5000;  // ms
// Recordings up to this size are re-run as soon as they are open.
constexpr std::uint64_t kEventsToRerun = 2'000'000;

std::filesystem::path toPath(const QString& text)
{
    return std::filesystem::path(text.toStdString());
}

QString fromPath(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

}  // namespace

MainWindow::MainWindow(Engine engine, Settings& settings, std::filesystem::path sample,
                       QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      sample_(std::move(sample)),
      session_(std::move(engine))
{
    setWindowTitle(tr("Resched"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    buildCentre();
    buildDocks();
    buildMenus();
    buildStatusBar();
    connectSession();
    restoreLayout();
    updateActions();
}

// The session's signals must not reach panels that are half gone.
MainWindow::~MainWindow()
{
    session_.disconnect();
    session_.undoStack().disconnect();
    session_.openJob().disconnect();
    session_.runJob().disconnect();
}

void MainWindow::buildCentre()
{
    auto* middle = new QWidget(this);
    message_ = new MessageBar(middle);
    centre_ = new QStackedWidget(middle);
    start_ = new StartPage(settings_.recentFiles(), !sample_.empty(), centre_);
    timeline_ = new TimelineView(session_, centre_);
    timeline_->setColourBy(static_cast<ColourBy>(settings_.colourBy()));
    timeline_->setRulerMode(static_cast<RulerMode>(settings_.rulerMode()));
    centre_->addWidget(start_);
    centre_->addWidget(timeline_);
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(message_);
    layout->addWidget(centre_, 1);
    setCentralWidget(middle);
    connect(start_, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(start_, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(start_, &StartPage::fileRequested, this,
            [this](const QString& path) { open({toPath(path)}); });
    connect(timeline_, &TimelineView::laneMenuRequested, this, &MainWindow::showLaneMenu);
}

QDockWidget* MainWindow::addDock(const char* id, const QString& title, QWidget* panel,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QLatin1String(id));
    dock->setWidget(panel);
    addDockWidget(area, dock);
    docks_.push_back(dock);
    return dock;
}

void MainWindow::buildDocks()
{
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    tasks_ = new TasksPanel(session_, this);
    tuning_ = new TuningPanel(session_, this);
    details_ = new DetailsPanel(session_, this);
    latency_ = new LatencyPanel(session_, this);
    vruntime_ = new StripPanel(session_, spreadStrips,
                               tr("Neither run holds vruntime samples: recordings need "
                                  "sched_stat_runtime, replays keep their own."),
                               this);
    depth_ = new StripPanel(session_, depthStrips, tr("Nothing is open."), this);
    statistics_ = new StatisticsPanel(session_, this);
    auto* diagnostics = new DiagnosticsPanel(session_, this);

    auto* tasks = addDock("tasks", tr("Tasks"), tasks_, Qt::LeftDockWidgetArea);
    auto* runs = addDock("runs", tr("Runs"), new RunsPanel(session_, this), Qt::LeftDockWidgetArea);
    auto* tuning = addDock("tuning", tr("Tuning"), tuning_, Qt::RightDockWidgetArea);
    auto* details = addDock("details", tr("Details"), details_, Qt::RightDockWidgetArea);
    const auto area = Qt::BottomDockWidgetArea;
    auto* latency = addDock("latency", tr("Latency"), latency_, area);
    for (QDockWidget* dock :
         {addDock("vruntime", tr("Vruntime"), vruntime_, area),
          addDock("depth", tr("Run queue"), depth_, area),
          addDock("statistics", tr("Statistics"), statistics_, area),
          addDock("compare", tr("Compare"), new ComparePanel(session_, this), area),
          addDock("diagnostics", tr("Diagnostics"), diagnostics, area)}) {
        tabifyDockWidget(latency, dock);
    }
    // Their tabs say what they are.
    for (QDockWidget* dock : docks_) {
        if (dockWidgetArea(dock) == area) dock->setTitleBarWidget(new QWidget(dock));
    }
    latency->raise();
    splitDockWidget(tasks, runs, Qt::Vertical);
    splitDockWidget(tuning, details, Qt::Vertical);
    resizeDocks({tasks, tuning}, {250, 300}, Qt::Horizontal);
    resizeDocks({latency}, {260}, Qt::Vertical);
    resizeDocks({tasks, runs}, {420, 180}, Qt::Vertical);
    resizeDocks({tuning, details}, {420, 240}, Qt::Vertical);
    connect(tasks_, &TasksPanel::taskActivated, timeline_, &TimelineView::scrollToTask);
    connect(tasks_, &TasksPanel::cpuRequested, timeline_, &TimelineView::scrollToCpu);
    connect(details_, &DetailsPanel::hitActivated, timeline_, &TimelineView::goTo);
    connect(diagnostics, &DiagnosticsPanel::timeActivated, this, [this](Timestamp time) {
        const Nanoseconds half = session_.visibleRange().length() / 2;
        session_.setVisibleRange(fitted({time - half, time + half}, session_.fullRange()));
    });
}

void MainWindow::buildMenus()
{
    std::map<MenuId, QMenu*> menus;
    for (const MenuId id :
         {MenuId::File, MenuId::Edit, MenuId::View, MenuId::Navigate, MenuId::Run, MenuId::Help}) {
        menus[id] = menuBar()->addMenu(menuTitle(id));
    }
    for (const ActionRow& row : actionTable()) {
        auto* action = new QAction(actionText(row), this);
        action->setObjectName(QLatin1String(row.id));
        action->setShortcuts(actionShortcuts(row));
        action->setShortcutContext(row.scope == Scope::Window ? Qt::WindowShortcut
                                                              : Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, run = row.run] { run(*this); });
        if (row.scope == Scope::Timeline) timeline_->addAction(action);
        if (row.separatorBefore) menus[row.menu]->addSeparator();
        menus[row.menu]->addAction(action);
        actions_[row.id] = action;
    }
    recent_ = new QMenu(tr("Open &recent"), this);
    menus[MenuId::File]->insertMenu(actions_.at("export"), recent_);
    fillRecent();
    buildViewChoices(*menus[MenuId::View]);
}

void MainWindow::buildViewChoices(QMenu& menu)
{
    const auto choice = [this](QMenu* under, QActionGroup* group, const QString& text, bool on,
                               auto run) {
        QAction* action = under->addAction(text);
        action->setCheckable(true);
        action->setChecked(on);
        if (group) group->addAction(action);
        connect(action, &QAction::triggered, this, run);
    };
    menu.addSeparator();
    QMenu* ruler = menu.addMenu(tr("&Ruler"));
    auto* rulers = new QActionGroup(this);
    const auto rulerChoice = [&](const QString& text, RulerMode mode) {
        choice(ruler, rulers, text, timeline_->rulerMode() == mode, [this, mode] {
            timeline_->setRulerMode(mode);
            settings_.setRulerMode(static_cast<int>(mode));
        });
    };
    rulerChoice(tr("&Relative to the start"), RulerMode::Relative);
    rulerChoice(tr("Clock of the &trace (boot)"), RulerMode::Boot);
    rulerChoice(tr("&Wall clock (UTC)"), RulerMode::WallClock);
    QMenu* colour = menu.addMenu(tr("&Colour by"));
    auto* colours = new QActionGroup(this);
    const auto colourChoice = [&](const QString& text, ColourBy by) {
        choice(colour, colours, text, timeline_->colourBy() == by, [this, by] {
            timeline_->setColourBy(by);
            settings_.setColourBy(static_cast<int>(by));
        });
    };
    colourChoice(tr("&Task"), ColourBy::Task);
    colourChoice(tr("Thread &state"), ColourBy::State);
    QMenu* theme = menu.addMenu(tr("&Theme"));
    auto* themes = new QActionGroup(this);
    const auto themeChoice = [&](const QString& text, const QString& name) {
        choice(theme, themes, text, settings_.theme() == name, [this, name] {
            settings_.setTheme(name);
            emit themeChosen(name);
        });
    };
    themeChoice(tr("As the &desktop"), QString());
    themeChoice(tr("&Light"), QStringLiteral("light"));
    themeChoice(tr("&Dark"), QStringLiteral("dark"));
    choice(&menu, nullptr, tr("Task &lanes"), true,
           [this](bool on) { timeline_->setShowTasks(on); });
    choice(&menu, nullptr, tr("&Only tasks active in view"), true,
           [this](bool on) { timeline_->setOnlyActive(on); });
    choice(&menu, nullptr, tr("Queue &depth"), true,
           [this](bool on) { timeline_->setShowDepth(on); });
    menu.addSeparator();
    QMenu* panels = menu.addMenu(tr("&Panels"));
    for (QDockWidget* dock : docks_) panels->addAction(dock->toggleViewAction());
}

void MainWindow::buildStatusBar()
{
    reading_ = new QLabel(this);
    reading_->setTextFormat(Qt::PlainText);
    reading_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    opening_ = new QLabel(this);
    progress_ = new QProgressBar(this);
    progress_->setRange(0, 1000);
    progress_->setMaximumWidth(200);
    cancel_ = new QToolButton(this);
    cancel_->setText(tr("Cancel"));
    statusBar()->addWidget(reading_, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{opening_, progress_, cancel_}) {
        statusBar()->addPermanentWidget(widget);
        widget->hide();
    }
    connect(cancel_, &QToolButton::clicked, &session_.openJob(), &Job::cancel);
}

void MainWindow::connectSession()
{
    connect(&session_, &Session::traceOpened, this, &MainWindow::takeTrace);
    connect(&session_, &Session::failed, this, [this](const Error& error) {
        message_->show(MessageBar::Kind::Error, errorText(error));
    });
    connect(&session_, &Session::pointedChanged, this, &MainWindow::showPointed);
    connect(&session_.openJob(), &Job::started, this, &MainWindow::showOpening);
    connect(&session_.openJob(), &Job::finished, this, &MainWindow::showOpening);
    connect(&session_.openJob(), &Job::progressed, this,
            [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 1000)); });
    for (auto signal : {&Session::runsChanged, &Session::selectedTaskChanged,
                        &Session::viewHistoryChanged, &Session::markersChanged}) {
        connect(&session_, signal, this, &MainWindow::updateActions);
    }
    connect(&session_, &Session::selectedRangeChanged, this, &MainWindow::updateActions);
    connect(&session_.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::updateActions);
    connect(&session_.runJob(), &Job::started, this, &MainWindow::updateActions);
    connect(&session_.runJob(), &Job::finished, this, &MainWindow::updateActions);
}

QAction* MainWindow::action(std::string_view id) const
{
    const auto found = actions_.find(id);
    return found == actions_.end() ? nullptr : found->second;
}

void MainWindow::updateActions()
{
    const bool open = session_.baseline() != nullptr;
    for (const ActionRow& row : actionTable()) {
        const bool needsTrace =
            row.menu == MenuId::View || row.menu == MenuId::Navigate || row.menu == MenuId::Run;
        if (needsTrace) action(row.id)->setEnabled(open);
    }
    action("experiments")->setEnabled(true);
    action("sweep")->setEnabled(true);
    if (experiments_) experiments_->setCanCompare(open);
    QUndoStack& undo = session_.undoStack();
    action("undo")->setEnabled(undo.canUndo());
    action("undo")->setText(undo.canUndo() ? tr("&Undo: %1").arg(undo.undoText())
                                           : tr("&Undo tuning"));
    action("redo")->setEnabled(undo.canRedo());
    action("redo")->setText(undo.canRedo() ? tr("&Redo: %1").arg(undo.redoText())
                                           : tr("&Redo tuning"));
    action("view-back")->setEnabled(session_.viewHistory().canUndo());
    action("view-forward")->setEnabled(session_.viewHistory().canRedo());
    action("cancel-rerun")->setEnabled(session_.runJob().isRunning());
    action("open-sample")->setEnabled(!sample_.empty());
    action("export")->setEnabled(open);
    const bool task = session_.selectedTask().has_value();
    for (const auto* id : {"next-event", "previous-event", "pin", "hide"})
        action(id)->setEnabled(task);
    for (const auto* id : {"next-marker", "previous-marker"}) {
        action(id)->setEnabled(!session_.markers().empty());
    }
}

void MainWindow::open(const std::vector<std::filesystem::path>& paths)
{
    if (paths.empty()) return;
    if (std::all_of(paths.begin(), paths.end(), isSweepFile)) return showSweep().open(paths);
    opened_ = paths;
    message_->hide();
    session_.open(paths);
}

void MainWindow::takeTrace()
{
    const auto trace = session_.baseline();
    centre_->setCurrentWidget(timeline_);
    timeline_->plot(RunRole::Baseline).setFocus();
    const std::string& title = session_.run(RunRole::Baseline)->title;
    setWindowTitle(tr("%1 – Resched")
                       .arg(title.empty() ? QFileInfo(fromTrace(trace->info().path)).fileName()
                                          : fromTrace(title)));
    for (const auto& path : opened_)
        settings_.addRecentFile(fromPath(std::filesystem::absolute(path)));
    opened_.clear();
    fillRecent();
    if (trace->info().partial) {
        message_->show(MessageBar::Kind::Warning,
                       tr("Not all of this file could be read; see Diagnostics."));
    } else if (!trace->hasSwitches()) {
        message_->show(
            MessageBar::Kind::Warning,
            tr("This recording holds no sched_switch events: there are no slices to show."));
    }
    if (!trace->info().simulated && trace->info().eventsTotal <= kEventsToRerun) session_.rerun();
}

void MainWindow::showOpening()
{
    const bool runs = session_.openJob().isRunning();
    opening_->setText(opened_.empty()
                          ? tr("Running the experiment")
                          : tr("Reading %1").arg(QFileInfo(fromPath(opened_.front())).fileName()));
    progress_->setValue(0);
    for (QWidget* widget : std::initializer_list<QWidget*>{opening_, progress_, cancel_}) {
        widget->setVisible(runs);
    }
}

void MainWindow::showPointed()
{
    const Hit& hit = session_.pointed();
    const auto trace = session_.traceOf(hit.role);
    reading_->setText(trace && !hit.isNothing() ? hitSummary(*trace, hit) : QString());
}

bool MainWindow::isSettled() const
{
    auto& session = const_cast<Session&>(session_);
    return !session.openJob().isRunning() && !session.runJob().isRunning() &&
           timeline_->isReady() && !waitJob_.isRunning() && latency_->isReady() &&
           vruntime_->isReady() && depth_->isReady() && statistics_->isReady();
}

void MainWindow::chooseFile()
{
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open recordings"), settings_.lastFolder());
    if (files.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(files.front()).absolutePath());
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files) paths.push_back(toPath(file));
    open(paths);
}

void MainWindow::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open the folder of an LTTng or CTF trace"), settings_.lastFolder());
    if (folder.isEmpty()) return;
    settings_.setLastFolder(folder);
    open({toPath(folder)});
}

void MainWindow::openSample()
{
    if (!sample_.empty()) open({sample_});
}

void MainWindow::exportFigure()
{
    ExportDialog dialog(session_, this);
    if (dialog.exec() != QDialog::Accepted) return;
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export figure"), QDir(settings_.lastFolder()).filePath(dialog.suggestedName()),
        tr("Figures (*.png *.svg *.pdf);;Data behind the figure (*.csv)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    const Result<void> written = writeFigureTo(dialog.options(), toPath(file));
    if (!written) return message_->show(MessageBar::Kind::Error, errorText(written.error()));
    statusBar()->showMessage(tr("Wrote %1").arg(QFileInfo(file).fileName()), kMessageTime);
}

// On this thread, as a figure is made of widgets.
Result<void> MainWindow::writeFigureTo(const FigureOptions& options,
                                       const std::filesystem::path& path)
{
    if (auto wellNamed = checkFigurePath(path); !wellNamed) return wellNamed;
    const Run* baseline = session_.run(RunRole::Baseline);
    const Run* current = session_.run(RunRole::Current);
    const auto named = [](const Run& run) { return NamedRun{runTitle(run), run.trace}; };
    NoProgress progress;
    const auto figure = current && current->id != baseline->id
                            ? Figure::make(named(*baseline), named(*current), options, progress)
                            : Figure::make(std::nullopt, named(*baseline), options, progress);
    return figure ? writeFigure(*figure, path) : Result<void>(figure.error());
}

void MainWindow::fillRecent()
{
    recent_->clear();
    int number = 0;
    for (const QString& file : settings_.recentFiles()) {
        const QString text = tr("&%1  %2").arg(++number).arg(
            QString(file).replace(QLatin1Char('&'), QStringLiteral("&&")));
        recent_->addAction(text, this, [this, file] { open({toPath(file)}); });
    }
    recent_->setEnabled(number > 0);
    start_->setRecent(settings_.recentFiles());
}

void MainWindow::startFind()
{
    for (QDockWidget* dock : docks_) {
        if (dock->widget() != tasks_) continue;
        dock->show();
        dock->raise();
    }
    tasks_->startSearch();
}

void MainWindow::togglePinned()
{
    const auto tid = session_.selectedTask();
    if (!tid) return;
    const auto& pinned = session_.pinnedTasks();
    session_.setPinned(*tid, std::find(pinned.begin(), pinned.end(), *tid) == pinned.end());
}

void MainWindow::hideSelected()
{
    if (const auto tid = session_.selectedTask()) session_.setHidden(*tid, true);
}

void MainWindow::letGo()
{
    session_.setChosen({});
    session_.setSelectedTask(std::nullopt);
    session_.setSelectedRange({});
}

void MainWindow::goToLongestWait()
{
    findLongestWait({.rule = session_.waitRule(), .window = session_.studiedRange()});
}

// A late wakeup in the middle of the recording, where all is going on.
void MainWindow::prepareShot()
{
    const TimeRange full = session_.fullRange();
    const Nanoseconds third = full.length() / 3;
    findLongestWait(
        {.rule = WaitRule::FirstWake, .window = {full.begin + third, full.end - third}});
}

void MainWindow::findLongestWait(const WaitOptions& options)
{
    const auto trace = session_.baseline();
    if (!trace) return;
    waitJob_.start<std::optional<Wait>>(
        [trace, options](Progress&) -> Result<std::optional<Wait>> {
            const WaitSet set = findWaits(*trace, options);
            const auto longest = std::max_element(
                set.waits.begin(), set.waits.end(),
                [](const Wait& a, const Wait& b) { return a.length() < b.length(); });
            return longest == set.waits.end() ? std::nullopt : std::optional(*longest);
        },
        this,
        [this, trace](Result<std::optional<Wait>> wait) {
            if (wait && *wait && session_.baseline() == trace) goToWait(**wait);
        });
}

void MainWindow::goToWait(const Wait& wait)
{
    const auto trace = session_.baseline();
    // The segment just before the switch-in is the wait, or its last part.
    const auto& segments = trace->task(wait.task).segments;
    const auto after =
        std::partition_point(segments.begin(), segments.end(),
                             [&](const TaskSegment& segment) { return segment.begin < wait.end; });
    if (after == segments.begin()) return;
    const auto segment = static_cast<std::uint32_t>(after - segments.begin() - 1);
    const Nanoseconds margin = wait.length() + kShortestView;
    session_.setVisibleRange(
        fitted({wait.begin - margin, wait.end + margin}, session_.fullRange()));
    timeline_->goTo({RunRole::Baseline, wait.begin, SegmentHit{wait.task, segment}});
}

void MainWindow::showLaneMenu(const Lane& lane, const QPoint& position)
{
    if (lane.kind != LaneKind::Task) return;
    QMenu menu(this);
    tasks_->fillTaskMenu(menu, {lane.tid});
    menu.exec(position);
}

// Beside the window rather than before it: its runs open in the views.
void MainWindow::showExperiments()
{
    if (!experiments_) {
        experiments_ = new ExperimentsDialog(this);
        experiments_->setCanCompare(session_.baseline() != nullptr);
        connect(experiments_, &ExperimentsDialog::runRequested, this,
                [this](const SimulationInput& input, const QString& title, RunRole role) {
                    opened_.clear();
                    message_->hide();
                    session_.openSimulated(input, title.toStdString(), role);
                });
        connect(experiments_, &ExperimentsDialog::sweepRequested, this,
                [this](const SweepBase& base) { showSweep().setBase(base); });
    }
    experiments_->show();
    experiments_->raise();
    experiments_->activateWindow();
}

SweepDialog& MainWindow::showSweep()
{
    if (!sweep_) sweep_ = new SweepDialog(this);
    sweep_->show();
    sweep_->raise();
    sweep_->activateWindow();
    return *sweep_;
}

void MainWindow::showSweepOfOpen()
{
    SweepDialog& page = showSweep();
    const Run* opened = session_.runs().empty() ? nullptr : &session_.runs().front();
    if (!opened) return;
    const RunSettings& settings = session_.settings();
    const Workload* workload = session_.workload();
    page.setBase({.title = runTitle(*opened),
                  .scheduler = settings.scheduler,
                  .machine = settings.machine,
                  .workloadFile = {},
                  .figures = workload ? metricSweepFigures(*workload) : std::vector<std::string>{},
                  .input = session_.nextRun()});
}

void MainWindow::showCommands()
{
    CommandPalette palette(actions_, this);
    palette.exec();
}

void MainWindow::showSheet()
{
    ShortcutSheet sheet(this);
    sheet.exec();
}

void MainWindow::showAbout()
{
    QMessageBox::about(
        this, tr("About Resched"),
        tr("Resched %1 shows recorded Linux scheduling and re-runs it under other "
           "schedulers, tunables and machines.\n\nFree software under the GNU General "
           "Public License, version 3 or later.")
            .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::restoreLayout()
{
    if (!restoreGeometry(settings_.windowGeometry())) resize(1280, 800);
    restoreState(settings_.windowState(), kLayoutVersion);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    settings_.setWindow(saveGeometry(), saveState(kLayoutVersion));
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const auto urls = event->mimeData()->urls();
    const bool local =
        std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
    if (local) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    std::vector<std::filesystem::path> paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) paths.push_back(toPath(url.toLocalFile()));
    }
    event->acceptProposedAction();
    open(paths);
}

}  // namespace resched::ui
