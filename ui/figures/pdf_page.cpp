// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/pdf_page.h"

#include "figures/caption.h"
#include "plots/canvas.h"

#include <QtGui/QPageLayout>
#include <QtGui/QPageSize>
#include <QtGui/QPdfWriter>

#include <cctype>

namespace resched::ui {

namespace {

constexpr int kDotsPerInch = 1200;
constexpr double kPixelsPerInch = 96;

QPageLayout pageLayout(QSize pixels)
{
    const QSizeF inches = QSizeF(pixels) / kPixelsPerInch;
    return {QPageSize(inches, QPageSize::Inch, QString(), QPageSize::ExactMatch),
            QPageLayout::Portrait, QMarginsF(0, 0, 0, 0), QPageLayout::Inch};
}

// Overwrites the digits between `head` and `end`, so that no offset in the file moves.
void blank(QByteArray& bytes, const QByteArray& head, char end)
{
    for (qsizetype at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
        for (qsizetype i = at + head.size(); i < bytes.size() && bytes[i] != end; ++i) {
            if (std::isxdigit(static_cast<unsigned char>(bytes[i])) != 0) bytes[i] = '0';
        }
    }
}

}  // namespace

PdfDocument::PdfDocument(const QString& title, QSize pageSize) : buffer_(&bytes_)
{
    buffer_.open(QIODevice::WriteOnly);
    writer_ = std::make_unique<QPdfWriter>(&buffer_);
    writer_->setResolution(kDotsPerInch);
    writer_->setTitle(title);
    writer_->setCreator(programVersion());
    writer_->setPageLayout(pageLayout(pageSize));
    canvas_ = std::make_unique<Canvas>(writer_.get(), Canvas::Kind::Vector,
                                       kDotsPerInch / kPixelsPerInch);
}

PdfDocument::~PdfDocument() = default;

void PdfDocument::newPage(QSize pageSize)
{
    writer_->setPageLayout(pageLayout(pageSize));
    writer_->newPage();
}

std::string PdfDocument::finish()
{
    canvas_->end();
    canvas_.reset();
    writer_.reset();
    buffer_.close();
    blank(bytes_, "/CreationDate (D:", ')');
    blank(bytes_, "/ModDate (D:", ')');
    blank(bytes_, "/ID [", ']');
    return bytes_.toStdString();
}

}  // namespace resched::ui
