import Foundation

/// What mail and web archives are built of (RFC 2045, 2046): headers, parts between boundaries, and bytes written as seven-bit text.
enum MIME {
    private static let hyphen = UInt8(ascii: "-")
    private static let mostParts = 100_000

    /// The bytes of a part as its headers say that they are written; `nil` where they are not.
    static func decoded(_ body: ArraySlice<UInt8>, _ headers: [String: String]) -> [UInt8]? {
        switch headers["content-transfer-encoding"]?.lowercased() {
        case "quoted-printable": quotedPrintable(body)
        case "base64": base64(body)
        default: Array(body)
        }
    }

    /// RFC 2045, 6.8; line ends and whatever is no digit are passed over.
    static func base64(_ text: some Collection<UInt8>) -> [UInt8]? {
        Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }

    /// Reads the headers, of which one may go on in lines that begin with a space, up to the empty line behind them.
    static func headers(_ message: inout ArraySlice<UInt8>) -> [String: String] {
        var headers: [String: String] = [:]
        var last: String?
        while !message.isEmpty, headers.count < 1_000 {
            let end = message.firstIndex(of: newline) ?? message.endIndex
            let line = message[..<end]
            message = message[min(end + 1, message.endIndex)...]
            let text = line.trimmed()
            if text.isEmpty { break }
            if let last, line.first == space || line.first == tab {
                headers[last, default: ""] += " " + String(decoding: text, as: UTF8.self)
            } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
                headers[name] = String(decoding: text[(colon + 1)...].trimmed(), as: UTF8.self)
                last = name
            }
        }
        return headers
    }

    /// What stands between the lines that a boundary begins.
    static func parts(of body: ArraySlice<UInt8>, boundary: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var index = body.startIndex
        while index < body.endIndex, parts.count < mostParts {
            let end = body[index...].firstIndex(of: newline) ?? body.endIndex
            if body[index..<end].starts(with: boundary) {
                if let start { parts.append(body[start..<index]) }
                // Behind the last boundary, which ends with two hyphens, is nothing.
                let isLast = body[index..<end].dropFirst(boundary.count).starts(with: [hyphen, hyphen])
                start = isLast ? nil : min(end + 1, body.endIndex)
            }
            index = min(end + 1, body.endIndex)
        }
        // An archive that was cut off lacks the last boundary.
        if let start, start < body.endIndex { parts.append(body[start...]) }
        return parts
    }

    /// RFC 2045, 6.7: "=E4" is a byte, and "=" at the end of a line joins it to the next.
    static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "=") else {
                output.append(byte)
                continue
            }
            if let value = byteInHexadecimal(text[index...]) {
                output.append(value)
                index += 2
                continue
            }
            let blank = text[index...].firstIndex { $0 != space && $0 != tab } ?? text.endIndex
            guard blank == text.endIndex || text[blank] == newline || text[blank] == carriageReturn else {
                output.append(byte)
                continue
            }
            index = blank
            if index < text.endIndex, text[index] == carriageReturn { index += 1 }
            if index < text.endIndex, text[index] == newline { index += 1 }
        }
        return output
    }

    /// The byte that two hexadecimal digits at the beginning write; `nil` where they are none.
    static func byteInHexadecimal(_ text: ArraySlice<UInt8>) -> UInt8? {
        let digits = text.prefix(2).compactMap { hexDigit($0) }
        return digits.count == 2 ? (digits[0] << 4 | digits[1]) : nil
    }
}

/// The parameters of headers (RFC 2045, 5.1, and RFC 2231): `multipart/related; boundary="x"`.
extension MIME {
    /// Pieces of one value that are joined.
    private static let mostPieces = 100
    /// Bytes of a header that are read.
    private static let longestHeader = 1 << 16

    /// A parameter's value, also one that is written with its charset or in pieces:
    /// `filename*0*=utf-8''Pl%C3; filename*1*=%A4ne.pdf`.
    static func parameter(_ name: String, of header: String) -> String? {
        let found = parameters(of: header)
        if let value = found["\(name)*"] { return extendedValue(value) }
        return joined(name, found) ?? found[name]
    }

    /// By their names in lower case; of several of one name, the first.
    private static func parameters(of header: String) -> [String: String] {
        let bytes = Array(header.utf8.prefix(longestHeader))
        // A quotation mark that nothing closes is a character.
        let fields = split(bytes, heedsQuotes: true) ?? split(bytes, heedsQuotes: false) ?? []
        var found: [String: String] = [:]
        for field in fields.dropFirst() {
            guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: field[..<equals].filter { !isSpace($0) }, as: UTF8.self).lowercased()
            if found[name] == nil { found[name] = value(field[(equals + 1)...].drop(while: isSpace)) }
        }
        return found
    }

    /// What stands between semicolons, of which those in quotation marks part nothing; `nil` where a quotation mark stays open.
    private static func split(_ header: [UInt8], heedsQuotes: Bool) -> [ArraySlice<UInt8>]? {
        var fields: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in header.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == backslash {
                isEscaped = true
            } else if heedsQuotes, byte == quote {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ";"), !isQuoted {
                fields.append(header[start..<index])
                start = index + 1
            }
        }
        fields.append(header[start...])
        return isQuoted ? nil : fields
    }

    /// What stands in quotation marks, or up to white space.
    private static func value(_ field: ArraySlice<UInt8>) -> String {
        guard field.first == quote else { return String(decoding: field.prefix { !isSpace($0) }, as: UTF8.self) }
        var value: [UInt8] = []
        var rest = field.dropFirst()
        while let byte = rest.popFirst(), byte != quote {
            // Other backslashes are those of a path, which some programs write as it is.
            if byte == backslash, let next = rest.first, next == quote || next == backslash {
                value.append(next)
                rest = rest.dropFirst()
            } else {
                value.append(byte)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// A value in numbered pieces (RFC 2231, 3 and 4.1), those with a star behind their number in hexadecimal; `nil` where it is in none.
    private static func joined(_ name: String, _ found: [String: String]) -> String? {
        var bytes: [UInt8] = []
        var charset: String?
        for number in 0..<mostPieces {
            if let piece = found["\(name)*\(number)*"] {
                var text = piece[...]
                if number == 0 { (charset, text) = charsetAndText(piece) }
                bytes += bytesInHexadecimal(text)
            } else if let piece = found["\(name)*\(number)"] {
                bytes += Array(piece.utf8)
            } else {
                break
            }
        }
        guard !bytes.isEmpty else { return nil }
        return charset.map { HTMLEncoding.decode(bytes, declared: $0).text } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// A value with its charset and bytes in hexadecimal (RFC 2231, 4): "utf-8'de'Pl%C3%A4ne.pdf".
    private static func extendedValue(_ value: String) -> String {
        let (charset, text) = charsetAndText(value)
        guard let charset else { return value }
        return HTMLEncoding.decode(bytesInHexadecimal(text), declared: charset).text
    }

    /// What stands before two apostrophes with a language between them, and behind them; no charset where they are not there.
    private static func charsetAndText(_ value: String) -> (charset: String?, text: Substring) {
        let fields = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3 else { return (nil, value[...]) }
        return (String(fields[0]), fields[2])
    }

    /// "%C3" is a byte.
    private static func bytesInHexadecimal(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = byteInHexadecimal(rest) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
}
