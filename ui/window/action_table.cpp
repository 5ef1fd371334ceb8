// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/action_table.h"

#include "window/main_window.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <array>

namespace resched::ui {
namespace {

#define TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr std::array kActions{
    ActionRow{"open", MenuId::File, TEXT("&Open…"), "Ctrl+O", Scope::Window,
              [](MainWindow& window) { window.chooseFile(); }},
    ActionRow{"open-folder", MenuId::File, TEXT("Open &folder…"), "Ctrl+Shift+O", Scope::Window,
              [](MainWindow& window) { window.chooseFolder(); }},
    ActionRow{"open-sample", MenuId::File, TEXT("Open the &sample"), "", Scope::Window,
              [](MainWindow& window) { window.openSample(); }},
    ActionRow{"quit", MenuId::File, TEXT("&Quit"), "Ctrl+Q", Scope::Window,
              [](MainWindow& window) { window.close(); }, true},

    ActionRow{"undo", MenuId::Edit, TEXT("&Undo tuning"), "Ctrl+Z", Scope::Window,
              [](MainWindow& window) { window.session().undoStack().undo(); }},
    ActionRow{"redo", MenuId::Edit, TEXT("&Redo tuning"), "Ctrl+Shift+Z; Ctrl+Y", Scope::Window,
              [](MainWindow& window) { window.session().undoStack().redo(); }},
    ActionRow{"find", MenuId::Edit, TEXT("&Find…"), "Ctrl+F; /", Scope::Window,
              [](MainWindow& window) { window.startFind(); }, true},
    ActionRow{"pin", MenuId::Edit, TEXT("&Pin the selected task"), "P", Scope::Window,
              [](MainWindow& window) { window.togglePinned(); }, true},
    ActionRow{"hide", MenuId::Edit, TEXT("&Hide the selected task"), "H", Scope::Window,
              [](MainWindow& window) { window.hideSelected(); }},
    ActionRow{"show-all", MenuId::Edit, TEXT("Show &all tasks"), "Shift+H", Scope::Window,
              [](MainWindow& window) { window.session().setHiddenTasks({}); }},
    ActionRow{"deselect", MenuId::Edit, TEXT("&Let go of the selection"), "Escape", Scope::Timeline,
              [](MainWindow& window) { window.letGo(); }},

    ActionRow{"zoom-in", MenuId::View, TEXT("Zoom &in"), "W; Ctrl++; Ctrl+=", Scope::Window,
              [](MainWindow& window) { window.timeline().zoomIn(); }},
    ActionRow{"zoom-out", MenuId::View, TEXT("Zoom &out"), "S; Ctrl+-", Scope::Window,
              [](MainWindow& window) { window.timeline().zoomOut(); }},
    ActionRow{"pan-left", MenuId::View, TEXT("Pan &left"), "A", Scope::Window,
              [](MainWindow& window) { window.timeline().panLeft(); }},
    ActionRow{"pan-right", MenuId::View, TEXT("Pan &right"), "D", Scope::Window,
              [](MainWindow& window) { window.timeline().panRight(); }},
    ActionRow{"zoom-selection", MenuId::View, TEXT("Zoom to the &selection"), "Z; F", Scope::Window,
              [](MainWindow& window) { window.timeline().zoomToSelection(); }},
    ActionRow{"zoom-all", MenuId::View, TEXT("Show &everything"), "Home", Scope::Timeline,
              [](MainWindow& window) { window.timeline().showAll(); }},
    ActionRow{"view-back", MenuId::View, TEXT("&Back to the view before"), "Alt+Left",
              Scope::Window, [](MainWindow& window) { window.session().undoView(); }, true},
    ActionRow{"view-forward", MenuId::View, TEXT("&Forward"), "Alt+Right", Scope::Window,
              [](MainWindow& window) { window.session().redoView(); }},

    ActionRow{"next-slice", MenuId::Navigate, TEXT("&Next slice of the lane"), "Right",
              Scope::Timeline, [](MainWindow& window) { window.timeline().nextSlice(); }},
    ActionRow{"previous-slice", MenuId::Navigate, TEXT("&Previous slice of the lane"), "Left",
              Scope::Timeline, [](MainWindow& window) { window.timeline().previousSlice(); }},
    ActionRow{"lane-up", MenuId::Navigate, TEXT("Task lane &above"), "Up", Scope::Timeline,
              [](MainWindow& window) { window.timeline().selectUp(); }},
    ActionRow{"lane-down", MenuId::Navigate, TEXT("Task lane &below"), "Down", Scope::Timeline,
              [](MainWindow& window) { window.timeline().selectDown(); }},
    ActionRow{"next-event", MenuId::Navigate, TEXT("Next &event of the selected task"), ".",
              Scope::Window, [](MainWindow& window) { window.timeline().nextEvent(); }, true},
    ActionRow{"previous-event", MenuId::Navigate, TEXT("Previous e&vent of the selected task"), ",",
              Scope::Window, [](MainWindow& window) { window.timeline().previousEvent(); }},
    ActionRow{"mark", MenuId::Navigate, TEXT("Set or remove a &marker"), "M", Scope::Window,
              [](MainWindow& window) { window.timeline().toggleMarker(); }, true},
    ActionRow{"next-marker", MenuId::Navigate, TEXT("Next ma&rker"), "N", Scope::Window,
              [](MainWindow& window) { window.timeline().nextMarker(); }},
    ActionRow{"previous-marker", MenuId::Navigate, TEXT("Previous mar&ker"), "Shift+N",
              Scope::Window, [](MainWindow& window) { window.timeline().previousMarker(); }},
    ActionRow{"worst-wait", MenuId::Navigate, TEXT("&Longest wait in the range"), "L",
              Scope::Window, [](MainWindow& window) { window.goToLongestWait(); }, true},

    ActionRow{"rerun", MenuId::Run, TEXT("&Re-run"), "Ctrl+R", Scope::Window,
              [](MainWindow& window) { window.session().rerun(); }},
    ActionRow{"cancel-rerun", MenuId::Run, TEXT("&Cancel the re-run"), "Ctrl+.", Scope::Window,
              [](MainWindow& window) { window.session().cancelRerun(); }},
    ActionRow{"defaults", MenuId::Run, TEXT("Reset to kernel &defaults"), "", Scope::Window,
              [](MainWindow& window) { window.tuning().resetToDefaults(); }, true},
    ActionRow{"as-recorded", MenuId::Run, TEXT("Reset to the rec&ording"), "", Scope::Window,
              [](MainWindow& window) { window.tuning().resetToRecorded(); }},

    ActionRow{"palette", MenuId::Help, TEXT("&Commands…"), "Ctrl+Shift+P", Scope::Window,
              [](MainWindow& window) { window.showCommands(); }},
    ActionRow{"sheet", MenuId::Help, TEXT("&Keyboard and mouse"), "?; F1", Scope::Window,
              [](MainWindow& window) { window.showSheet(); }},
    ActionRow{"about", MenuId::Help, TEXT("&About Resched"), "", Scope::Window,
              [](MainWindow& window) { window.showAbout(); }, true},
};

#undef TEXT

}  // namespace

std::span<const ActionRow> actionTable()
{
    return kActions;
}

QString actionText(const ActionRow& row)
{
    return QCoreApplication::translate("Actions", row.text);
}

QString plainText(const ActionRow& row)
{
    return actionText(row).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

QList<QKeySequence> actionShortcuts(const ActionRow& row)
{
    QList<QKeySequence> shortcuts;
    const auto texts =
        QString::fromLatin1(row.shortcuts).split(QStringLiteral("; "), Qt::SkipEmptyParts);
    for (const QString& text : texts) shortcuts << QKeySequence(text, QKeySequence::PortableText);
    return shortcuts;
}

QString menuTitle(MenuId menu)
{
    switch (menu) {
        case MenuId::File:
            return QCoreApplication::translate("Actions", "&File");
        case MenuId::Edit:
            return QCoreApplication::translate("Actions", "&Edit");
        case MenuId::View:
            return QCoreApplication::translate("Actions", "&View");
        case MenuId::Navigate:
            return QCoreApplication::translate("Actions", "&Navigate");
        case MenuId::Run:
            return QCoreApplication::translate("Actions", "&Run");
        case MenuId::Help:
            return QCoreApplication::translate("Actions", "&Help");
    }
    return {};
}

}  // namespace resched::ui
