// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/action_table.h"

#include "window/main_window.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <array>

namespace resched::ui {
namespace {

constexpr std::array kActions{
    ActionRow{"open", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", Scope::Window,
              [](MainWindow& window) { window.chooseFile(); }},
    ActionRow{"open-folder", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open &folder…"),
              "Ctrl+Shift+O", Scope::Window, [](MainWindow& window) { window.chooseFolder(); }},
    ActionRow{"open-sample", MenuId::File, QT_TRANSLATE_NOOP("Actions", "Open the &sample"), "",
              Scope::Window, [](MainWindow& window) { window.openSample(); }},
    ActionRow{"export", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Export figure…"), "Ctrl+E",
              Scope::Window, [](MainWindow& window) { window.exportFigure(); }, true},
    ActionRow{"quit", MenuId::File, QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", Scope::Window,
              [](MainWindow& window) { window.close(); }, true},

    ActionRow{"undo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Undo tuning"), "Ctrl+Z",
              Scope::Window, [](MainWindow& window) { window.session().undoStack().undo(); }},
    ActionRow{"redo", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Redo tuning"),
              "Ctrl+Shift+Z; Ctrl+Y", Scope::Window,
              [](MainWindow& window) { window.session().undoStack().redo(); }},
    ActionRow{"find", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Find…"), "Ctrl+F; /",
              Scope::Window, [](MainWindow& window) { window.startFind(); }, true},
    ActionRow{"pin", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Pin the selected task"), "P",
              Scope::Window, [](MainWindow& window) { window.togglePinned(); }, true},
    ActionRow{"hide", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Hide the selected task"), "H",
              Scope::Window, [](MainWindow& window) { window.hideSelected(); }},
    ActionRow{"show-all", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "Show &all tasks"), "Shift+H",
              Scope::Window, [](MainWindow& window) { window.session().setHiddenTasks({}); }},
    ActionRow{"deselect", MenuId::Edit, QT_TRANSLATE_NOOP("Actions", "&Let go of the selection"),
              "Escape", Scope::Timeline, [](MainWindow& window) { window.letGo(); }},

    ActionRow{"zoom-in", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Zoom &in"),
              "W; Ctrl++; Ctrl+=", Scope::Window,
              [](MainWindow& window) { window.timeline().zoomIn(); }},
    ActionRow{"zoom-out", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "S; Ctrl+-",
              Scope::Window, [](MainWindow& window) { window.timeline().zoomOut(); }},
    ActionRow{"pan-left", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Pan &left"), "A",
              Scope::Window, [](MainWindow& window) { window.timeline().panLeft(); }},
    ActionRow{"pan-right", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Pan &right"), "D",
              Scope::Window, [](MainWindow& window) { window.timeline().panRight(); }},
    ActionRow{"zoom-selection", MenuId::View,
              QT_TRANSLATE_NOOP("Actions", "Zoom to the &selection"), "Z; F", Scope::Window,
              [](MainWindow& window) { window.timeline().zoomToSelection(); }},
    ActionRow{"zoom-all", MenuId::View, QT_TRANSLATE_NOOP("Actions", "Show &everything"), "Home",
              Scope::Timeline, [](MainWindow& window) { window.timeline().showAll(); }},
    ActionRow{"view-back", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Back to the view before"),
              "Alt+Left", Scope::Window, [](MainWindow& window) { window.session().undoView(); },
              true},
    ActionRow{"view-forward", MenuId::View, QT_TRANSLATE_NOOP("Actions", "&Forward"), "Alt+Right",
              Scope::Window, [](MainWindow& window) { window.session().redoView(); }},

    ActionRow{"next-slice", MenuId::Navigate,
              QT_TRANSLATE_NOOP("Actions", "&Next slice of the lane"), "Right", Scope::Timeline,
              [](MainWindow& window) { window.timeline().nextSlice(); }},
    ActionRow{"previous-slice", MenuId::Navigate,
              QT_TRANSLATE_NOOP("Actions", "&Previous slice of the lane"), "Left", Scope::Timeline,
              [](MainWindow& window) { window.timeline().previousSlice(); }},
    ActionRow{"lane-up", MenuId::Navigate, QT_TRANSLATE_NOOP("Actions", "Task lane &above"), "Up",
              Scope::Timeline, [](MainWindow& window) { window.timeline().selectUp(); }},
    ActionRow{"lane-down", MenuId::Navigate, QT_TRANSLATE_NOOP("Actions", "Task lane &below"),
              "Down", Scope::Timeline, [](MainWindow& window) { window.timeline().selectDown(); }},
    ActionRow{"next-event", MenuId::Navigate,
              QT_TRANSLATE_NOOP("Actions", "Next &event of the selected task"), ".", Scope::Window,
              [](MainWindow& window) { window.timeline().nextEvent(); }, true},
    ActionRow{"previous-event", MenuId::Navigate,
              QT_TRANSLATE_NOOP("Actions", "Previous e&vent of the selected task"), ",",
              Scope::Window, [](MainWindow& window) { window.timeline().previousEvent(); }},
    ActionRow{"mark", MenuId::Navigate, QT_TRANSLATE_NOOP("Actions", "Set or remove a &marker"),
              "M", Scope::Window, [](MainWindow& window) { window.timeline().toggleMarker(); },
              true},
    ActionRow{"next-marker", MenuId::Navigate, QT_TRANSLATE_NOOP("Actions", "Next ma&rker"), "N",
              Scope::Window, [](MainWindow& window) { window.timeline().nextMarker(); }},
    ActionRow{"previous-marker", MenuId::Navigate, QT_TRANSLATE_NOOP("Actions", "Previous mar&ker"),
              "Shift+N", Scope::Window,
              [](MainWindow& window) { window.timeline().previousMarker(); }},
    ActionRow{"worst-wait", MenuId::Navigate,
              QT_TRANSLATE_NOOP("Actions", "&Longest wait in the range"), "L", Scope::Window,
              [](MainWindow& window) { window.goToLongestWait(); }, true},

    ActionRow{"rerun", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Re-run"), "Ctrl+R",
              Scope::Window, [](MainWindow& window) { window.session().rerun(); }},
    ActionRow{"cancel-rerun", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Cancel the re-run"),
              "Ctrl+.", Scope::Window, [](MainWindow& window) { window.session().cancelRerun(); }},
    ActionRow{"defaults", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Reset to kernel &defaults"),
              "", Scope::Window, [](MainWindow& window) { window.tuning().resetToDefaults(); },
              true},
    ActionRow{"as-recorded", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "Reset to the rec&ording"),
              "", Scope::Window, [](MainWindow& window) { window.tuning().resetToRecorded(); }},

    ActionRow{"experiments", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Experiments…"),
              "Ctrl+Shift+E", Scope::Window, [](MainWindow& window) { window.showExperiments(); },
              true},
    ActionRow{"sweep", MenuId::Run, QT_TRANSLATE_NOOP("Actions", "&Sweep…"), "Ctrl+Shift+W",
              Scope::Window, [](MainWindow& window) { window.showSweepOfOpen(); }},

    ActionRow{"palette", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&Commands…"), "Ctrl+Shift+P",
              Scope::Window, [](MainWindow& window) { window.showCommands(); }},
    ActionRow{"sheet", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&Keyboard and mouse"), "?; F1",
              Scope::Window, [](MainWindow& window) { window.showSheet(); }},
    ActionRow{"about", MenuId::Help, QT_TRANSLATE_NOOP("Actions", "&About Resched"), "",
              Scope::Window, [](MainWindow& window) { window.showAbout(); }, true},
};

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
