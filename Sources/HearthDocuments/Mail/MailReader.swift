import HearthCore

/// Reads a saved mail (RFC 5322, with the encodings of RFC 2045 to 2047) as a person sees it: who wrote to whom, when and about what, and
/// the words. Attachments are left out, and said to be.
enum MailReader {
    private static let deepest = 8
    /// Bytes of a header that are read.
    private static let longestHeader = 10_000
    /// Shown above the words, in this order.
    private static let shown = ["From", "To", "Cc", "Date", "Subject"]

    /// - Returns: `nil` where the text is no mail with marks of its encoding: a mail that was copied as text is one already, and several
    ///   mails in one file are left as they are, so that none is lost.
    static func read(_ bytes: [UInt8], isTranscript: Bool) throws -> ExtractedDocument? {
        var rest = bytes[...]
        guard beginsWithHeader(bytes) else { return nil }
        let headers = MIME.headers(&rest)
        guard headers["mime-version"] != nil || headers["content-transfer-encoding"] != nil,
            headers["from"] != nil || headers["subject"] != nil
        else { return nil }
        let content = try content(of: bytes[...], depth: 0)
        var warnings: [ExtractionWarning] = []
        if content.attachments > 0 {
            let what = content.attachments == 1 ? "1 attachment was" : "\(content.attachments) attachments were"
            warnings.append(
                ExtractionWarning(.skipped, "\(what) left out. Save what you need of the mail as files of their own."))
        }
        let text = (head(headers) + "\n" + content.text).replacing("\r\n", with: "\n")
        var document = PlainTextReader.read(
            DecodedText(text: text, encoding: "utf-8", replacements: 0), warnings: warnings, isTranscript: isTranscript)
        let subject = words(headers["subject"] ?? "")
        if !subject.isEmpty { document.title = subject }
        return document
    }

    /// Whether the first line is a header: a name without spaces, and a colon.
    private static func beginsWithHeader(_ bytes: [UInt8]) -> Bool {
        let line = bytes[bytes.line(from: 0).range]
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func head(_ headers: [String: String]) -> String {
        shown.compactMap { name in headers[name.lowercased()].map { "\(name): \(words($0))\n" } }.joined()
    }

    private struct Content {
        var text = ""
        /// Whether it was written as plain text, and is not made from a page.
        var isPlain = false
        var attachments = 0
    }

    private static func content(of message: ArraySlice<UInt8>, depth: Int) throws -> Content {
        try Task.checkCancellation()
        var rest = message
        let headers = MIME.headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        let kind = type.lowercased()
        let isAttachment = headers["content-disposition"]?.lowercased().hasPrefix("attachment") == true
        if kind.hasPrefix("multipart/") {
            guard depth < deepest, let boundary = MIME.parameter("boundary", of: type), !boundary.isEmpty else {
                return Content(attachments: 1)
            }
            let parts = try MIME.parts(of: rest, boundary: Array("--\(boundary)".utf8)).map {
                try content(of: $0, depth: depth + 1)
            }
            return kind.hasPrefix("multipart/alternative") ? best(of: parts) : joined(parts)
        }
        if kind.hasPrefix("message/rfc822"), !isAttachment, depth < deepest {
            var inner = rest
            let forwarded = head(MIME.headers(&inner))
            var content = try content(of: rest, depth: depth + 1)
            content.text = forwarded + "\n" + content.text
            return content
        }
        guard !isAttachment, let bytes = MIME.decoded(rest, headers) else { return Content(attachments: 1) }
        let charset = MIME.parameter("charset", of: type)
        if kind.hasPrefix("text/html") {
            let page = try HTMLReader.read(
                bytes, options: HTMLReader.Options(wholeBody: true, declaredEncoding: charset))
            return Content(text: page.text)
        }
        guard kind.hasPrefix("text/plain") else { return Content(attachments: 1) }
        return Content(text: decoded(bytes, charset), isPlain: true)
    }

    /// The same words in several forms: the plain one.
    private static func best(of parts: [Content]) -> Content {
        let filled = parts.filter { $0.text.contains { !$0.isWhitespace } }
        return filled.first(where: \.isPlain) ?? filled.last ?? Content()
    }

    private static func joined(_ parts: [Content]) -> Content {
        parts.reduce(into: Content(isPlain: true)) { all, part in
            all.attachments += part.attachments
            guard part.text.contains(where: { !$0.isWhitespace }) else { return }
            all.text += (all.text.isEmpty ? "" : "\n\n") + part.text
            all.isPlain = all.isPlain && part.isPlain
        }
    }

    private static func decoded(_ bytes: [UInt8], _ charset: String?) -> String {
        charset.map { HTMLEncoding.decode(bytes, declared: $0).text } ?? TextDecoder.decode(bytes).text
    }

    /// A header with its encoded words (RFC 2047): "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=". White space between two of them is none.
    static func words(_ header: String) -> String {
        var result = ""
        var rest = Substring(String(decoding: header.utf8.prefix(longestHeader), as: UTF8.self))
        var followsWord = false
        while let mark = rest.firstRange(of: "=?") {
            let before = rest[..<mark.lowerBound]
            let fields = rest[mark.upperBound...].split(
                separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count == 4, fields[3].first == "=",
                let word = encodedWord(fields[2], fields[1], fields[0])
            else {
                result += rest[..<mark.upperBound]
                rest = rest[mark.upperBound...]
                followsWord = false
                continue
            }
            if !followsWord || !before.allSatisfy(\.isWhitespace) { result += before }
            result += word
            rest = fields[3].dropFirst()
            followsWord = true
        }
        return result + rest
    }

    private static func encodedWord(_ text: Substring, _ encoding: Substring, _ charset: Substring) -> String? {
        let bytes: [UInt8]?
        switch encoding.lowercased() {
        case "q":
            let spaced = text.utf8.map { $0 == UInt8(ascii: "_") ? space : $0 }
            bytes = MIME.quotedPrintable(spaced[...])
        case "b": bytes = MIME.base64(Array(text.utf8))
        default: bytes = nil
        }
        // A language may follow the charset: "utf-8*en".
        return bytes.map { decoded($0, String(charset.prefix { $0 != "*" })) }
    }
}
