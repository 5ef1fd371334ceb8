// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched plot: one view of a trace, or of two, or what a sweep found, as PNG, SVG or PDF, or its
// data as CSV.
#include "commands/graphics.h"
#include "commands/output.h"
#include "commands/terminal_progress.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "experiments/sweep_file.h"
#include "figures/caption.h"
#include "figures/figure.h"

#include <QtCore/QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace resched::app {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(Figure)
};

struct PlotOptions : TraceOptions
{
    std::string view = "histogram";
    std::string range;
    std::string compared;
    std::string metric;
    std::string theme = "light";
    std::string lengths = "log";
    std::string counts = "linear";
    bool noCdf = false;
    int width = 900;
    int height = 0;
    std::string output;
};

ui::Scale scaleOf(const std::string& name)
{
    return name == "log" ? ui::Scale::Log : ui::Scale::Linear;
}

ui::ThemeKind themeOf(const PlotOptions& options)
{
    return options.theme == "dark" ? ui::ThemeKind::Dark : ui::ThemeKind::Light;
}

// "A..B" is another way to write "A,B".
Result<std::string> windowText(const std::string& range)
{
    const std::size_t dots = range.find("..");
    if (dots == std::string::npos) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the range is " + range,
                     .expected = "A..B, counted from the start of the trace, as in 1.5s..2s"};
    }
    return range.substr(0, dots) + ',' + range.substr(dots + 2);
}

Result<ui::FigureOptions> figureOptions(const Trace& trace, PlotOptions options)
{
    if (!options.range.empty()) {
        Result<std::string> window = windowText(options.range);
        if (!window) return window.error();
        options.time = std::move(*window);
    }
    const Result<Selection> selection = select(trace, options);
    if (!selection) return selection.error();
    ui::FigureOptions figure;
    figure.view = *ui::parseFigureView(options.view);
    if (!options.time.empty()) figure.range = selection->window;
    figure.rule = selection->statistics.rule;
    figure.from = selection->statistics.from;
    figure.cpus = selection->statistics.cpus;
    figure.wantsTask = selection->statistics.wantsTask;
    figure.latency = {.lengths = scaleOf(options.lengths),
                      .counts = scaleOf(options.counts),
                      .showCdf = !options.noCdf};
    figure.theme = themeOf(options);
    figure.width = options.width;
    figure.height = options.height;
    return figure;
}

int write(const Result<ui::Figure>& figure, const std::string& output)
{
    if (!figure) return fail(figure.error());
    if (const auto written = ui::writeFigure(*figure, output); !written) {
        return fail(written.error());
    }
    print(output + '\n');
    return kDone;
}

int runSweepPlot(const PlotOptions& options)
{
    auto sweep = ui::readSweepFile(options.files.front());
    if (!sweep) return fail(sweep.error());
    const auto found = options.metric.empty() ? sweep->figures.begin()
                                              : std::ranges::find(sweep->figures, options.metric);
    if (found == sweep->figures.end()) {
        return fail({.code = ErrorCode::InvalidArgument,
                     .what = "the sweep has no figure " + options.metric,
                     .path = options.files.front(),
                     .expected = "one of its columns"});
    }
    const auto number = static_cast<std::size_t>(found - sweep->figures.begin());
    ui::FigureOptions figure;
    figure.theme = themeOf(options);
    figure.width = options.width;
    figure.height = options.height;
    return write(
        ui::Figure::ofSweep(std::make_shared<const SweepResult>(*std::move(sweep)), number, figure),
        options.output);
}

int run(const PlotOptions& options)
{
    if (const auto known = ui::checkFigurePath(options.output); !known) return fail(known.error());
    const Graphics graphics;
    if (options.files.size() == 1 && ui::isSweepFile(options.files.front())) {
        return runSweepPlot(options);
    }
    // Two traces go by their names, one alone is simply the recording.
    const Result<std::filesystem::path> path = pathOf(options);
    if (!path) return fail(path.error());
    const bool isAlone = options.compared.empty();
    const Result<ui::NamedRun> current =
        openRun(options, isAlone ? Text::tr("recorded") : ui::shownPath(path->string()));
    if (!current) return fail(current.error());
    if (const auto some = needSwitches(*current->trace); !some) return fail(some.error());
    std::optional<ui::NamedRun> baseline;
    if (!isAlone) {
        TraceOptions other;
        other.files = {options.compared};
        Result<ui::NamedRun> opened = openRun(other, ui::shownPath(options.compared));
        if (!opened) return fail(opened.error());
        baseline = std::move(*opened);
    }
    const Result<ui::FigureOptions> wanted = figureOptions(*current->trace, options);
    if (!wanted) return fail(wanted.error());
    TerminalProgress progress("Drawing");
    return write(ui::Figure::make(baseline, *current, *wanted, progress), options.output);
}

}  // namespace

void addPlot(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "plot", "one view as PNG, SVG or PDF, or its data as CSV; no display is needed");
    const auto options = std::make_shared<PlotOptions>();
    addFile(*verb, *options);
    verb->add_option("--view", options->view, "timeline, spread, histogram or depth")
        ->check(CLI::IsMember({"timeline", "spread", "histogram", "depth"}))
        ->capture_default_str();
    verb->add_option("--range", options->range, "only this part: A..B from the start of the trace")
        ->type_name("A..B");
    verb->add_option("--compare", options->compared, "another trace to be laid over or above it")
        ->type_name("FILE");
    verb->add_option("--metric", options->metric,
                     "of the results of a sweep: which figure (default: the first)")
        ->type_name("M");
    verb->add_option("--theme", options->theme, "light or dark")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    verb->add_option("--x-scale", options->lengths, "of the histogram's lengths: log or linear")
        ->check(CLI::IsMember({"log", "linear"}))
        ->capture_default_str();
    verb->add_option("--y-scale", options->counts, "of the histogram's counts: log or linear")
        ->check(CLI::IsMember({"log", "linear"}))
        ->capture_default_str();
    verb->add_flag("--no-cdf", options->noCdf, "the histogram alone");
    verb->add_option("--width", options->width, "in pixels of 1/96 inch")
        ->check(CLI::Range(200, 20'000))
        ->capture_default_str();
    verb->add_option("--height", options->height, "as tall as its content when not given")
        ->check(CLI::Range(150, 20'000));
    verb->add_option("-o,--output", options->output, "FIGURE.png, .svg, .pdf or .csv")
        ->required()
        ->type_name("FIGURE");
    addFilters(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
