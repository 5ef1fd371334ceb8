// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one owner of what the views share: the runs, which two of them are compared, the settings of
// the next re-run, the visible and the selected range, the selected task, the cursor. Views set
// these here and listen; a setter that changes nothing says nothing, which ends feedback loops.
//
// A run is a trace with where it came from. The baseline is what is compared against (at first the
// recording), the current run is the latest re-run. Both cover the same time axis: a replay starts
// where its recording did. Tasks are named by Tid across runs, as a replay keeps the tids of its
// recording. Changed settings re-run in the background; the latest wins.

#include "analysis/waits.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "sched/scheduler_table.h"
#include "session/engine.h"
#include "session/hit.h"
#include "session/job.h"
#include "session/view_history.h"
#include "topology/machine.h"
#include "trace/trace.h"
#include "workload/workload.h"

#include <QtCore/QObject>
#include <QtGui/QUndoStack>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resched::ui {

struct RunSettings
{
    SchedulerSettings scheduler;
    Machine machine;
    std::uint64_t seed = 1;
    friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

struct Run
{
    int id = 0;                                // unique in the session, shown as its number
    std::shared_ptr<const Trace> trace;        // never null
    std::optional<RunSettings> settings = {};  // of a simulated run
    std::string note = {};                     // what stopped it early, or ""
    std::uint64_t decisions = 0;
    bool kept = false;       // the next re-run does not replace it
    std::string title = {};  // in place of a file's name: "futex-plist-2007: list-other"
};

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(Engine engine, QObject* parent = nullptr);
    ~Session() override;

    // Reads in the background; then traceOpened(), or failed() and everything stays as it was.
    void open(const std::vector<std::filesystem::path>& paths);
    // Takes the place of everything opened before, as the baseline.
    void show(std::shared_ptr<const Trace> trace);
    // Simulates in the background, as openJob(). As baseline it takes the place of everything
    // opened before, and re-runs are of its workload with other settings; as current it is compared
    // with what is open.
    void openSimulated(const SimulationInput& input, const std::string& title, RunRole role);

    const std::vector<Run>& runs() const { return runs_; }
    const Run* run(RunRole role) const;  // null when there is none
    std::shared_ptr<const Trace> baseline() const { return traceOf(RunRole::Baseline); }
    std::shared_ptr<const Trace> current() const { return traceOf(RunRole::Current); }
    std::shared_ptr<const Trace> traceOf(RunRole role) const;
    void choose(RunRole role, int id);
    void keep(int id);
    void remove(int id);  // not what was opened

    const RunSettings& settings() const { return settings_; }
    const RunSettings& recordedSettings() const { return recordedSettings_; }
    // Undoable; steps with the same `merge` in a row (a drag) become one. Re-runs.
    void changeSettings(RunSettings settings, const QString& what, int merge = -1);
    void rerun();
    // What a re-run would simulate, to be called on a worker thread: the work of a recording is
    // extracted there unless it already was. Null when nothing is open.
    std::function<Result<SimulationInput>(Progress&)> nextRun() const;
    void cancelRerun() { runJob_.cancel(); }
    bool canRerun() const { return baselineRecording() != nullptr; }
    QUndoStack& undoStack() { return undoStack_; }
    // Null until it was extracted.
    const Workload* workload() const { return base_.workload.get(); }

    Job& openJob() { return openJob_; }
    Job& runJob() { return runJob_; }

    // The span of baseline and current together; the limits of zooming out.
    TimeRange fullRange() const;
    TimeRange visibleRange() const { return history_.state().visible; }
    TimeRange selectedRange() const { return history_.state().selected; }  // empty: none
    // What statistics and histograms speak of: the selected range, else everything.
    TimeRange studiedRange() const;
    void setVisibleRange(TimeRange range, ViewStep step = ViewStep::Jump);
    void setSelectedRange(TimeRange range);
    const std::set<Tid>& hiddenTasks() const { return history_.state().hidden; }
    void setHidden(Tid tid, bool hidden);
    void setHiddenTasks(std::set<Tid> hidden);
    const ViewHistory& viewHistory() const { return history_; }
    void undoView();
    void redoView();

    const std::vector<Tid>& pinnedTasks() const { return pinned_; }  // in order of pinning
    void setPinned(Tid tid, bool pinned);
    // A colour that the user chose, as an index into the theme's palette.
    std::optional<int> chosenColour(Tid tid) const;
    const std::map<Tid, int>& chosenColours() const { return colours_; }
    void setChosenColour(Tid tid, std::optional<int> colour);

    std::optional<Tid> selectedTask() const { return selectedTask_; }
    void setSelectedTask(std::optional<Tid> tid);
    std::optional<Timestamp> cursor() const { return cursor_; }
    void setCursor(std::optional<Timestamp> time);
    // What the pointer is over, and what was clicked or reached by keyboard: the details panel
    // shows the chosen one, else the one pointed at.
    const Hit& pointed() const { return pointed_; }
    void setPointed(const Hit& hit);
    const Hit& chosen() const { return chosen_; }
    void setChosen(const Hit& hit);
    const std::vector<Timestamp>& markers() const { return markers_; }  // by time
    void toggleMarker(Timestamp time);

    // The rule of waits that every number in the window uses.
    WaitRule waitRule() const { return waitRule_; }
    void setWaitRule(WaitRule rule);
    // The waits behind a brushed bar, of one run; the timeline points at them.
    const std::vector<Wait>& brushedWaits(RunRole role) const;
    void setBrushedWaits(RunRole role, std::vector<Wait> waits);

signals:
    void traceOpened();  // a new recording; runsChanged() follows
    void runsChanged();  // another baseline or current, or another list
    void settingsChanged();
    void visibleRangeChanged(resched::TimeRange range);
    void selectedRangeChanged(resched::TimeRange range);
    void taskDisplayChanged();  // hidden, pinned, colours
    void viewHistoryChanged();
    void selectedTaskChanged();
    void cursorChanged();
    void pointedChanged();
    void chosenChanged();
    void markersChanged();
    void waitRuleChanged();
    void brushedWaitsChanged();
    void failed(const resched::Error& error);

private:
    friend class ChangeSettings;

    std::shared_ptr<const Trace> baselineRecording() const;
    void begin(Run opened, RunSettings recorded, SimulationInput base);
    void takeSimulated(SimulationResult result, const SimulationInput& input, std::string title,
                       RunRole role);
    void applySettings(RunSettings settings);
    SimulationInput nextInput() const;
    void simulateNow();
    void takeResult(SimulationResult result, RunSettings settings);
    void applyView(const ViewState& before);
    void forgetHits(std::initializer_list<RunRole> roles);
    Run* find(int id);

    Engine engine_;
    std::vector<Run> runs_;
    int nextId_ = 1;
    int baselineId_ = 0;
    int currentId_ = 0;
    RunSettings settings_;
    RunSettings recordedSettings_;
    // What re-runs have in common; the workload of a recording is extracted once.
    SimulationInput base_;
    QUndoStack undoStack_;
    ViewHistory history_;
    std::vector<Tid> pinned_;
    std::map<Tid, int> colours_;
    std::optional<Tid> selectedTask_;
    std::optional<Timestamp> cursor_;
    Hit pointed_;
    Hit chosen_;
    std::vector<Timestamp> markers_;
    WaitRule waitRule_ = WaitRule::RunDelay;
    std::vector<Wait> brushed_[2];
    // Last, so that they end before what their work refers to.
    Job openJob_;
    Job runJob_;
};

}  // namespace resched::ui
