// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/packet_layout.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>

namespace resched::ctf {

namespace {

// Words, numbers, strings (with their quotes) and single marks; comments are gone.
std::vector<std::string_view> tokensOf(std::string_view text)
{
    std::vector<std::string_view> tokens;
    const auto isWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
               c == '-' || c == '+';
    };
    std::size_t i = 0;
    while (i < text.size()) {
        const std::string_view rest = text.substr(i);
        std::size_t length = 1;
        if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
            ++i;
            continue;
        }
        if (rest.starts_with("/*")) {
            const std::size_t end = rest.find("*/", 2);
            i += end == std::string_view::npos ? rest.size() : end + 2;
            continue;
        }
        if (rest.starts_with("//")) {
            const std::size_t end = rest.find('\n');
            i += end == std::string_view::npos ? rest.size() : end;
            continue;
        }
        if (rest[0] == '"') {
            while (length < rest.size() && rest[length] != '"')
                length += rest[length] == '\\' ? 2U : 1U;
            length = std::min(length + 1, rest.size());
        } else if (rest.starts_with(":=")) {
            length = 2;
        } else if (isWord(rest[0])) {
            while (length < rest.size() && isWord(rest[length])) ++length;
        }
        tokens.push_back(rest.substr(0, length));
        i += length;
    }
    return tokens;
}

std::optional<std::uint64_t> numberOf(std::string_view token)
{
    int base = 10;
    if (token.starts_with("0x") || token.starts_with("0X")) {
        base = 16;
        token.remove_prefix(2);
    }
    while (!token.empty() && (token.back() == 'U' || token.back() == 'L' || token.back() == 'u')) {
        token.remove_suffix(1);
    }
    std::uint64_t value = 0;
    const auto [end, failure] =
        std::from_chars(token.data(), token.data() + token.size(), value, base);
    if (failure != std::errc() || end != token.data() + token.size()) return std::nullopt;
    return value;
}

std::optional<bool> byteOrderOf(std::string_view word)
{
    if (word == "le") return false;
    if (word == "be" || word == "network") return true;
    return std::nullopt;
}

std::optional<std::array<std::uint8_t, 16>> uuidOf(std::string_view quoted)
{
    std::array<std::uint8_t, 16> uuid{};
    std::size_t digits = 0;
    for (const char c : quoted) {
        if (c == '"' || c == '-') continue;
        std::uint8_t nibble = 0;
        if (digits == 32 || std::from_chars(&c, &c + 1, nibble, 16).ptr != &c + 1) {
            return std::nullopt;
        }
        uuid[digits / 2] = static_cast<std::uint8_t>(uuid[digits / 2] * 16U + nibble);
        ++digits;
    }
    if (digits != 32) return std::nullopt;
    return uuid;
}

// Goes through the declarations once. Whatever it does not know it steps over, braces and all; what
// it needs and does not understand leaves the layout without that part.
class LayoutParser
{
public:
    explicit LayoutParser(std::string_view tsdl) : tokens_(tokensOf(tsdl)) {}

    std::optional<PacketLayout> run()
    {
        while (!atEnd()) declaration();
        if (!hasHeader_ || isBroken_) return std::nullopt;
        return std::move(layout_);
    }

private:
    bool atEnd() const { return next_ >= tokens_.size(); }
    std::string_view peek(std::size_t ahead = 0) const
    {
        return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead] : std::string_view();
    }
    std::string_view take() { return atEnd() ? std::string_view() : tokens_[next_++]; }
    bool accept(std::string_view token)
    {
        if (peek() != token) return false;
        ++next_;
        return true;
    }
    // To behind the ';' that ends the statement.
    void skipStatement()
    {
        int depth = 0;
        while (!atEnd()) {
            const std::string_view token = take();
            if (token == "{") ++depth;
            if (token == "}") --depth;
            if (token == ";" && depth <= 0) return;
        }
    }

    void declaration()
    {
        if (peek() == "typealias") {
            typealias();
        } else if (peek() == "struct" && peek(2) == "{") {
            ++next_;
            const std::string name(take());
            if (auto parsed = structBody()) structs_[name] = *parsed;
            skipStatement();
        } else if (peek() == "trace" && peek(1) == "{") {
            next_ += 2;
            traceBlock();
        } else if (peek() == "stream" && peek(1) == "{") {
            next_ += 2;
            streamBlock();
        } else {
            skipStatement();
        }
    }

    void typealias()
    {
        ++next_;
        const std::optional<IntegerLayout> type = integer();
        // Any other alias is stepped over.
        while (!atEnd() && peek() != ":=" && peek() != ";") {
            if (peek() == "{") {
                skipBraces();
            } else {
                ++next_;
            }
        }
        if (!accept(":=")) {
            skipStatement();
            return;
        }
        std::string name;
        while (!atEnd() && peek() != ";") appendWord(name, take());
        ++next_;
        if (type) integers_[name] = *type;
    }

    void skipBraces()
    {
        int depth = 0;
        while (!atEnd()) {
            const std::string_view token = take();
            if (token == "{") ++depth;
            if (token == "}" && --depth <= 0) return;
        }
    }

    static void appendWord(std::string& name, std::string_view word)
    {
        if (!name.empty()) name += ' ';
        name += word;
    }

    // integer { size = 32; align = 8; … }
    std::optional<IntegerLayout> integer()
    {
        if (peek() != "integer" || peek(1) != "{") return std::nullopt;
        next_ += 2;
        IntegerLayout type;
        std::optional<std::uint32_t> align;
        while (!atEnd() && !accept("}")) {
            const std::string_view key = take();
            if (!accept("=")) continue;
            const std::string_view value = peek();
            if (key == "size") type.bits = static_cast<std::uint32_t>(numberOf(value).value_or(0));
            if (key == "align") align = static_cast<std::uint32_t>(numberOf(value).value_or(1));
            if (key == "byte_order") type.isBigEndian = byteOrderOf(value);
            while (!atEnd() && peek() != ";" && peek() != "}") ++next_;
            accept(";");
        }
        type.align = align.value_or(type.bits % 8 == 0 ? 8 : 1);
        return type;
    }

    // { TYPE NAME; TYPE NAME[N]; … } align(N)
    std::optional<StructLayout> structBody()
    {
        StructLayout layout;
        bool isKnown = accept("{");
        while (!atEnd() && !accept("}")) {
            std::optional<FieldLayout> field = fieldDeclaration();
            if (!field) {
                isKnown = false;
                continue;
            }
            layout.align = std::max(layout.align, field->type.align);
            layout.fields.push_back(std::move(*field));
        }
        if (peek() == "align" && peek(1) == "(") {
            next_ += 2;
            layout.align =
                std::max(layout.align, static_cast<std::uint32_t>(numberOf(take()).value_or(1)));
            accept(")");
        }
        if (!isKnown) return std::nullopt;
        return layout;
    }

    std::optional<FieldLayout> fieldDeclaration()
    {
        FieldLayout field;
        std::optional<IntegerLayout> type = integer();
        std::string words;
        while (!atEnd() && peek() != ";" && peek() != "[" && peek() != "}" && peek() != "{") {
            if (peek(1) == ";" || peek(1) == "[") break;
            appendWord(words, take());
        }
        if (!type && integers_.contains(words)) type = integers_[words];
        field.name = std::string(take());
        if (accept("[")) {
            const std::optional<std::uint64_t> count = numberOf(take());
            if (!count || *count > 4096 || !accept("]")) type.reset();
            field.count = static_cast<std::uint32_t>(count.value_or(0));
        }
        const bool isPlain = peek() == ";";
        skipStatement();
        if (!type || !isPlain || type->bits == 0 || type->bits > 64 || type->bits % 8 != 0 ||
            type->align % 8 != 0 || type->align == 0 || type->align > 64) {
            return std::nullopt;
        }
        // The underscore in front only keeps names apart from TSDL's keywords.
        if (field.name.starts_with('_')) field.name.erase(0, 1);
        field.type = *type;
        return field;
    }

    // struct NAME or struct { … }
    std::optional<StructLayout> structUse()
    {
        if (!accept("struct")) return std::nullopt;
        if (peek() == "{") return structBody();
        const std::string name(take());
        // A named structure may be declared here.
        if (peek() == "{") {
            auto parsed = structBody();
            if (parsed) structs_[name] = *parsed;
            return parsed;
        }
        const auto found = structs_.find(name);
        if (found == structs_.end()) return std::nullopt;
        return found->second;
    }

    void traceBlock()
    {
        while (!atEnd() && !accept("}")) {
            if (peek() == "packet.header" && peek(1) == ":=") {
                next_ += 2;
                const std::optional<StructLayout> header = structUse();
                hasHeader_ = true;
                if (header) layout_.header = *header;
                isBroken_ = isBroken_ || !header;
            } else if (peek() == "byte_order" && peek(1) == "=") {
                layout_.isBigEndian = byteOrderOf(peek(2)).value_or(false);
            } else if (peek() == "uuid" && peek(1) == "=") {
                layout_.uuid = uuidOf(peek(2));
            } else if (peek() == "typealias") {
                typealias();
                continue;
            }
            skipStatement();
        }
        skipStatement();
    }

    void streamBlock()
    {
        std::uint64_t id = 0;
        std::optional<StructLayout> context;
        bool hasContext = false;
        while (!atEnd() && !accept("}")) {
            if (peek() == "packet.context" && peek(1) == ":=") {
                next_ += 2;
                context = structUse();
                hasContext = true;
            } else if (peek() == "id" && peek(1) == "=") {
                id = numberOf(peek(2)).value_or(0);
            }
            skipStatement();
        }
        skipStatement();
        if (context) layout_.contexts[id] = *context;
        isBroken_ = isBroken_ || (hasContext && !context);
    }

    std::vector<std::string_view> tokens_;
    std::size_t next_ = 0;
    std::map<std::string, IntegerLayout, std::less<>> integers_;
    std::map<std::string, StructLayout, std::less<>> structs_;
    PacketLayout layout_;
    bool hasHeader_ = false;
    bool isBroken_ = false;
};

constexpr std::uint32_t kMetadataMagic = 0x75d11d57;
constexpr std::size_t kMetadataHeader = 37;  // magic, uuid, checksum, two sizes, five bytes

std::uint32_t word32(std::string_view bytes, std::size_t at, bool isBigEndian)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto byte = static_cast<std::uint8_t>(bytes[at + (isBigEndian ? i : 3 - i)]);
        value = value << 8U | byte;
    }
    return value;
}

}  // namespace

PlainMetadata plainMetadata(std::string_view metadata)
{
    if (metadata.size() < kMetadataHeader) return {.text = std::string(metadata)};
    const bool isLittle = word32(metadata, 0, false) == kMetadataMagic;
    const bool isBig = word32(metadata, 0, true) == kMetadataMagic;
    if (!isLittle && !isBig) return {.text = std::string(metadata)};
    PlainMetadata plain;
    while (metadata.size() >= kMetadataHeader) {
        const std::size_t content = word32(metadata, 24, isBig) / 8;
        const std::size_t packet = word32(metadata, 28, isBig) / 8;
        if (packet < kMetadataHeader || content < kMetadataHeader || content > packet) break;
        plain.text += metadata.substr(kMetadataHeader, content - kMetadataHeader);
        if (packet > metadata.size()) break;
        metadata.remove_prefix(packet);
    }
    plain.isDamaged = metadata.size() >= kMetadataHeader;
    return plain;
}

std::optional<PacketLayout> packetLayoutOf(std::string_view tsdl)
{
    return LayoutParser(tsdl).run();
}

}  // namespace resched::ctf
