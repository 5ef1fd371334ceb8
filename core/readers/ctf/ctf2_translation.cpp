// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/ctf2_translation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

namespace resched::ctf {

namespace {

using nlohmann::json;

constexpr char kRecordSeparator = '\x1e';
constexpr int kMaxDepth = 16;

const json* member(const json& object, const char* key)
{
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string textOf(const json& object, const char* key)
{
    const json* found = member(object, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint64_t> numberOf(const json& object, const char* key)
{
    const json* found = member(object, key);
    if (found == nullptr || !found->is_number_unsigned()) return std::nullopt;
    return found->get<std::uint64_t>();
}

bool hasRole(const json& fieldClass, std::string_view role)
{
    const json* roles = member(fieldClass, "roles");
    if (roles == nullptr || !roles->is_array()) return false;
    return std::ranges::any_of(*roles, [&](const json& each) {
        return each.is_string() && each.get_ref<const std::string&>() == role;
    });
}

std::string inQuotes(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) continue;
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

// An underscore in front keeps names apart from TSDL's keywords; readers take it off again.
std::string identifier(const std::string& name)
{
    std::string result = "_";
    for (const char c : name) {
        result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    return result;
}

std::string uuidText(const json& bytes)
{
    if (!bytes.is_array() || bytes.size() != 16) return {};
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (!bytes[i].is_number_unsigned() || bytes[i].get<std::uint64_t>() > 255) return {};
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        std::array<char, 4> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", bytes[i].get<unsigned>());
        text += hex.data();
    }
    return text;
}

// Which part of a packet or event a structure describes: TSDL knows the special fields by name,
// CTF 2 by role.
enum class Part : std::uint8_t { PacketHeader, PacketContext, EventHeader, Fields };

struct RoleName
{
    Part part;
    const char* role;
    const char* name;
    bool isClock = false;
};
constexpr RoleName kRoleNames[] = {
    {Part::PacketHeader, "packet-magic-number", "magic"},
    {Part::PacketHeader, "metadata-stream-uuid", "uuid"},
    {Part::PacketHeader, "data-stream-class-id", "stream_id"},
    {Part::PacketHeader, "data-stream-id", "stream_instance_id"},
    {Part::PacketContext, "default-clock-timestamp", "timestamp_begin", true},
    {Part::PacketContext, "packet-end-default-clock-timestamp", "timestamp_end", true},
    {Part::PacketContext, "packet-content-length", "content_size"},
    {Part::PacketContext, "packet-total-length", "packet_size"},
    {Part::PacketContext, "packet-sequence-number", "packet_seq_num"},
    {Part::PacketContext, "discarded-event-record-counter-snapshot", "events_discarded"},
    {Part::EventHeader, "event-record-class-id", "id"},
    {Part::EventHeader, "default-clock-timestamp", "timestamp", true},
};

// A field class as TSDL: what stands before the field's name, and what after it.
struct Declaration
{
    std::string before;
    std::string after = {};
};

class Translator
{
public:
    Result<std::string> run(std::string_view metadata)
    {
        if (Result<void> parsed = parse(metadata); !parsed) return parsed.error();
        for (const json& fragment : fragments_) {
            const std::string type = textOf(fragment, "type");
            if (type == "preamble") preamble(fragment);
            if (type == "field-class-alias") alias(fragment);
        }
        for (const json& fragment : fragments_) {
            const std::string type = textOf(fragment, "type");
            if (type == "trace-class") traceClass(fragment);
            if (type == "clock-class") clockClass(fragment);
            if (type == "data-stream-class") dataStreamClass(fragment);
            if (type == "event-record-class") eventRecordClass(fragment);
            if (!refusal_.empty()) break;
        }
        if (!refusal_.empty()) {
            return Error{.code = ErrorCode::Unsupported,
                         .what = "the CTF 2 metadata uses " + refusal_,
                         .expected = "what CTF 1.8 can express"};
        }
        return "/* CTF 1.8 */\n\n" + traceBlock() + clocks_ + streams_ + events_;
    }

private:
    Result<void> parse(std::string_view metadata)
    {
        while (!metadata.empty()) {
            metadata.remove_prefix(1);  // the separator
            const std::size_t end = std::min(metadata.find(kRecordSeparator), metadata.size());
            json fragment = json::parse(metadata.substr(0, end), nullptr, false);
            metadata.remove_prefix(end);
            if (fragment.is_discarded() || !fragment.is_object()) {
                return Error{.code = ErrorCode::Corrupt,
                             .what = "fragment " + std::to_string(fragments_.size() + 1) +
                                     " of the CTF 2 metadata is no JSON object"};
            }
            fragments_.push_back(std::move(fragment));
        }
        return {};
    }

    void refuse(const std::string& what)
    {
        if (refusal_.empty()) refusal_ = what;
    }

    void preamble(const json& fragment)
    {
        if (numberOf(fragment, "version").value_or(0) != 2) refuse("a version other than 2");
        if (const json* uuid = member(fragment, "uuid")) uuid_ = uuidText(*uuid);
    }

    void alias(const json& fragment)
    {
        if (const json* fieldClass = member(fragment, "field-class")) {
            aliases_[textOf(fragment, "name")] = fieldClass;
        }
    }

    // A field class may be given by the name of an alias.
    const json* resolved(const json* fieldClass) const
    {
        for (int i = 0; i < kMaxDepth && fieldClass != nullptr && fieldClass->is_string(); ++i) {
            const auto found = aliases_.find(fieldClass->get_ref<const std::string&>());
            fieldClass = found == aliases_.end() ? nullptr : found->second;
        }
        return fieldClass;
    }

    std::string alignment(const json& fieldClass) const
    {
        return std::to_string(
            std::max<std::uint64_t>(1, numberOf(fieldClass, "alignment").value_or(1)));
    }

    std::string byteOrder(const json& fieldClass)
    {
        const bool isBig = textOf(fieldClass, "byte-order") == "big-endian";
        const std::string bitOrder = textOf(fieldClass, "bit-order");
        if (!bitOrder.empty() && bitOrder != (isBig ? "last-to-first" : "first-to-last")) {
            refuse("a bit order that differs from the byte order");
        }
        if (traceOrder_.empty()) traceOrder_ = isBig ? "be" : "le";
        return isBig ? "be" : "le";
    }

    std::string integer(const json& fieldClass, bool isSigned, bool isClock)
    {
        const std::uint64_t length = numberOf(fieldClass, "length").value_or(0);
        if (length == 0 || length > 64) refuse("an integer of " + std::to_string(length) + " bits");
        std::string text = "integer { size = " + std::to_string(length) +
                           "; align = " + alignment(fieldClass) +
                           "; signed = " + (isSigned ? "true" : "false") +
                           "; byte_order = " + byteOrder(fieldClass) + ";";
        if (isClock && !streamClock_.empty()) text += " map = clock." + streamClock_ + ".value;";
        return text + " }";
    }

    static std::string characters()
    {
        return "integer { size = 8; align = 8; signed = false; encoding = UTF8; }";
    }
    static std::string octets() { return "integer { size = 8; align = 8; signed = false; }"; }

    // The last name of a field location: ["event-record-header", "id"] in the draft,
    // {"path": ["id"]} since.
    static std::string locationName(const json* location)
    {
        if (location != nullptr && location->is_object()) location = member(*location, "path");
        if (location == nullptr || !location->is_array() || location->empty() ||
            !location->back().is_string()) {
            return {};
        }
        return location->back().get<std::string>();
    }

    // What the field of that name is called in TSDL.
    std::string tsdlName(const std::string& name) const
    {
        const auto found = renamed_.find(name);
        return found == renamed_.end() ? identifier(name) : found->second;
    }

    std::string dynamicLength(const json& fieldClass) const
    {
        return "[ " + tsdlName(locationName(member(fieldClass, "length-field-location"))) + " ]";
    }
    static std::string staticLength(const json& fieldClass)
    {
        return "[" + std::to_string(numberOf(fieldClass, "length").value_or(0)) + "]";
    }

    Declaration declaration(const json* given, Part part, int depth, bool isClock)
    {
        const json* fieldClass = resolved(given);
        if (fieldClass == nullptr || depth > kMaxDepth) {
            refuse("a field class that is not there");
            return {};
        }
        const std::string type = textOf(*fieldClass, "type");
        const bool isSigned = type.find("-signed-") != std::string::npos;
        if (type == "fixed-length-unsigned-integer" || type == "fixed-length-signed-integer" ||
            type == "fixed-length-unsigned-enumeration" ||
            type == "fixed-length-signed-enumeration" || type == "fixed-length-boolean" ||
            type == "fixed-length-bit-array" || type == "fixed-length-bit-map") {
            return {integer(*fieldClass, isSigned, isClock)};
        }
        if (type == "fixed-length-floating-point-number") return {floatingPoint(*fieldClass)};
        if (type == "null-terminated-string" || type == "string") {
            return {"string { encoding = UTF8; }"};
        }
        if (type == "static-length-string") return {characters(), staticLength(*fieldClass)};
        if (type == "static-length-blob") return {octets(), staticLength(*fieldClass)};
        if (type == "dynamic-length-string") return {characters(), dynamicLength(*fieldClass)};
        if (type == "dynamic-length-blob") return {octets(), dynamicLength(*fieldClass)};
        if (type == "static-length-array" || type == "dynamic-length-array") {
            Declaration element =
                declaration(member(*fieldClass, "element-field-class"), part, depth + 1, false);
            element.after = (type == "static-length-array" ? staticLength(*fieldClass)
                                                           : dynamicLength(*fieldClass)) +
                            element.after;
            return element;
        }
        if (type == "structure") return {structure(*fieldClass, part, depth + 1)};
        if (type == "variant") return {variant(*fieldClass, part, depth + 1)};
        refuse(type.empty() ? "a field class without a type" : "field class \"" + type + "\"");
        return {};
    }

    std::string floatingPoint(const json& fieldClass)
    {
        const std::uint64_t length = numberOf(fieldClass, "length").value_or(0);
        if (length != 32 && length != 64) {
            refuse("a floating-point number of " + std::to_string(length) + " bits");
        }
        const std::string digits =
            length == 32 ? "exp_dig = 8; mant_dig = 24;" : "exp_dig = 11; mant_dig = 53;";
        return "floating_point { " + digits + " align = " + alignment(fieldClass) +
               "; byte_order = " + byteOrder(fieldClass) + "; }";
    }

    // In TSDL the labels of the selector's enumeration choose the option; here they are made from
    // the ranges that each option has.
    std::string enumeration(const json& selector, const json& variantClass)
    {
        const bool isSigned = textOf(selector, "type").find("-signed-") != std::string::npos;
        std::string text = "enum : " + integer(selector, isSigned, false) + " {";
        const json* options = member(variantClass, "options");
        std::size_t number = 0;
        for (const json& option : options != nullptr ? *options : json::array()) {
            const json* ranges = member(option, "selector-field-ranges");
            for (const json& range : ranges != nullptr ? *ranges : json::array()) {
                if (!range.is_array() || range.size() != 2 || !range[0].is_number_integer() ||
                    !range[1].is_number_integer()) {
                    refuse("a selector range that is no pair of numbers");
                    return {};
                }
                text += " o" + std::to_string(number) + " = " + range[0].dump() + " ... " +
                        range[1].dump() + ",";
            }
            ++number;
        }
        if (text.back() == ',') text.pop_back();
        return text + " }";
    }

    std::string variant(const json& fieldClass, Part part, int depth)
    {
        const std::string selector = locationName(member(fieldClass, "selector-field-location"));
        std::string text = "variant <" + tsdlName(selector) + "> {\n";
        const json* options = member(fieldClass, "options");
        std::size_t number = 0;
        for (const json& option : options != nullptr ? *options : json::array()) {
            const Declaration inner =
                declaration(member(option, "field-class"), part, depth, false);
            text += inner.before + " o" + std::to_string(number++) + inner.after + ";\n";
        }
        return text + "}";
    }

    // The variant of this structure that the member of that name selects, if any.
    const json* variantSelectedBy(const json& members, const std::string& name) const
    {
        for (const json& other : members) {
            const json* fieldClass = resolved(member(other, "field-class"));
            if (fieldClass != nullptr && textOf(*fieldClass, "type") == "variant" &&
                locationName(member(*fieldClass, "selector-field-location")) == name) {
                return fieldClass;
            }
        }
        return nullptr;
    }

    std::string structure(const json& fieldClass, Part part, int depth)
    {
        std::string text = "struct {\n";
        const json none = json::array();
        const json* found = member(fieldClass, "member-classes");
        const json& members = found != nullptr && found->is_array() ? *found : none;
        for (const json& each : members) text += structureMember(each, members, part, depth);
        text += "}";
        const auto least = numberOf(fieldClass, "minimum-alignment");
        if (least && *least > 1) text += " align(" + std::to_string(*least) + ")";
        return text;
    }

    std::string structureMember(const json& each, const json& members, Part part, int depth)
    {
        const std::string name = textOf(each, "name");
        const json* given = member(each, "field-class");
        const json* fieldClass = resolved(given);
        std::string called = identifier(name);
        bool isClock = false;
        for (const RoleName& role : kRoleNames) {
            if (fieldClass == nullptr || role.part != part || !hasRole(*fieldClass, role.role)) {
                continue;
            }
            called = role.name;
            isClock = role.isClock;
        }
        renamed_[name] = called;
        if (const json* selected = variantSelectedBy(members, name);
            selected != nullptr && fieldClass != nullptr) {
            return enumeration(*fieldClass, *selected) + " " + called + ";\n";
        }
        const Declaration inner = declaration(given, part, depth, isClock);
        return inner.before + " " + called + inner.after + ";\n";
    }

    std::string block(const json& fragment, const char* key, const char* tsdlKey, Part part)
    {
        const json* fieldClass = member(fragment, key);
        if (fieldClass == nullptr) return {};
        renamed_.clear();
        return std::string("\t") + tsdlKey +
               " := " + declaration(fieldClass, part, 0, false).before + ";\n";
    }

    void traceClass(const json& fragment)
    {
        header_ = block(fragment, "packet-header-field-class", "packet.header", Part::PacketHeader);
        const json* environment = member(fragment, "environment");
        if (environment == nullptr || !environment->is_object()) return;
        environment_ = "env {\n";
        for (const auto& [name, value] : environment->items()) {
            // Named fields of other tools, but "tracer_patch" for LTTng's "tracer_patchlevel".
            std::string plain = identifier(name).substr(1);
            if (plain.empty()) continue;
            if (value.is_string()) {
                environment_ += "\t" + plain + " = " + inQuotes(value.get<std::string>()) + ";\n";
            } else if (value.is_number_integer()) {
                environment_ += "\t" + plain + " = " + value.dump() + ";\n";
            }
        }
        environment_ += "};\n\n";
    }

    std::string traceBlock() const
    {
        std::string text = "trace {\n\tmajor = 1;\n\tminor = 8;\n";
        if (!uuid_.empty()) text += "\tuuid = \"" + uuid_ + "\";\n";
        text += "\tbyte_order = " + (traceOrder_.empty() ? std::string("le") : traceOrder_) + ";\n";
        return text + header_ + "};\n\n" + environment_;
    }

    // "id" names a clock class since the final version, "name" in the draft.
    static std::string clockKey(const json& fragment)
    {
        const std::string id = textOf(fragment, "id");
        return id.empty() ? textOf(fragment, "name") : id;
    }

    void clockClass(const json& fragment)
    {
        const json* offset = member(fragment, "offset-from-origin");
        std::string seconds = "0";
        std::string cycles = "0";
        if (offset != nullptr) {
            const json* whole = member(*offset, "seconds");
            if (whole != nullptr && whole->is_number_integer()) seconds = whole->dump();
            cycles = std::to_string(numberOf(*offset, "cycles").value_or(0));
        }
        const json* origin = member(fragment, "origin");
        const bool isEpoch = origin != nullptr && origin->is_string() &&
                             origin->get_ref<const std::string&>() == "unix-epoch";
        clocks_ += "clock {\n\tname = " + inQuotes(identifier(clockKey(fragment))) +
                   ";\n\tfreq = " +
                   std::to_string(numberOf(fragment, "frequency").value_or(1'000'000'000)) +
                   ";\n\toffset_s = " + seconds + ";\n\toffset = " + cycles +
                   ";\n\tabsolute = " + (isEpoch ? "true" : "false") + ";\n};\n\n";
    }

    void dataStreamClass(const json& fragment)
    {
        const std::string id = textOf(fragment, "default-clock-class-id");
        const std::string clock = id.empty() ? textOf(fragment, "default-clock-class-name") : id;
        streamClock_ = clock.empty() ? "" : identifier(clock);
        streams_ +=
            "stream {\n\tid = " + std::to_string(numberOf(fragment, "id").value_or(0)) + ";\n" +
            block(fragment, "event-record-header-field-class", "event.header", Part::EventHeader) +
            block(fragment, "packet-context-field-class", "packet.context", Part::PacketContext) +
            block(fragment, "event-record-common-context-field-class", "event.context",
                  Part::Fields) +
            "};\n\n";
        streamClock_.clear();
    }

    void eventRecordClass(const json& fragment)
    {
        events_ += "event {\n\tname = " + inQuotes(textOf(fragment, "name")) +
                   ";\n\tid = " + std::to_string(numberOf(fragment, "id").value_or(0)) +
                   ";\n\tstream_id = " +
                   std::to_string(numberOf(fragment, "data-stream-class-id").value_or(0)) + ";\n" +
                   block(fragment, "specific-context-field-class", "context", Part::Fields) +
                   block(fragment, "payload-field-class", "fields", Part::Fields) + "};\n\n";
    }

    std::vector<json> fragments_;
    std::map<std::string, const json*, std::less<>> aliases_;
    std::map<std::string, std::string, std::less<>> renamed_;  // in the block being written
    std::string uuid_;
    std::string traceOrder_;
    std::string header_;
    std::string environment_;
    std::string clocks_;
    std::string streams_;
    std::string events_;
    std::string streamClock_;  // of the data stream class being written
    std::string refusal_;
};

}  // namespace

bool isCtf2Metadata(std::string_view metadata)
{
    return metadata.starts_with(kRecordSeparator);
}

Result<std::string> tsdlFromCtf2(std::string_view metadata)
{
    return Translator().run(metadata);
}

}  // namespace resched::ctf
