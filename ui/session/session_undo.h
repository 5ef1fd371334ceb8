// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One undoable change of the settings of a re-run: two values swapped. Steps of one drag merge.

#include "session/session.h"

#include <QtGui/QUndoCommand>

namespace resched::ui {

class ChangeSettings final : public QUndoCommand
{
public:
    ChangeSettings(Session& session, RunSettings after, const QString& what, int merge);
    void undo() override;
    void redo() override;
    int id() const override { return merge_; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Session& session_;
    RunSettings before_;
    RunSettings after_;
    int merge_;
};

}  // namespace resched::ui
