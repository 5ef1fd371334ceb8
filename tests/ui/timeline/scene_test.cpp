// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/scene.h"

#include "support/schedule.h"
#include "timeline/hit_test.h"

#include <QtTest/QtTest>

#include <numeric>

namespace resched::ui {

class SceneTest : public QObject
{
    Q_OBJECT
private slots:
    void lanesStandInOrderWithoutGaps();
    void pinnedAndHiddenTasksMove();
    void collapsedProcessesKeepTheirHeading();
    void slicesBecomeBoxesOfTheirTask();
    void lostEventsAreHatched();
    void drawingAndHitTestAgreeOnEveryPixel();
    void aColumnThatHidesManySaysSo();
    void wakeupsOfTheSelectedTaskBecomeArrows();
    void migrationsOfTheSelectedTaskAreLinked();
    void manyTasksAndSlicesCostPixelsNotEvents();

private:
    TraceIndex indexOf(Trace trace);
    Scene sceneOf(const TraceIndex& index, int width, int height, std::optional<Tid> selected = {});

    Theme theme_ = Theme::of(ThemeKind::Light);
    LaneList lanes_;
};

TraceIndex SceneTest::indexOf(Trace trace)
{
    NoProgress progress;
    auto index = buildTraceIndex(std::make_shared<const Trace>(std::move(trace)), progress);
    return *std::move(index);
}

Scene SceneTest::sceneOf(const TraceIndex& index, int width, int height,
                         std::optional<Tid> selected)
{
    lanes_ = layoutLanes(&index, nullptr, {});
    return buildScene({.index = &index,
                       .lanes = &lanes_,
                       .scale = ColumnScale(index.trace->span(), width),
                       .height = height,
                       .theme = &theme_,
                       .metrics = QFontMetrics(QFont()),
                       .selectedTask = selected});
}

void SceneTest::lanesStandInOrderWithoutGaps()
{
    const TraceIndex index = indexOf(test::traceOf(R"(
        SW 0 c0 0[R]>A
        SW 0 c1 0[R]>B
        SW 100 c0 A[S]>0
        END 1000
    )"));
    const LaneList list = layoutLanes(&index, nullptr, {});
    int y = 0;
    QStringList titles;
    for (const Lane& lane : list.lanes) {
        QCOMPARE(lane.top, y);
        y = lane.bottom();
        titles << lane.title;
    }
    QCOMPARE(list.height, y);
    QCOMPARE(titles, QStringList({QStringLiteral("CPU 0"), QStringLiteral("queue depth"),
                                  QStringLiteral("CPU 1"), QStringLiteral("queue depth"),
                                  QStringLiteral("Tasks"), QStringLiteral("B-102"),
                                  QStringLiteral("A-101")}));
    QVERIFY(list.at(y) == nullptr);
    QVERIFY(list.at(-1) == nullptr);
    QCOMPARE(list.at(0)->title, QStringLiteral("CPU 0"));
    QCOMPARE(list.at(y - 1)->title, QStringLiteral("A-101"));
}

void SceneTest::pinnedAndHiddenTasksMove()
{
    const TraceIndex index =
        indexOf(test::traceOf("SW 0 c0 0[R]>A\nSW 50 c0 A[R]>B\nSW 90 c0 B[S]>C\nEND 100"));
    const LaneList list = layoutLanes(
        &index, nullptr, {.hidden = {Tid{101}}, .pinned = {Tid{103}}, .showDepth = false});
    QStringList titles;
    for (const Lane& lane : list.lanes) titles << lane.title;
    QCOMPARE(titles, QStringList({QStringLiteral("CPU 0"), QStringLiteral("Pinned"),
                                  QStringLiteral("C-103"), QStringLiteral("Tasks"),
                                  QStringLiteral("B-102")}));
}

void SceneTest::collapsedProcessesKeepTheirHeading()
{
    TraceBuilder builder;
    EventStream& stream = builder.addStream(0);
    for (const int tid : {101, 102}) {
        stream.push(
            makeTask(EventKind::Process, timestamp(0), CpuId{0}, Tid{tid}, NameId{}, Tid{101}));
    }
    test::addSchedule(builder, test::parseSchedule("SW 0 c0 0[R]>A\nSW 50 c0 A[S]>B\nEND 100"));
    NoProgress progress;
    const TraceIndex index = indexOf(*builder.finish(progress));
    const auto count = [&](const LaneOptions& options) {
        return layoutLanes(&index, nullptr, options).lanes.size();
    };
    QCOMPARE(count({.showDepth = false}), 5u);  // CPU, Tasks, process, two threads
    QCOMPARE(count({.collapsed = {Tgid{101}}, .showDepth = false}), 3u);
}

void SceneTest::slicesBecomeBoxesOfTheirTask()
{
    const TraceIndex index =
        indexOf(test::traceOf("SW 0 c0 0[R]>A\nSW 500 c0 A[R]>B\nSW 750 c0 B[S]>0\nEND 1000"));
    const Scene scene = sceneOf(index, 1000, 26);
    const auto rects = [&](const char* name) {
        const Fill fill{theme_.taskColor(name).rgba(), 0, Hatch::None};
        const auto found = scene.boxes[Scene::Runs].find(fill);
        return found == scene.boxes[Scene::Runs].end() ? std::vector<QRect>{} : found->second;
    };
    QCOMPARE(rects("A"), std::vector<QRect>{QRect(0, 2, 499, 22)});
    QCOMPARE(rects("B"), std::vector<QRect>{QRect(500, 2, 249, 22)});
    QCOMPARE(scene.labels.size(), std::size_t{2});
    QCOMPARE(scene.labels.front().text, QStringLiteral("A"));
}

void SceneTest::lostEventsAreHatched()
{
    const TraceIndex index = indexOf(test::traceOf(
        "SW 0 c0 0[R]>A\nSW 100 c0 A[S]>0\nLOST 400-600 c0 7\nSW 700 c0 0[R]>A\nEND 1000"));
    const Scene scene = sceneOf(index, 1000, 26);
    int hatched = 0;
    for (const auto& [fill, rects] : scene.boxes[Scene::Ground]) {
        if (fill.hatch == Hatch::None) continue;
        for (const QRect& rect : rects) hatched += rect.width();
    }
    QVERIFY(hatched >= 200);
    const Hit hit = hitTest(scene, index, RunRole::Baseline, {500, 12});
    QVERIFY(std::holds_alternative<GapHit>(hit.thing));
}

void SceneTest::drawingAndHitTestAgreeOnEveryPixel()
{
    std::string schedule = "SW 0 c0 0[R]>A\n";
    // Lengths grow from far below to far above a pixel.
    double now = 1;
    for (int i = 0; i < 120; ++i) {
        schedule += "SW " + std::to_string(static_cast<int>(now)) + " c0 " +
                    (i % 2 ? "B[R]>A" : "A[R]>B") + "\n";
        now += 1 + i * 0.7;
    }
    schedule += "END " + std::to_string(static_cast<int>(now) + 1);
    const TraceIndex index = indexOf(test::traceOf(schedule));
    const Scene scene = sceneOf(index, 333, 26);
    for (int x = 0; x < 333; ++x) {
        const Hit hit = hitTest(scene, index, RunRole::Baseline, {x, 20});
        std::string_view owner;
        for (const SliceRun& run : scene.lanes.front().slices) {
            if (run.begin <= x && x < run.end) owner = index.trace->name(run.task);
        }
        if (const auto* slice = std::get_if<SliceHit>(&hit.thing)) {
            const TaskId task = index.trace->cpus()[0].slices[slice->slice].task;
            QCOMPARE(std::string(index.trace->name(task)), std::string(owner));
        } else {
            QVERIFY(std::holds_alternative<ManySlicesHit>(hit.thing));
            QVERIFY(!owner.empty());
        }
    }
}

void SceneTest::aColumnThatHidesManySaysSo()
{
    std::string schedule = "SW 0 c0 0[R]>A\n";
    for (int i = 1; i < 1000; ++i) {
        schedule += "SW " + std::to_string(i) + " c0 " + (i % 2 ? "A[R]>B" : "B[R]>A") + "\n";
    }
    const TraceIndex index = indexOf(test::traceOf(schedule + "END 1000"));
    const Scene scene = sceneOf(index, 100, 26);
    const Fill mark{theme_.color(ColorId::SecondaryText).rgba(), 0, Hatch::None};
    QCOMPARE(scene.boxes[Scene::Marks].at(mark), std::vector<QRect>{QRect(0, 24, 100, 1)});
    const Hit hit = hitTest(scene, index, RunRole::Baseline, {50, 12});
    const auto* many = std::get_if<ManySlicesHit>(&hit.thing);
    QVERIFY(many);
    QVERIFY(many->count >= 9 && many->count <= 11);
}

void SceneTest::wakeupsOfTheSelectedTaskBecomeArrows()
{
    const TraceIndex index = indexOf(test::traceOf(R"(
        SW 0 c0 0[R]>B
        SW 0 c1 0[R]>A
        SW 100 c1 A[S]>0
        WK 400 c0 A@1
        SW 500 c1 0[R]>A
        END 1000
    )"));
    const Scene plain = sceneOf(index, 1000, 200);
    QVERIFY(plain.arrows.empty());
    const Tid tid = index.trace->task(test::taskNamed(*index.trace, "A")).tid;
    const Scene scene = sceneOf(index, 1000, 200, tid);
    const auto middle = [this](const Lane* lane) { return lane->top + lane->height / 2; };
    const int b = middle(lanes_.ofTask(index.trace->task(test::taskNamed(*index.trace, "B")).tid));
    const int a = middle(lanes_.ofTask(tid));
    QCOMPARE(scene.arrows.size(), std::size_t{2});
    QCOMPARE(scene.arrows[0].from, QPoint(400, b));
    QCOMPARE(scene.arrows[0].to, QPoint(400, a));
    QCOMPARE(scene.arrows[1].from, QPoint(400, middle(lanes_.ofCpu(CpuId{0}))));
    QCOMPARE(scene.arrows[1].to, QPoint(500, middle(lanes_.ofCpu(CpuId{1}))));
}

void SceneTest::migrationsOfTheSelectedTaskAreLinked()
{
    const TraceIndex index = indexOf(test::traceOf(R"(
        SW 0 c0 0[R]>A
        SW 0 c1 0[R]>B
        SW 300 c0 A[R]>0
        MG 350 c1 A 0>1
        SW 400 c1 B[S]>A
        END 1000
    )"));
    const Tid tid = index.trace->task(test::taskNamed(*index.trace, "A")).tid;
    const Scene scene = sceneOf(index, 1000, 200, tid);
    QCOMPARE(scene.arrows.size(), std::size_t{1});
    QVERIFY(scene.arrows[0].color == ColorId::Migration);
    QCOMPARE(scene.arrows[0].from.x(), 300);
    QCOMPARE(scene.arrows[0].to.x(), 400);
}

void SceneTest::manyTasksAndSlicesCostPixelsNotEvents()
{
    constexpr int kTasks = 32'000;
    TraceBuilder builder;
    EventStream& stream = builder.addStream(0);
    for (int i = 0; i < kTasks; ++i) {
        stream.push(makeSwitch({.time = timestamp(i * 1000),
                                .cpu = CpuId{0},
                                .prev = Tid{i == 0 ? 0 : 1000 + i - 1},
                                .next = Tid{1000 + i},
                                .prevState = TaskState::Interruptible}));
    }
    NoProgress progress;
    const TraceIndex index = indexOf(*builder.finish(progress));
    QElapsedTimer timer;
    constexpr int kWidth = 1600;
    constexpr int kHeight = 900;
    const Scene scene = sceneOf(index, kWidth, kHeight);
    const auto busy =
        std::accumulate(scene.lanes.front().slices.begin(), scene.lanes.front().slices.end(), 0,
                        [](int sum, const SliceRun& run) { return sum + run.end - run.begin; });
    QVERIFY(busy >= kWidth - 1);
    QVERIFY(scene.lanes.size() < kHeight / 15);
    QVERIFY(scene.boxCount() <= 4 * scene.lanes.size() * kWidth);
    QVERIFY(scene.boxCount() < 8000);
}

}  // namespace resched::ui

QTEST_MAIN(resched::ui::SceneTest)
#include "scene_test.moc"
