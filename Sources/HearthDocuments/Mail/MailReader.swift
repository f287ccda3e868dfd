import HearthCore

/// Reads a saved mail (RFC 5322, with the encodings of RFC 2045 to 2047) as a person sees it: who wrote to whom, when and about what, and
/// the words. Attachments are named and left out, and so is what is quoted of earlier mails; both are said.
enum MailReader {
    /// - Parameter isKnown: Whether it is known to be a mail, and not only looks like one.
    /// - Returns: `nil` where the text is no mail with marks of its encoding: a mail that was copied as text is one already. Several mails in
    ///   one file are read by ``MailboxReader`` where lines part them; else they are left as they are, so that none is lost.
    static func read(_ bytes: [UInt8], isTranscript: Bool, isKnown: Bool = false) throws -> ExtractedDocument? {
        var rest = bytes[...]
        guard beginsWithHeader(bytes) else { return nil }
        let headers = MIME.headers(&rest)
        guard isKnown || headers["mime-version"] != nil || headers["content-transfer-encoding"] != nil,
            headers["from"] != nil || headers["subject"] != nil
        else { return nil }
        let mail = try MailMessage(bytes[...])
        let head = mail.lines(MailMessage.shown) + mail.attachmentLine
        let warnings = MailMessage.warnings(attachments: mail.attachmentCount, quotedLines: mail.quotedLines)
        let text = (head + "\n" + mail.text).replacing("\r\n", with: "\n")
        var document = PlainTextReader.read(
            DecodedText(text: text, encoding: "utf-8", replacements: 0), warnings: warnings, isTranscript: isTranscript)
        if !mail.subject.isEmpty {
            document.title = mail.subject
        } else if isKnown {
            // The name of such a file says nothing to a person.
            document.title = "(no subject)"
        }
        return document
    }

    /// Whether a text may be a mail: its first line is a header, and among the headers is one that mails have.
    static func begins(_ bytes: [UInt8]) -> Bool {
        guard beginsWithHeader(bytes) else { return false }
        var rest = bytes[...]
        let headers = MIME.headers(&rest)
        return headers["from"] != nil || headers["subject"] != nil
    }

    /// Whether the first line is a header: a name without spaces, and a colon.
    private static func beginsWithHeader(_ bytes: [UInt8]) -> Bool {
        let line = bytes[bytes.line(from: 0).range]
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
        return line[..<colon].allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

/// One mail (RFC 5322, with the encodings of RFC 2045 to 2047 and 2231) as a person sees it.
struct MailMessage {
    private static let deepest = 8
    private static let mostAttachments = 1_000
    private static let longestName = 200
    /// Bytes of a header that are read.
    private static let longestHeader = 10_000

    /// By their names in lower case, as they were sent: ``words(_:)`` makes them readable.
    var headers: [String: String]
    /// What its writer wrote; what was quoted of earlier mails is left out, unless there is nothing else.
    var text: String
    /// The names of the files that were sent with it, of the first of them where there are very many.
    var attachments: [String]
    /// How many files were sent with it.
    var attachmentCount: Int
    /// Lines that were left out because they quote an earlier mail.
    var quotedLines: Int

    /// - Throws: ``DocumentError``, or `CancellationError`.
    init(_ message: ArraySlice<UInt8>) throws {
        var rest = message
        let found = MIME.headers(&rest)
        headers = found
        let content = try Self.content(of: message, depth: 0)
        (attachments, attachmentCount) = (content.attachments, content.attachmentCount)
        let own = QuotedText.removed(
            from: content.text.replacing("\r\n", with: "\n"),
            isForward: Self.isForward(Self.words(found["subject"] ?? "")))
        (text, quotedLines) = (own.text, own.lines)
    }

    /// Empty where the mail has none.
    var subject: String { Self.words(headers["subject"] ?? "") }

    /// Whether a subject says that the mail passes another one on, in the languages of the programs that write it.
    private static func isForward(_ subject: String) -> Bool {
        let subject = subject.drop { $0.isWhitespace }.lowercased()
        return ["fw:", "fwd:", "wg:", "tr:", "rv:", "i:", "doorst:", "vs:"].contains { subject.hasPrefix($0) }
    }

    /// A line that names the attachments; empty where there are none.
    var attachmentLine: String {
        guard !attachments.isEmpty else { return "" }
        let more = attachmentCount - attachments.count
        return "Attachments: \(attachments.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")\n"
    }

    /// What is said of mails that were read without some of what they hold.
    static func warnings(attachments: Int, quotedLines: Int) -> [ExtractionWarning] {
        var warnings: [ExtractionWarning] = []
        if attachments > 0 {
            let what =
                attachments == 1 ? "1 attachment is named and was" : "\(attachments) attachments are named and were"
            warnings.append(
                ExtractionWarning(.skipped, "\(what) left out. Save what you need of the mail as files of their own."))
        }
        if quotedLines > 0 {
            let what =
                quotedLines == 1
                ? "1 line that quotes an earlier mail was" : "\(quotedLines) lines that quote earlier mails were"
            warnings.append(ExtractionWarning(.skipped, "\(what) left out."))
        }
        return warnings
    }

    /// The headers of these names that the mail has, a line each.
    func lines(_ names: [String]) -> String { Self.lines(names, of: headers) }

    private static func lines(_ names: [String], of headers: [String: String]) -> String {
        names.compactMap { name in headers[name.lowercased()].map { "\(name): \(words($0))\n" } }.joined()
    }

    /// Shown above the words, in this order.
    static let shown = ["From", "To", "Cc", "Date", "Subject"]

    // MARK: - Contents

    private struct Content {
        var text = ""
        /// Whether it was written as plain text, and is not made from a page.
        var isPlain = false
        var attachments: [String] = []
        var attachmentCount = 0

        mutating func attach(_ files: [Content]) {
            for file in files {
                attachments += file.attachments.prefix(max(0, MailMessage.mostAttachments - attachments.count))
                attachmentCount += file.attachmentCount
            }
        }
    }

    private static func content(of message: ArraySlice<UInt8>, depth: Int) throws -> Content {
        try Task.checkCancellation()
        var rest = message
        let headers = MIME.headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        let kind = type.lowercased()
        let isAttachment = headers["content-disposition"]?.lowercased().hasPrefix("attachment") == true
        let leftOut = Content(attachments: [fileName(headers)], attachmentCount: 1)
        if kind.hasPrefix("multipart/") {
            guard depth < deepest, let boundary = MIME.parameter("boundary", of: type), !boundary.isEmpty else {
                return leftOut
            }
            let parts = try MIME.parts(of: rest, boundary: Array("--\(boundary)".utf8)).map {
                try content(of: $0, depth: depth + 1)
            }
            return kind.hasPrefix("multipart/alternative") ? best(of: parts) : joined(parts)
        }
        if kind.hasPrefix("message/rfc822"), !isAttachment, depth < deepest {
            var inner = rest
            let forwarded = lines(shown, of: MIME.headers(&inner))
            var content = try content(of: rest, depth: depth + 1)
            content.text = forwarded + "\n" + content.text
            return content
        }
        guard !isAttachment, let bytes = MIME.decoded(rest, headers) else { return leftOut }
        let charset = MIME.parameter("charset", of: type)
        if kind.hasPrefix("text/html") {
            let page = try HTMLReader.read(
                bytes, options: HTMLReader.Options(wholeBody: true, declaredEncoding: charset))
            return Content(text: page.text)
        }
        guard kind.hasPrefix("text/plain") else { return leftOut }
        return Content(text: decoded(bytes, charset), isPlain: true)
    }

    /// What the sender called a part that is a file; else what it is.
    private static func fileName(_ headers: [String: String]) -> String {
        let disposition = headers["content-disposition"] ?? ""
        let type = headers["content-type"] ?? ""
        let name =
            MIME.parameter("filename", of: disposition) ?? MIME.parameter("name", of: type)
        let shown = words(name ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard shown.isEmpty else { return String(shown.unicodeScalars.prefix(longestName)) }
        let kind = type.prefix { $0 != ";" }.filter { !$0.isWhitespace }
        return kind.isEmpty ? "a file" : "a file (\(kind.prefix(longestName)))"
    }

    /// The same words in several forms: the plain one, with the files of all.
    private static func best(of parts: [Content]) -> Content {
        let filled = parts.filter { $0.text.contains { !$0.isWhitespace } }
        var best = filled.first(where: \.isPlain) ?? filled.last ?? Content()
        (best.attachments, best.attachmentCount) = ([], 0)
        best.attach(parts)
        return best
    }

    private static func joined(_ parts: [Content]) -> Content {
        var all = Content(isPlain: true)
        all.attach(parts)
        return parts.reduce(into: all) { all, part in
            guard part.text.contains(where: { !$0.isWhitespace }) else { return }
            all.text += (all.text.isEmpty ? "" : "\n\n") + part.text
            all.isPlain = all.isPlain && part.isPlain
        }
    }

    private static func decoded(_ bytes: [UInt8], _ charset: String?) -> String {
        charset.map { HTMLEncoding.decode(bytes, declared: $0).text } ?? TextDecoder.decode(bytes).text
    }

    // MARK: - Encoded words

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
