// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A PDF in memory, painted in pixels of 1/96 inch. Its bytes depend on what is painted alone: the
// date and the identity that the writer puts in are made constant.

#include <QtCore/QBuffer>
#include <QtCore/QByteArray>
#include <QtCore/QSize>
#include <QtCore/QString>

#include <memory>
#include <string>

class QPdfWriter;

namespace resched::ui {

class Canvas;

class PdfDocument
{
public:
    PdfDocument(const QString& title, QSize pageSize);
    ~PdfDocument();
    PdfDocument(const PdfDocument&) = delete;
    PdfDocument& operator=(const PdfDocument&) = delete;

    Canvas& canvas() { return *canvas_; }
    // Another page of that size; what is painted next goes there.
    void newPage(QSize pageSize);
    // Nothing is painted after it.
    std::string finish();

private:
    QByteArray bytes_;
    QBuffer buffer_;
    std::unique_ptr<QPdfWriter> writer_;
    std::unique_ptr<Canvas> canvas_;
};

}  // namespace resched::ui
