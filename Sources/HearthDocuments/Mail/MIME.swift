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
