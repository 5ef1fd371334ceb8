// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics.h"
#include "analysis/waits.h"
#include "export/pending_output.h"
#include "export/trace_export.h"
#include "export/trace_tables.h"

#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace resched {

namespace {

struct CloseDatabase
{
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct FinishStatement
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementRef = std::unique_ptr<sqlite3_stmt, FinishStatement>;

class Database
{
public:
    explicit Database(std::filesystem::path target) : target_(std::move(target)) {}

    Result<void> open(const std::filesystem::path& path)
    {
        sqlite3* opened = nullptr;
        const int status = sqlite3_open(path.c_str(), &opened);
        database_.reset(opened);
        return status == SQLITE_OK ? Result<void>{} : failed();
    }
    Result<void> run(const std::string& sql)
    {
        const int status = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
        return status == SQLITE_OK ? Result<void>{} : failed();
    }
    Result<void> addTable(const std::string& name, const Table& table)
    {
        if (Result<void> made = run(createText(name, table)); !made) return made;
        std::string places;
        for (std::size_t i = 0; i < table.columns.size(); ++i) places += i == 0 ? "?" : ",?";
        sqlite3_stmt* prepared = nullptr;
        const std::string sql = "INSERT INTO " + name + " VALUES(" + places + ")";
        if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK) {
            return failed();
        }
        const StatementRef statement(prepared);
        for (const auto& row : table.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                bind(statement.get(), static_cast<int>(i + 1), row[i]);
            }
            if (sqlite3_step(statement.get()) != SQLITE_DONE) return failed();
            sqlite3_reset(statement.get());
        }
        return {};
    }

private:
    static std::string createText(const std::string& name, const Table& table)
    {
        std::string text = "CREATE TABLE " + name + "(";
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const Column& column = table.columns[i];
            const bool isReal = column.kind == ColumnKind::Ratio ||
                                column.key.ends_with("mean_ns") ||
                                column.key.ends_with("stddev_ns");
            if (i > 0) text += ", ";
            text += '"' + column.key + '"';
            text += column.kind == ColumnKind::Text ? " TEXT" : isReal ? " REAL" : " INTEGER";
        }
        return text + ")";
    }
    static void bind(sqlite3_stmt* statement, int place, const Cell& cell)
    {
        if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
            sqlite3_bind_int64(statement, place, *whole);
        } else if (const auto* real = std::get_if<double>(&cell)) {
            sqlite3_bind_double(statement, place, *real);
        } else if (const auto* text = std::get_if<std::string>(&cell)) {
            sqlite3_bind_text(statement, place, text->data(), static_cast<int>(text->size()),
                              SQLITE_STATIC);
        } else {
            sqlite3_bind_null(statement, place);
        }
    }
    Result<void> failed() const
    {
        return Error{.code = ErrorCode::WriteFailed,
                     .what = std::string("the database cannot be written: ") +
                             sqlite3_errmsg(database_.get()),
                     .path = target_.string()};
    }

    std::filesystem::path target_;
    std::unique_ptr<sqlite3, CloseDatabase> database_;
};

Table metaTable(const Trace& trace)
{
    const TraceInfo& info = trace.info();
    Table table;
    table.columns = {{"key", "key", ColumnKind::Text}, {"value", "value", ColumnKind::Text}};
    table.rows = {{std::string("source"), info.path},
                  {std::string("format"), info.format},
                  {std::string("tracer"), info.tracer},
                  {std::string("kernel_release"), info.kernelRelease},
                  {std::string("digest"), info.digest},
                  {std::string("provenance"), info.provenance},
                  {std::string("begin_ns"), std::to_string(nanoseconds(trace.begin()))},
                  {std::string("end_ns"), std::to_string(nanoseconds(trace.end()))},
                  {std::string("lost_events"), std::to_string(info.lostEvents)},
                  {std::string("partial"), std::to_string(info.partial ? 1 : 0)}};
    return table;
}

Table gapTable(const Trace& trace)
{
    Table table;
    table.columns = {{"cpu", "CPU", ColumnKind::Count},
                     {"begin_ns", "begin", ColumnKind::Time},
                     {"end_ns", "end", ColumnKind::Time},
                     {"kind", "kind", ColumnKind::Text},
                     {"lost", "lost", ColumnKind::Count}};
    static constexpr std::array<const char*, 3> kKinds = {"not_recorded", "lost", "offline"};
    for (const CpuLane& lane : trace.cpus()) {
        for (const Gap& gap : lane.gaps) {
            table.rows.push_back({std::int64_t{number(lane.id)}, nanoseconds(gap.range.begin),
                                  nanoseconds(gap.range.end),
                                  std::string(kKinds[static_cast<std::size_t>(gap.kind)]),
                                  static_cast<std::int64_t>(gap.lost)});
        }
    }
    return table;
}

}  // namespace

Result<void> writeSqlite(const Trace& trace, const std::filesystem::path& target,
                         Progress& progress)
{
    Result<PendingOutput> output = PendingOutput::file(target);
    if (!output) return output.error();
    {
        Database database(target);
        if (auto opened = database.open(output->path()); !opened) return opened;
        // The file is thrown away unless it is whole: no journal, no waiting for the disk.
        if (auto begun = database.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
            !begun) {
            return begun;
        }
        const Statistics statistics = computeStatistics(trace, {});
        const WaitSet waits = findWaits(trace, {});
        const std::pair<const char*, Table (*)(const Trace&)> plain[] = {
            {"meta", metaTable},      {"slices", sliceTable},         {"states", segmentTable},
            {"wakeups", wakeupTable}, {"migrations", migrationTable}, {"vruntime", vruntimeTable},
            {"gaps", gapTable}};
        double done = 0;
        for (const auto& [name, make] : plain) {
            if (!progress.advance(done += 0.1)) return canceled();
            if (auto added = database.addTable(name, make(trace)); !added) return added;
        }
        for (const auto& [name, table] :
             {std::pair<const char*, Table>{"tasks", taskTable(trace, statistics)},
              {"processes", processTable(trace, statistics)},
              {"cpus", cpuTable(statistics)},
              {"waits", waitTable(trace, waits.waits)}}) {
            if (auto added = database.addTable(name, table); !added) return added;
        }
        if (auto ended = database.run("COMMIT"); !ended) return ended;
    }
    if (!progress.advance(1.0)) return canceled();
    return output->commit();
}

}  // namespace resched
