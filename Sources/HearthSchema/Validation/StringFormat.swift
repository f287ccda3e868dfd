/// The formats of strings that JSON Schema names, as patterns wherever the format is a regular language, so that the
/// validator and the grammar say the same.
enum StringFormat {
    /// Whether a text has a format. Formats that are not known accept everything, as the standard demands.
    static func accepts(_ format: String, _ text: String, draft: SchemaDraft = .draft2020) -> Bool {
        switch format {
        case "regex": return (try? ECMARegex(text)) != nil
        case "idn-hostname": return isHostname(text, international: true)
        case "hostname": return isHostname(text, international: false)
        case "time", "date-time":
            return matches(format, text) || isLeapSecond(text, dated: format == "date-time")
        default: return matches(format, text)
        }
    }

    private static func matches(_ format: String, _ text: String) -> Bool {
        guard let regex = compiled[format] else { return true }
        return (try? regex.isFound(in: text)) ?? false
    }

    /// A pattern all of whose matches have the format: the format itself, or, for host names with their limit on the whole
    /// length, a part of it. `nil` where there is none, or the format is not known.
    static func grammarPattern(_ format: String) -> ECMARegex? { narrow[format] ?? compiled[format] }

    /// A part of a format in which no text is long, for schemas that bound the length as well; `nil` where there is none.
    static func shortGrammarPattern(_ format: String) -> ECMARegex? { format == "email" ? shortMail : nil }

    private static let shortMail = try? ECMARegex(
        "^\(atom){1,30}(?:\\.\(atom){1,30})?@\(shortHost)$".replacing("{0,7}$", with: "{0,5}$"))

    private static let narrow: [String: ECMARegex] = [
        "hostname": "^" + shortHost + "$", "email": "^" + local(atom) + "@" + shortHost + "$",
    ].compactMapValues { try? ECMARegex($0) }

    /// Whether a format says anything about a string.
    static func isKnown(_ format: String) -> Bool {
        patterns[format] != nil || ["regex", "hostname", "idn-hostname", "email", "idn-email"].contains(format)
    }

    private static let compiled: [String: ECMARegex] = patterns.compactMapValues { try? ECMARegex($0) }

    // MARK: - Patterns

    static let date =
        #"(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"#
        + #"|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"#
    static let time = #"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"#
    private static let clock = #"T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)"#
    private static let duration =
        #"P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:"# + clock + ")?|" + clock + ")"
    private static let octet = #"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"#
    private static let ipv4 = "(?:\(octet)\\.){3}\(octet)"
    private static let ipv6: String = {
        let h = "[0-9A-Fa-f]{1,4}"
        let last = "(?:\(h):\(h)|\(ipv4))"
        // RFC 3986, IPv6address.
        var ways = ["(?:\(h):){6}\(last)", "::(?:\(h):){5}\(last)"]
        for (before, after) in [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)] {
            let head = before == 0 ? "(?:\(h))?" : "(?:(?:\(h):){0,\(before)}\(h))?"
            ways.append("\(head)::" + (after == 0 ? "" : "(?:\(h):){\(after)}") + last)
        }
        ways.append("(?:(?:\(h):){0,5}\(h))?::\(h)")
        ways.append("(?:(?:\(h):){0,6}\(h))?::")
        return "(?:" + ways.joined(separator: "|") + ")"
    }()
    private static let pointer = "(?:/(?:[^~/]|~[01])*)*"
    private static let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
    private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    /// Eight labels of at most 30 characters stay below the 253 of a whole name. No label has hyphens third and fourth: those
    /// are kept for encoded names.
    private static let shortHost: String = {
        let l = "[A-Za-z0-9]"
        let x = "[A-Za-z0-9-]"
        let label = "(?:\(l){1,2}|\(l)\(x){1,2}\(l)|\(l)\(x)(?:\(l)\(x)|-\(l))\(x){0,25}\(l))"
        return "\(label)(?:\\.\(label)){0,7}"
    }()

    private static func local(_ atom: String) -> String {
        #"(?:"# + atom + #"+(?:\."# + atom + #"+)*|"(?:[^"\\\x00-\x1f\x7f]|\\[\x20-\x7e])*")"#
    }

    private static func address(international: Bool) -> String {
        let extra = international ? #"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{efffd}"# : ""
        let hex = "%[0-9A-Fa-f]{2}"
        let pchar = "(?:[A-Za-z0-9._~!$&'()*+,;=:@\(extra)-]|\(hex))"
        let named = "(?:[A-Za-z0-9._~!$&'()*+,;=\(extra)-]|\(hex))"
        let user = "(?:[A-Za-z0-9._~!$&'()*+,;=:\(extra)-]|\(hex))"
        let host = #"(?:\[(?:"# + ipv6 + #"|[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]|"# + named + "*)"
        let authority = "(?:\(user)*@)?\(host)(?::[0-9]*)?"
        let absolute = "/(?:\(pchar)+(?:/\(pchar)*)*)?"
        return "\(pchar)\u{0}//\(authority)(?:/\(pchar)*)*|\(absolute)"
    }

    private static func uri(international: Bool, relative: Bool) -> String {
        let parts = address(international: international).components(at: "\u{0}")
        let pchar = parts[0]
        let extra = international ? #"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{efffd}"# : ""
        let tail =
            "(?:\\?(?:\(pchar)|[/?\(international ? #"\ue000-\uf8ff\u{f0000}-\u{10fffd}"# : "")])*)?(?:#(?:\(pchar)|[/?])*)?"
        let full = "[A-Za-z][A-Za-z0-9+.-]*:(?:\(parts[1])|\(pchar)+(?:/\(pchar)*)*)?\(tail)"
        guard relative else { return "^\(full)$" }
        let first = "(?:[A-Za-z0-9._~!$&'()*+,;=@\(extra)-]|%[0-9A-Fa-f]{2})"
        return "^(?:\(full)|(?:\(parts[1])|\(first)+(?:/\(pchar)*)*)?\(tail))$"
    }

    private static let template: String = {
        let hex = "%[0-9A-Fa-f]{2}"
        let name = "(?:[A-Za-z0-9_]|\(hex))(?:\\.?(?:[A-Za-z0-9_]|\(hex)))*"
        let variable = "\(name)(?::[1-9][0-9]{0,3}|\\*)?"
        return #"^(?:[^\x00-\x20"<>\\^`{|}%\x7f]|"# + hex + #"|\{[+#./;?&=,!@|]?"# + variable
            + "(?:,\(variable))*\\})*$"
    }()

    private static let patterns: [String: String] = {
        let h = "[0-9A-Fa-f]"
        let domain = "(?:\(label)(?:\\.\(label))*|\\[\(ipv4)\\]|\\[IPv6:\(ipv6)\\])"
        let wide = #"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]"#
        let wideLabel = #"[A-Za-z0-9\u0080-\u{10ffff}](?:[A-Za-z0-9\u0080-\u{10ffff}-]*[A-Za-z0-9\u0080-\u{10ffff}])?"#
        return [
            "date": "^\(date)$", "time": "^\(time)$", "date-time": "^\(date)[Tt]\(time)$", "duration": "^\(duration)$",
            "ipv4": "^\(ipv4)$", "ipv6": "^\(ipv6)$", "uuid": "^\(h){8}-\(h){4}-\(h){4}-\(h){4}-\(h){12}$",
            "json-pointer": "^\(pointer)$", "relative-json-pointer": "^(?:0|[1-9][0-9]*)(?:#|\(pointer))$",
            "email": "^\(local(atom))@\(domain)$", "idn-email": "^\(local(wide))@\(wideLabel)(?:\\.\(wideLabel))*$",
            "uri": uri(international: false, relative: false),
            "uri-reference": uri(international: false, relative: true),
            "iri": uri(international: true, relative: false), "iri-reference": uri(international: true, relative: true),
            "uri-template": template,
        ]
    }()

    // MARK: - What no pattern says

    /// A leap second is the last one of a day in UTC, and may be written in any zone.
    private static func isLeapSecond(_ text: String, dated: Bool) -> Bool {
        let bytes = Array(text.utf8)
        let clock = dated ? 11 : 0
        guard bytes.count > clock + 8, bytes[clock + 6] == UInt8(ascii: "6"), bytes[clock + 7] == UInt8(ascii: "0")
        else {
            return false
        }
        var usual = bytes
        usual[clock + 6] = UInt8(ascii: "5")
        usual[clock + 7] = UInt8(ascii: "9")
        guard matches(dated ? "date-time" : "time", String(decoding: usual, as: UTF8.self)) else { return false }
        func two(_ at: Int) -> Int { Int(bytes[at] &- 0x30) * 10 + Int(bytes[at + 1] &- 0x30) }
        var minutes = two(clock) * 60 + two(clock + 3)
        if let last = bytes.last, last | 0x20 != UInt8(ascii: "z") {
            let zone = bytes.count - 6
            let offset = two(zone + 1) * 60 + two(zone + 4)
            minutes += bytes[zone] == UInt8(ascii: "-") ? offset : -offset
        }
        return (minutes + 2 * 1440) % 1440 == 23 * 60 + 59
    }

    private static let hostLabel = try? ECMARegex("^\(label)$")

    private static func isHostname(_ text: String, international: Bool) -> Bool {
        var scalars = text.unicodeScalars.map { $0 }
        if international {
            scalars = scalars.map { ["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) ? "." : $0 }
        }
        let labels = scalars.split(separator: ".", omittingEmptySubsequences: false)
        guard !scalars.isEmpty, scalars.count <= 253 else { return false }
        return labels.allSatisfy { part in
            let label = String(String.UnicodeScalarView(part))
            if part.allSatisfy(\.isASCII) {
                guard (try? hostLabel?.isFound(in: label)) == true else { return false }
                let lower = label.lowercased()
                if lower.hasPrefix("xn--") {
                    guard let decoded = Punycode.decode(String(lower.dropFirst(4))) else { return false }
                    return InternationalLabel.isAllowed(decoded)
                }
                let bytes = Array(label.utf8)
                return !(bytes.count >= 4 && bytes[2] == UInt8(ascii: "-") && bytes[3] == UInt8(ascii: "-"))
            }
            return international && InternationalLabel.isAllowed(Array(part))
                && Punycode.encodedLength(Array(part)) <= 59
        }
    }
}

extension String {
    fileprivate func components(at mark: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: mark, omittingEmptySubsequences: false).map { String($0) }
    }
}

/// Labels of international host names, after RFC 5892 as far as Unicode's general categories tell.
enum InternationalLabel {
    static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, let last = label.last, first != "-", last != "-" else { return false }
        if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: break
        }
        var arabic = false
        var extended = false
        for (index, scalar) in label.enumerated() {
            if (0x660...0x669).contains(scalar.value) { arabic = true }
            if (0x6F0...0x6F9).contains(scalar.value) { extended = true }
            guard isAllowed(scalar, at: index, in: label) else { return false }
        }
        return !(arabic && extended)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, at index: Int, in label: [Unicode.Scalar]) -> Bool {
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch scalar.value {
        case 0x2D: return true
        // RFC 5892, appendix A: characters that are allowed beside certain others only.
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map { (0x370...0x3FF).contains($0.value) } ?? false
        case 0x5F3, 0x5F4: return before.map { (0x590...0x5FF).contains($0.value) } ?? false
        case 0x30FB:
            return label.contains {
                (0x3041...0x309F).contains($0.value) || (0x30A1...0x30FA).contains($0.value)
                    || (0x30FC...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value)
            }
        case 0x200D: return before.map(isVirama) ?? false
        case 0x200C:
            guard let before else { return false }
            // Between joining letters it is right as well; of those, Arabic script is what occurs.
            return isVirama(before)
                || ((0x600...0x6FF).contains(before.value) && after.map { (0x600...0x6FF).contains($0.value) } == true)
        case 0x302E, 0x302F, 0x3031...0x3035, 0x303B, 0x640, 0x7FA: return false
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass.rawValue == 9
    }
}

/// Punycode (RFC 3492).
enum Punycode {
    private static func adapt(_ delta: Int, _ count: Int, first: Bool) -> Int {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }

    /// The scalars of an encoded label, or `nil` when it is not one.
    static func decode(_ text: String) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 63 else { return nil }
        var result: [Unicode.Scalar] = []
        var at = 0
        if let dash = bytes.lastIndex(of: UInt8(ascii: "-")) {
            result = bytes[..<dash].map { Unicode.Scalar($0) }
            at = dash + 1
        }
        var code = 128
        var index = 0
        var bias = 72
        while at < bytes.count {
            let before = index
            var weight = 1
            var step = 36
            while true {
                guard at < bytes.count else { return nil }
                let byte = bytes[at]
                at += 1
                let digit: Int
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 97
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 48 + 26
                default: return nil
                }
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                guard !overflow, product < 1 << 40 else { return nil }
                index += product
                let threshold = step <= bias ? 1 : step >= bias + 26 ? 26 : step - bias
                if digit < threshold { break }
                weight *= 36 - threshold
                guard weight < 1 << 40 else { return nil }
                step += 36
            }
            bias = adapt(index - before, result.count + 1, first: before == 0)
            code += index / (result.count + 1)
            index %= result.count + 1
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            result.insert(scalar, at: index)
            index += 1
        }
        return result
    }

    /// How many bytes a label takes once encoded, without `xn--`.
    static func encodedLength(_ label: [Unicode.Scalar]) -> Int {
        guard label.count <= 63 else { return label.count }
        let basic = label.filter(\.isASCII).count
        var length = basic + (basic > 0 ? 1 : 0)
        var handled = basic
        var code = 128
        var delta = 0
        var bias = 72
        while handled < label.count {
            guard let next = label.map({ Int($0.value) }).filter({ $0 >= code }).min() else { break }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in label {
                let value = Int(scalar.value)
                if value < code { delta += 1 }
                guard value == code else { continue }
                var rest = delta
                var step = 36
                while true {
                    length += 1
                    let threshold = step <= bias ? 1 : step >= bias + 26 ? 26 : step - bias
                    if rest < threshold { break }
                    rest = (rest - threshold) / (36 - threshold)
                    step += 36
                }
                bias = adapt(delta, handled + 1, first: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return length
    }
}
