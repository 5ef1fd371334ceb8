// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window: it composes the timeline, the panels in docks and the menus from the action table,
// opens files, and shows what is going on. It holds no state of its own; see Session.

#include "panels/tuning_panel.h"
#include "session/session.h"
#include "session/settings.h"
#include "timeline/timeline_view.h"

#include <QtWidgets/QMainWindow>

#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QStackedWidget;
class QToolButton;

namespace resched::ui {

class DetailsPanel;
class ExperimentsDialog;
struct FigureOptions;
class LatencyPanel;
class MessageBar;
class StartPage;
class StatisticsPanel;
class StripPanel;
class SweepDialog;
class TasksPanel;

class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow(Engine engine, Settings& settings, std::filesystem::path sample,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    Session& session() { return session_; }
    TimelineView& timeline() { return *timeline_; }
    TuningPanel& tuning() { return *tuning_; }
    QAction* action(std::string_view id) const;  // null when there is none
    // Nothing is being read, run or worked out.
    bool isSettled() const;

    void open(const std::vector<std::filesystem::path>& paths);
    void chooseFile();
    void chooseFolder();
    void openSample();
    void exportFigure();
    Result<void> writeFigureTo(const FigureOptions& options, const std::filesystem::path& path);
    // Chooses something worth looking at, for a picture of the window.
    void prepareShot();
    void startFind();
    void togglePinned();
    void hideSelected();
    void letGo();
    void goToLongestWait();
    void showExperiments();
    SweepDialog& showSweep();
    void showSweepOfOpen();  // of the work that is open
    void showCommands();
    void showSheet();
    void showAbout();

signals:
    void themeChosen(const QString& name);  // "light", "dark" or ""

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildDocks();
    QDockWidget* addDock(const char* id, const QString& title, QWidget* panel,
                         Qt::DockWidgetArea area);
    void buildMenus();
    void buildViewChoices(QMenu& menu);
    void buildStatusBar();
    void connectSession();
    void updateActions();
    void fillRecent();
    void takeTrace();
    void showOpening();
    void showPointed();
    void showLaneMenu(const Lane& lane, const QPoint& position);
    void findLongestWait(const WaitOptions& options);
    void goToWait(const Wait& wait);
    void restoreLayout();

    Settings& settings_;
    std::filesystem::path sample_;
    Session session_;
    QStackedWidget* centre_ = nullptr;
    StartPage* start_ = nullptr;
    MessageBar* message_ = nullptr;
    TimelineView* timeline_ = nullptr;
    TasksPanel* tasks_ = nullptr;
    TuningPanel* tuning_ = nullptr;
    DetailsPanel* details_ = nullptr;
    LatencyPanel* latency_ = nullptr;
    StripPanel* vruntime_ = nullptr;
    StripPanel* depth_ = nullptr;
    StatisticsPanel* statistics_ = nullptr;
    std::vector<QDockWidget*> docks_;
    std::map<std::string_view, QAction*> actions_;
    ExperimentsDialog* experiments_ = nullptr;  // null until it is first asked for
    SweepDialog* sweep_ = nullptr;              // likewise
    QMenu* recent_ = nullptr;
    QLabel* reading_ = nullptr;  // what is under the pointer
    QLabel* opening_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QToolButton* cancel_ = nullptr;
    std::vector<std::filesystem::path> opened_;  // being read
    Job waitJob_;
};

}  // namespace resched::ui
