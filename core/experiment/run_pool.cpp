// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/run_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace resched {

namespace {

using namespace std::chrono_literals;

// What the workers share: which piece is next, how far each is, and whether to stop.
class Pool
{
public:
    Pool(std::size_t pieces, const std::function<Result<void>(std::size_t, Progress&)>& work)
        : work_(work), done_(pieces), errors_(pieces)
    {}

    void drain()
    {
        while (!stopped_) {
            const std::size_t piece = next_++;
            if (piece >= done_.size()) break;
            PieceProgress progress(*this, piece);
            const Result<void> result = work_(piece, progress);
            if (!result) {
                errors_[piece] = result.error();
                stopped_ = true;
            }
            done_[piece] = 1.0;
        }
        const std::lock_guard lock(mutex_);
        --working_;
        changed_.notify_all();
    }

    void start(int workers) { working_ = workers; }
    void stop() { stopped_ = true; }

    bool waitFor(std::chrono::milliseconds time)
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, time, [&] { return working_ == 0; });
    }

    double fraction() const
    {
        double sum = 0;
        for (const auto& piece : done_) sum += piece;
        return sum / static_cast<double>(done_.size());
    }

    std::optional<Error> error() const
    {
        // A piece that was stopped because another failed says no more than that.
        std::optional<Error> found;
        for (const auto& error : errors_) {
            if (!error) continue;
            if (error->code != ErrorCode::Canceled) return error;
            found = error;
        }
        return found;
    }

private:
    class PieceProgress final : public Progress
    {
    public:
        PieceProgress(Pool& pool, std::size_t piece) : pool_(pool), piece_(piece) {}
        bool advance(double fraction) override
        {
            pool_.done_[piece_] = fraction;
            return !pool_.stopped_;
        }

    private:
        Pool& pool_;
        std::size_t piece_;
    };

    const std::function<Result<void>(std::size_t, Progress&)>& work_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stopped_ = false;
    std::vector<std::atomic<double>> done_;
    std::vector<std::optional<Error>> errors_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int working_ = 0;
};

}  // namespace

Result<void> runAll(std::size_t pieces, int threads,
                    const std::function<Result<void>(std::size_t, Progress&)>& work,
                    Progress& progress)
{
    if (pieces == 0) return {};
    const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    const int wanted = threads > 0 ? threads : cores;
    const int workers = std::min(wanted, static_cast<int>(std::min<std::size_t>(pieces, 1024)));
    Pool pool(pieces, work);
    pool.start(workers);
    std::vector<std::jthread> started;
    for (int i = 0; i < workers; ++i) started.emplace_back([&pool] { pool.drain(); });
    bool isCanceled = false;
    double shown = 0;
    while (!pool.waitFor(50ms)) {
        shown = std::max(shown, pool.fraction());
        if (!progress.advance(shown)) {
            isCanceled = true;
            pool.stop();
        }
    }
    started.clear();
    if (isCanceled) return canceled();
    if (auto error = pool.error()) return *error;
    return {};
}

}  // namespace resched
