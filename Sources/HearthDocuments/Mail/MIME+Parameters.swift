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
