import Foundation

/// The page in a web archive (MHTML, RFC 2557): programs that make Word documents of web pages put the whole page into one.
enum WebArchive {
    /// Parts in parts; more are no archive that a program writes.
    private static let deepest = 4

    /// - Returns: The first part that is a web page, or `nil` where there is none, and the encoding that it names.
    static func page(in bytes: [UInt8]) -> (bytes: [UInt8], encoding: String?)? { page(in: bytes[...], depth: 0) }

    private static func page(in message: ArraySlice<UInt8>, depth: Int) -> (bytes: [UInt8], encoding: String?)? {
        var rest = message
        let headers = headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        if type.lowercased().hasPrefix("multipart/") {
            guard depth < deepest, let boundary = parameter("boundary", of: type), !boundary.isEmpty else { return nil }
            return parts(of: rest, boundary: Array("--\(boundary)".utf8)).lazy
                .compactMap { page(in: $0, depth: depth + 1) }.first
        }
        guard type.lowercased().hasPrefix("text/html") || type.lowercased().hasPrefix("application/xhtml") else {
            return nil
        }
        let encoding = parameter("charset", of: type)
        switch headers["content-transfer-encoding"]?.lowercased() {
        case "quoted-printable": return (quotedPrintable(rest), encoding)
        case "base64":
            let data = Data(base64Encoded: Data(rest), options: .ignoreUnknownCharacters)
            return data.map { ([UInt8]($0), encoding) }
        default: return (Array(rest), encoding)
        }
    }

    /// Reads the headers, of which one may go on in lines that begin with a space, up to the empty line behind them.
    private static func headers(_ message: inout ArraySlice<UInt8>) -> [String: String] {
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

    /// `boundary` of `multipart/related; boundary="x"`.
    private static func parameter(_ name: String, of header: String) -> String? {
        for field in header.split(separator: ";").dropFirst() {
            let sides = field.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            let value = sides[1].drop { $0.isWhitespace }
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return String(value.prefix { !$0.isWhitespace })
        }
        return nil
    }

    /// What stands between the lines that a boundary begins.
    private static func parts(of body: ArraySlice<UInt8>, boundary: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start: Int?
        var index = body.startIndex
        while index < body.endIndex, parts.count < 1_000 {
            let end = body[index...].firstIndex(of: newline) ?? body.endIndex
            if body[index..<end].starts(with: boundary) {
                if let start { parts.append(body[start..<index]) }
                start = min(end + 1, body.endIndex)
            }
            index = min(end + 1, body.endIndex)
        }
        // An archive that was cut off lacks the last boundary.
        if let start, start < body.endIndex { parts.append(body[start...]) }
        return parts
    }

    /// RFC 2045, 6.7: "=E4" is a byte, and "=" at the end of a line joins it to the next.
    private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8] {
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
            let digits = text[index..<min(index + 2, text.endIndex)]
            if digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
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
}
