/// Addresses of schemas: resolving references against a base, as RFC 3986 section 5.2 says.
enum SchemaAddress {
    /// The base of a schema that has no address of its own.
    static let anonymous = "json-schema:///schema"

    static func split(_ address: String) -> (base: String, fragment: String?) {
        guard let hash = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (address, nil) }
        return (String(address[..<hash]), String(address[address.index(after: hash)...]))
    }

    /// The absolute address without a fragment, and the fragment, percent-decoded.
    static func resolve(_ reference: String, against base: String) -> (base: String, fragment: String) {
        let (path, fragment) = split(reference)
        return (resolvePath(path, against: base), decodePercent(fragment ?? ""))
    }

    private struct Parts {
        var scheme = ""
        var authority: String?
        var path = ""
        var query: String?

        init(_ address: String) {
            var rest = Substring(address)
            if let colon = rest.firstIndex(of: ":"), rest[..<colon].first?.isLetter == true,
                rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == "." })
            {
                scheme = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            path = String(rest)
        }

        var text: String {
            (scheme.isEmpty ? "" : scheme + ":") + (authority.map { "//" + $0 } ?? "") + path
                + (query.map { "?" + $0 } ?? "")
        }
    }

    private static func resolvePath(_ reference: String, against base: String) -> String {
        if reference.isEmpty { return base }
        var target = Parts(reference)
        if !target.scheme.isEmpty { return target.text }
        let origin = Parts(base)
        target.scheme = origin.scheme
        if target.authority == nil {
            target.authority = origin.authority
            if target.path.isEmpty {
                target.path = origin.path
                if target.query == nil { target.query = origin.query }
            } else if !target.path.hasPrefix("/") {
                let folder = origin.path.lastIndex(of: "/").map { String(origin.path[...$0]) } ?? ""
                target.path = folder + target.path
            }
        }
        target.path = withoutDots(target.path)
        return target.text
    }

    private static func withoutDots(_ path: String) -> String {
        guard path.contains("./") || path.hasSuffix(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    private static func decodePercent(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
            {
                result.append(UInt8(high << 4 | low))
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The tokens of a JSON pointer (RFC 6901).
    static func tokens(_ pointer: String) -> [String] {
        pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map {
            unescape(String(Substring($0)))
        }
    }

    static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
        var text = ""
        for scalar in token.unicodeScalars {
            text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(Character(scalar))
        }
        return text
    }

    private static func unescape(_ token: String) -> String {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return token }
        var text = String.UnicodeScalarView()
        var tilde = false
        for scalar in token.unicodeScalars {
            if tilde {
                text.append(scalar == "0" ? "~" : scalar == "1" ? "/" : scalar)
                tilde = false
            } else if scalar == "~" {
                tilde = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
