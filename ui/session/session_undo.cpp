// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session_undo.h"

#include <utility>

namespace resched::ui {

ChangeSettings::ChangeSettings(Session& session, RunSettings after, const QString& what, int merge)
    : QUndoCommand(what),
      session_(session),
      before_(session.settings()),
      after_(std::move(after)),
      merge_(merge)
{}

void ChangeSettings::undo()
{
    session_.applySettings(before_);
}

void ChangeSettings::redo()
{
    session_.applySettings(after_);
}

bool ChangeSettings::mergeWith(const QUndoCommand* other)
{
    if (other->id() != merge_) return false;
    after_ = static_cast<const ChangeSettings*>(other)->after_;
    setObsolete(before_ == after_);
    return true;
}

}  // namespace resched::ui
