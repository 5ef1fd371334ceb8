// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/packing.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <vector>

namespace resched::test {

namespace fs = std::filesystem;

namespace {

la_ssize_t append(archive* /*writer*/, void* target, const void* data, std::size_t size)
{
    static_cast<std::string*>(target)->append(static_cast<const char*>(data), size);
    return static_cast<la_ssize_t>(size);
}

class Writer
{
public:
    explicit Writer(Filter filter)
    {
        if (filter == Filter::Gzip) archive_write_add_filter_gzip(archive_);
        if (filter == Filter::Xz) archive_write_add_filter_xz(archive_);
        if (filter == Filter::Zstd) archive_write_add_filter_zstd(archive_);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { archive_write_free(archive_); }

    archive* get() { return archive_; }
    void open()
    {
        archive_write_set_bytes_in_last_block(archive_, 1);
        EXPECT_EQ(archive_write_open(archive_, &bytes_, nullptr, append, nullptr), ARCHIVE_OK);
    }
    void add(const std::string& name, std::string_view content)
    {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        EXPECT_EQ(archive_write_header(archive_, entry), ARCHIVE_OK);
        archive_write_data(archive_, content.data(), content.size());
        archive_entry_free(entry);
    }
    void addFolder(const fs::path& folder, const std::string& prefix)
    {
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string content(std::istreambuf_iterator<char>(file), {});
            add(prefix + entry.path().lexically_relative(folder).string(), content);
        }
    }
    std::string take()
    {
        EXPECT_EQ(archive_write_close(archive_), ARCHIVE_OK);
        return std::move(bytes_);
    }

private:
    archive* archive_ = archive_write_new();
    std::string bytes_;
};

}  // namespace

std::string compressed(std::string_view content, Filter filter)
{
    Writer writer(filter);
    archive_write_set_format_raw(writer.get());
    writer.open();
    writer.add("content", content);
    return writer.take();
}

std::string tarOf(const fs::path& folder, const std::string& prefix, Filter filter)
{
    Writer writer(filter);
    archive_write_set_format_ustar(writer.get());
    writer.open();
    writer.addFolder(folder, prefix);
    return writer.take();
}

std::string zipOf(const fs::path& folder, const std::string& prefix)
{
    Writer writer(Filter::None);
    archive_write_set_format_zip(writer.get());
    writer.open();
    writer.addFolder(folder, prefix);
    return writer.take();
}

}  // namespace resched::test
