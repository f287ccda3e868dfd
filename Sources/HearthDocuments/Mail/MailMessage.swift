import HearthCore

/// One mail (RFC 5322, with the encodings of RFC 2045 to 2047 and 2231) as a person sees it.
struct MailMessage {
    private static let deepest = 8
    private static let mostAttachments = 1_000
    private static let longestName = 200
    /// Bytes of a header that are read.
    private static let longestHeader = 10_000
    /// Attached files whose contents are kept, and the bytes of all of them; as much again of pictures, so that logos keep no letter out.
    private static let mostFiles = 20
    private static let mostFileBytes = 60_000_000

    /// Which of the files that were sent with a mail are kept for a reader.
    enum Kept {
        case none
        /// All but pictures.
        case texts
        case all
    }

    /// A file that was sent with a mail.
    struct File {
        /// What its sender called it; else what it is.
        var name: String
        /// As it is, without the encoding of the mail.
        var bytes: [UInt8]

        var isPicture: Bool { PictureHeader.kind(of: Array(bytes.prefix(PictureHeader.headSize))) != nil }
    }

    /// By their names in lower case, as they were sent: ``words(_:)`` makes them readable.
    var headers: [String: String]
    /// What its writer wrote; what was quoted of earlier mails is left out, unless there is nothing else.
    var text: String
    /// The names of the files that were sent with it, of the first of them where there are very many.
    var attachments: [String]
    /// How many files were sent with it.
    var attachmentCount: Int
    /// Of these the ones whose contents a reader may know, where they were asked for.
    var files: [File]
    /// Lines that were left out because they quote an earlier mail.
    var quotedLines: Int

    /// - Parameter kept: The attached files whose contents are wanted.
    /// - Throws: ``DocumentError``, or `CancellationError`.
    init(_ message: ArraySlice<UInt8>, keeping kept: Kept = .none) throws {
        var rest = message
        let found = MIME.headers(&rest)
        headers = found
        let content = try Self.content(of: message, depth: 0, keeping: kept)
        (attachments, attachmentCount) = (content.attachments, content.attachmentCount)
        files = content.files
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
        var files: [File] = []

        mutating func attach(_ parts: [Content]) {
            for part in parts {
                attachments += part.attachments.prefix(max(0, MailMessage.mostAttachments - attachments.count))
                attachmentCount += part.attachmentCount
                for file in part.files {
                    let others = files.filter { $0.isPicture == file.isPicture }
                    let bytes = others.reduce(file.bytes.count) { $0 + $1.bytes.count }
                    guard others.count < MailMessage.mostFiles, bytes <= MailMessage.mostFileBytes else { continue }
                    files.append(file)
                }
            }
        }
    }

    private static func content(of message: ArraySlice<UInt8>, depth: Int, keeping kept: Kept) throws -> Content {
        try Task.checkCancellation()
        var rest = message
        let headers = MIME.headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        let kind = type.lowercased()
        let isAttachment = headers["content-disposition"]?.lowercased().hasPrefix("attachment") == true
        var leftOut: Content {
            let name = fileName(headers)
            var files: [File] = []
            if kept == .all || kept == .texts && !kind.hasPrefix("image/"), mayBeRead(kind),
                let bytes = MIME.decoded(rest, headers)
            {
                let file = File(name: name, bytes: bytes)
                if kept == .all || !file.isPicture { files.append(file) }
            }
            return Content(attachments: [name], attachmentCount: 1, files: files)
        }
        if kind.hasPrefix("multipart/") {
            guard depth < deepest, let boundary = MIME.parameter("boundary", of: type), !boundary.isEmpty else {
                return leftOut
            }
            let parts = try MIME.parts(of: rest, boundary: Array("--\(boundary)".utf8)).map {
                try content(of: $0, depth: depth + 1, keeping: kept)
            }
            return kind.hasPrefix("multipart/alternative") ? best(of: parts) : joined(parts)
        }
        if kind.hasPrefix("message/rfc822"), !isAttachment, depth < deepest {
            var inner = rest
            let forwarded = lines(shown, of: MIME.headers(&inner))
            var content = try content(of: rest, depth: depth + 1, keeping: kept)
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

    /// Whether a part of this type is worth its contents: sounds are none that is read, drawings are no text, signatures say nothing, and of a
    /// saved page its looks and programs say nothing, either.
    private static func mayBeRead(_ type: String) -> Bool {
        let others = [
            "image/svg", "image/gif", "audio/", "video/", "font/", "multipart/", "message/delivery-status",
            "message/disposition",
            "text/rfc822-headers", "text/css", "text/javascript", "application/javascript", "application/x-javascript",
            "application/pgp", "application/pkcs7", "application/x-pkcs7", "application/zip",
        ]
        return !others.contains { type.hasPrefix($0) }
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
        (best.attachments, best.attachmentCount, best.files) = ([], 0, [])
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
        var rest = Substring(header.unicodeScalars.prefix(longestHeader))
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
