// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.h"

#include "session/session_undo.h"

#include <algorithm>
#include <utility>

namespace resched::ui {

Session::Session(Engine engine, QObject* parent) : QObject(parent), engine_(std::move(engine)) {}

Session::~Session() = default;

void Session::open(const std::vector<std::filesystem::path>& paths)
{
    openJob_.start<Trace>(
        [read = engine_.read, paths](Progress& progress) { return read(paths, progress); }, this,
        [this](Result<Trace> trace) {
            if (trace) {
                show(std::make_shared<const Trace>(*std::move(trace)));
            } else {
                emit failed(trace.error());
            }
        });
}

void Session::show(std::shared_ptr<const Trace> trace)
{
    RunSettings recorded{.scheduler = engine_.schedulerOf(*trace),
                         .machine = engine_.machineOf(*trace)};
    SimulationInput base;
    base.start = trace->begin();
    begin({.trace = std::move(trace)}, std::move(recorded), std::move(base));
}

void Session::openSimulated(const SimulationInput& input, const std::string& title, RunRole role)
{
    SimulationInput placed = input;
    // Runs that are compared share a time axis.
    const auto opened = baselineRecording();
    if (role == RunRole::Current && opened) placed.start = opened->begin();
    openJob_.start<SimulationResult>([simulate = engine_.simulate, placed](
                                         Progress& progress) { return simulate(placed, progress); },
                                     this,
                                     [this, placed, title, role](Result<SimulationResult> result) {
                                         if (!result) return emit failed(result.error());
                                         takeSimulated(*std::move(result), placed, title, role);
                                     });
}

void Session::takeSimulated(SimulationResult result, const SimulationInput& input,
                            std::string title, RunRole role)
{
    RunSettings settings{
        .scheduler = input.scheduler, .machine = input.machine, .seed = input.seed};
    Run made{.trace = std::make_shared<const Trace>(std::move(result.trace)),
             .settings = settings,
             .note = std::move(result.note),
             .decisions = result.decisions,
             .kept = true,
             .title = std::move(title)};
    if (role == RunRole::Baseline || runs_.empty()) {
        return begin(std::move(made), std::move(settings), input);
    }
    made.id = nextId_++;
    currentId_ = made.id;
    runs_.push_back(std::move(made));
    forgetHits({RunRole::Current});
    emit runsChanged();
}

void Session::begin(Run opened, RunSettings recorded, SimulationInput base)
{
    runJob_.cancel();
    runs_.clear();
    opened.id = 1;
    opened.kept = true;
    runs_.push_back(std::move(opened));
    nextId_ = 2;
    baselineId_ = 1;
    currentId_ = 0;
    base_ = std::move(base);
    recordedSettings_ = std::move(recorded);
    settings_ = recordedSettings_;
    undoStack_.clear();
    history_.reset({.visible = runs_.front().trace->span()});
    pinned_.clear();
    colours_.clear();
    selectedTask_.reset();
    cursor_.reset();
    markers_.clear();
    forgetHits({RunRole::Baseline, RunRole::Current});
    emit traceOpened();
    emit settingsChanged();
    emit runsChanged();
    emit visibleRangeChanged(visibleRange());
    emit selectedRangeChanged(selectedRange());
    emit viewHistoryChanged();
}

const Run* Session::run(RunRole role) const
{
    const int id = role == RunRole::Baseline ? baselineId_ : currentId_;
    const auto found =
        std::find_if(runs_.begin(), runs_.end(), [id](const Run& run) { return run.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

std::shared_ptr<const Trace> Session::traceOf(RunRole role) const
{
    const Run* found = run(role);
    return found ? found->trace : nullptr;
}

Run* Session::find(int id)
{
    const auto found =
        std::find_if(runs_.begin(), runs_.end(), [id](const Run& run) { return run.id == id; });
    return found == runs_.end() ? nullptr : &*found;
}

void Session::choose(RunRole role, int id)
{
    int& chosen = role == RunRole::Baseline ? baselineId_ : currentId_;
    if (chosen == id || (id != 0 && !find(id))) return;
    chosen = id;
    forgetHits({role});
    emit runsChanged();
}

void Session::keep(int id)
{
    Run* run = find(id);
    if (!run || run->kept) return;
    run->kept = true;
    emit runsChanged();
}

void Session::remove(int id)
{
    const Run* run = find(id);
    if (!run || id == runs_.front().id) return;
    if (baselineId_ == id) baselineId_ = runs_.front().id;
    if (currentId_ == id) currentId_ = 0;
    forgetHits({RunRole::Baseline, RunRole::Current});
    std::erase_if(runs_, [id](const Run& each) { return each.id == id; });
    emit runsChanged();
}

// Indexes into a trace mean nothing in another one.
void Session::forgetHits(std::initializer_list<RunRole> roles)
{
    for (const RunRole role : roles) {
        brushed_[static_cast<std::size_t>(role)].clear();
        if (pointed_.role == role) setPointed({});
        if (chosen_.role == role) setChosen({});
    }
}

std::shared_ptr<const Trace> Session::baselineRecording() const
{
    return runs_.empty() ? nullptr : runs_.front().trace;
}

void Session::changeSettings(RunSettings settings, const QString& what, int merge)
{
    if (settings == settings_) return;
    undoStack_.push(new ChangeSettings(*this, std::move(settings), what, merge));
}

void Session::applySettings(RunSettings settings)
{
    if (settings == settings_) return;
    settings_ = std::move(settings);
    emit settingsChanged();
    rerun();
}

void Session::rerun()
{
    const auto recording = baselineRecording();
    if (!recording) return;
    if (base_.workload) return simulateNow();
    runJob_.start<Workload>(
        [extract = engine_.extract, recording, machine = recordedSettings_.machine](
            Progress& progress) { return extract(*recording, machine, progress); },
        this,
        [this](Result<Workload> workload) {
            if (!workload) return emit failed(workload.error());
            base_.workload = std::make_shared<const Workload>(*std::move(workload));
            simulateNow();
        });
}

SimulationInput Session::nextInput() const
{
    SimulationInput input = base_;
    input.machine = settings_.machine;
    input.scheduler = settings_.scheduler;
    input.seed = settings_.seed;
    return input;
}

std::function<Result<SimulationInput>(Progress&)> Session::nextRun() const
{
    const auto recording = baselineRecording();
    if (!recording) return {};
    return [input = nextInput(), extract = engine_.extract, recording,
            machine = recordedSettings_.machine](Progress& progress) -> Result<SimulationInput> {
        if (input.workload) return input;
        auto workload = extract(*recording, machine, progress);
        if (!workload) return workload.error();
        SimulationInput whole = input;
        whole.workload = std::make_shared<const Workload>(*std::move(workload));
        return whole;
    };
}

void Session::simulateNow()
{
    const SimulationInput input = nextInput();
    runJob_.start<SimulationResult>([simulate = engine_.simulate, input](
                                        Progress& progress) { return simulate(input, progress); },
                                    this,
                                    [this, settings = settings_](Result<SimulationResult> result) {
                                        if (!result) return emit failed(result.error());
                                        takeResult(*std::move(result), settings);
                                    });
}

void Session::takeResult(SimulationResult result, RunSettings settings)
{
    Run made{.trace = std::make_shared<const Trace>(std::move(result.trace)),
             .settings = std::move(settings),
             .note = std::move(result.note),
             .decisions = result.decisions};
    Run* current = find(currentId_);
    const bool replaces = current && !current->kept && current->id != baselineId_;
    made.id = replaces ? current->id : nextId_++;
    currentId_ = made.id;
    if (replaces) {
        *current = std::move(made);
    } else {
        runs_.push_back(std::move(made));
    }
    forgetHits({RunRole::Current});
    emit runsChanged();
}

TimeRange Session::fullRange() const
{
    TimeRange full;
    for (const auto role : {RunRole::Baseline, RunRole::Current}) {
        const auto trace = traceOf(role);
        if (!trace) continue;
        const TimeRange span = trace->span();
        full = full.isEmpty()
                   ? span
                   : TimeRange{std::min(full.begin, span.begin), std::max(full.end, span.end)};
    }
    return full;
}

TimeRange Session::studiedRange() const
{
    return selectedRange().isEmpty() ? fullRange() : selectedRange();
}

void Session::applyView(const ViewState& before)
{
    const ViewState& now = history_.state();
    if (now.visible != before.visible) emit visibleRangeChanged(now.visible);
    if (now.selected != before.selected) emit selectedRangeChanged(now.selected);
    if (now.hidden != before.hidden) emit taskDisplayChanged();
    if (now != before) emit viewHistoryChanged();
}

void Session::setVisibleRange(TimeRange range, ViewStep step)
{
    const ViewState before = history_.state();
    if (range.isEmpty() || range == before.visible) return;
    ViewState after = before;
    after.visible = range;
    history_.record(std::move(after), step);
    applyView(before);
}

void Session::setSelectedRange(TimeRange range)
{
    if (range.isEmpty()) range = {};
    const ViewState before = history_.state();
    ViewState after = before;
    after.selected = range;
    history_.record(std::move(after), ViewStep::Select);
    applyView(before);
}

void Session::setHidden(Tid tid, bool hidden)
{
    auto tasks = hiddenTasks();
    if (hidden) {
        tasks.insert(tid);
    } else {
        tasks.erase(tid);
    }
    setHiddenTasks(std::move(tasks));
}

void Session::setHiddenTasks(std::set<Tid> hidden)
{
    const ViewState before = history_.state();
    ViewState after = before;
    after.hidden = std::move(hidden);
    history_.record(std::move(after), ViewStep::Filter);
    applyView(before);
}

void Session::undoView()
{
    const ViewState before = history_.state();
    history_.undo();
    applyView(before);
}

void Session::redoView()
{
    const ViewState before = history_.state();
    history_.redo();
    applyView(before);
}

void Session::setPinned(Tid tid, bool pinned)
{
    const auto found = std::find(pinned_.begin(), pinned_.end(), tid);
    if ((found != pinned_.end()) == pinned) return;
    if (pinned) {
        pinned_.push_back(tid);
    } else {
        pinned_.erase(found);
    }
    emit taskDisplayChanged();
}

std::optional<int> Session::chosenColour(Tid tid) const
{
    const auto found = colours_.find(tid);
    return found == colours_.end() ? std::nullopt : std::optional(found->second);
}

void Session::setChosenColour(Tid tid, std::optional<int> colour)
{
    if (chosenColour(tid) == colour) return;
    if (colour) {
        colours_[tid] = *colour;
    } else {
        colours_.erase(tid);
    }
    emit taskDisplayChanged();
}

void Session::setSelectedTask(std::optional<Tid> tid)
{
    if (selectedTask_ == tid) return;
    selectedTask_ = tid;
    emit selectedTaskChanged();
}

void Session::setCursor(std::optional<Timestamp> time)
{
    if (cursor_ == time) return;
    cursor_ = time;
    emit cursorChanged();
}

void Session::setPointed(const Hit& hit)
{
    if (pointed_ == hit) return;
    pointed_ = hit;
    emit pointedChanged();
}

void Session::setChosen(const Hit& hit)
{
    if (chosen_ == hit) return;
    chosen_ = hit;
    emit chosenChanged();
}

void Session::toggleMarker(Timestamp time)
{
    const auto place = std::lower_bound(markers_.begin(), markers_.end(), time);
    if (place != markers_.end() && *place == time) {
        markers_.erase(place);
    } else {
        markers_.insert(place, time);
    }
    emit markersChanged();
}

void Session::setWaitRule(WaitRule rule)
{
    if (waitRule_ == rule) return;
    waitRule_ = rule;
    emit waitRuleChanged();
}

const std::vector<Wait>& Session::brushedWaits(RunRole role) const
{
    return brushed_[static_cast<std::size_t>(role)];
}

void Session::setBrushedWaits(RunRole role, std::vector<Wait> waits)
{
    brushed_[static_cast<std::size_t>(role)] = std::move(waits);
    emit brushedWaitsChanged();
}

}  // namespace resched::ui
