// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The end of a Babeltrace graph: takes the messages of one data stream, decodes the events into an
// EventStream and keeps the books on packets and losses.
//
// Where lost events go. LTTng counts the loss of a packet when it closes it, and the loss lies
// between the packet's last event and its end if the next packet follows at once; a hole between
// two packets holds the loss otherwise.

#include "readers/ctf/prepared_folder.h"
#include "readers/ctf/stream_reader.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace resched::ctf {

class StreamSink
{
public:
    // `parts` are the packets that will come, empty when not known; `bytesRead` counts their bytes
    // for the progress.
    StreamSink(EventStream& out, const std::vector<PreparedFolder::Part>& parts,
               std::atomic<std::uint64_t>& bytesRead)
        : out_(out), parts_(parts), bytesRead_(bytesRead)
    {}

    void take(const bt_message* message);
    // How many packets have begun.
    std::size_t packets() const { return packet_; }
    // The rest of the packet does not decode: what follows comes from the next packet on, through
    // another graph.
    void breakOff(std::string_view why, const std::string& path);
    // At the end of the stream.
    StreamSummary finish();

private:
    struct Clock
    {
        std::uint64_t frequency = 1'000'000'000;
        std::int64_t offsetSeconds = 0;
        std::uint64_t offsetCycles = 0;
    };

    void beginStream(const bt_stream* stream);
    void beginPacket(const bt_message* message);
    void endPacket(const bt_message* message);
    void takeEvent(const bt_message* message);
    void loseEvents(const bt_message* message);
    void losePackets(const bt_message* message);
    void pushLoss(Timestamp from, Timestamp until, std::uint64_t count);
    std::optional<Timestamp> timeOf(const bt_clock_snapshot* snapshot);
    DiagnosticPlace place(std::optional<Timestamp> time) const;
    void closeDecoder();
    void noteBytes(std::uint64_t bytes);

    EventStream& out_;
    const std::vector<PreparedFolder::Part>& parts_;
    std::atomic<std::uint64_t>& bytesRead_;
    StreamSummary summary_;
    std::string path_;
    std::unique_ptr<EventDecoder> decoder_;
    Clock clock_;
    bool hasClock_ = false;
    bool packetsHaveBegin_ = false;
    bool packetsHaveEnd_ = false;
    CpuId cpu_ = kNoCpu;
    std::optional<Timestamp> packetBegin_;
    std::optional<Timestamp> previousPacketEnd_;
    std::optional<Timestamp> lastEvent_;
    std::uint64_t lostInPacket_ = 0;
    std::size_t packet_ = 0;
    bool hasHole_ = false;
    std::uint64_t packetBytes_ = 0;    // of the packet being read
    std::uint64_t reportedBytes_ = 0;  // of it
    std::uint64_t eventsInPacket_ = 0;
};

}  // namespace resched::ctf
