import HearthCore

/// Reads many mails in one file (RFC 4155, as Thunderbird, Apple's Mail and Google's exports write it): a page for each.
///
/// The heading of a mail is its subject, who wrote it and when, so that a citation names it.
struct MailboxReader {
    private static let mostMessages = 200_000

    private let reader: DocumentReader
    private var builder = DocumentBuilder()
    private var files: MailAttachments
    private var count = 0
    private var attachments = 0
    private var quotedLines = 0
    private var unreadable = 0

    private init(_ reader: DocumentReader) {
        self.reader = reader
        // A mailbox is read anew with each mail that comes, and a scan takes seconds each time.
        var texts = reader
        texts.configuration.recognition = .never
        files = MailAttachments(by: texts)
    }

    /// - Parameter reader: Reads the files that were sent with the mails, with its limits; mails beyond these are left out, and counted.
    static func read(_ bytes: [UInt8], by reader: DocumentReader) async throws -> ExtractedDocument {
        try await ArchiveBudget.within {
            var mailbox = MailboxReader(reader)
            return try await mailbox.read(bytes)
        }
    }

    private mutating func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        var leftOut = 0
        var start = 0
        while start < bytes.count {
            try Task.checkCancellation()
            let end = Self.boundary(in: bytes, after: start) ?? bytes.count
            let own = Self.isBoundary(bytes, at: start) ? bytes.line(from: start).next : start
            if count < Self.mostMessages, builder.bytes.count < reader.configuration.maximumTextBytes {
                try await append(bytes[own..<end])
            } else {
                leftOut += 1
            }
            start = end
        }
        return finish(leftOut: leftOut)
    }

    /// Whether a file begins as a mailbox does.
    static func begins(_ bytes: [UInt8]) -> Bool { isBoundary(bytes, at: 0) }

    /// Where the first mail begins behind the line at a place: behind an empty line; `nil` where none does.
    static func boundary(in bytes: [UInt8], after start: Int = 0) -> Int? {
        var line = bytes.line(from: start)
        var followsEmpty = line.range.isEmpty
        while line.next < bytes.count {
            let position = line.next
            if followsEmpty, isBoundary(bytes, at: position) { return position }
            line = bytes.line(from: position)
            followsEmpty = line.range.isEmpty
        }
        return nil
    }

    /// The line that begins a mail has an address and a time, and the first header of the mail follows it. Nothing else tells it from a line of a
    /// mail that begins with "From".
    private static func isBoundary(_ bytes: [UInt8], at start: Int) -> Bool {
        guard bytes[start...].starts(with: "From ") else { return false }
        let line = bytes.line(from: start)
        guard line.range.count < 1_000, namesSenderAndTime(bytes[line.range]) else { return false }
        guard line.next < bytes.count else { return true }
        let header = bytes[bytes.line(from: line.next).range]
        guard let end = header.firstIndex(of: UInt8(ascii: ":")), end > header.startIndex else { return false }
        return header[..<end].allSatisfy {
            isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }

    /// "From ann@example.org Mon May 13 10:00:00 2024": who sent it, and a time as C's `asctime` writes it (RFC 4155), with a zone before or behind
    /// the year where a program adds one.
    private static func namesSenderAndTime(_ line: ArraySlice<UInt8>) -> Bool {
        let words = line.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard words.count >= 7,
            let weekday = words.indices.dropFirst(2).first(where: { weekdays.contains(words[$0]) }),
            words.count - weekday >= 5, MailDate.months.contains(words[weekday + 1]),
            let day = Int(words[weekday + 2]), (1...31).contains(day), isTime(words[weekday + 3])
        else { return false }
        let rest = words[(weekday + 4)...]
        let isYear = rest.map { $0.utf8.count == 4 && $0.utf8.allSatisfy(isDigit) }
        return rest.count <= 3 && (isYear.first == true || isYear.last == true)
    }

    /// "10:00", with seconds or without.
    private static func isTime(_ word: String) -> Bool {
        let fields = word.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(fields.count)
            && fields.allSatisfy { (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }
    }

    private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private mutating func append(_ message: ArraySlice<UInt8>) async throws {
        guard message.contains(where: { !isSpace($0) }) else { return }
        count += 1
        builder.beginPage()
        let mail: MailMessage
        do {
            mail = try MailMessage(message, keeping: reader.isAttachment ? .none : .texts)
        } catch is DocumentError {
            unreadable += 1
            builder.written()
            return
        }
        attachments += mail.attachmentCount
        quotedLines += mail.quotedLines
        var heading = onOneLine(mail.subject)
        if heading.isEmpty { heading = "(no subject)" }
        for name in ["from", "date"] {
            let said = onOneLine(MailMessage.words(mail.headers[name] ?? ""))
            if !said.isEmpty { heading += " · " + said }
        }
        let sender = onOneLine(MailMessage.words(mail.headers["from"] ?? ""))
        let written = WrittenPart(
            start: 0, date: mail.headers["date"].flatMap { MailDate.parse(MailMessage.words($0)) },
            sender: sender.isEmpty ? nil : sender)
        builder.written(written.date, by: written.sender)
        builder.append(.heading(level: 2), heading)
        builder.append(.paragraph, mail.lines(["To", "Cc"]) + mail.attachmentLine)
        let text = Array(Self.unescaped(mail.text).utf8)
        for block in PlainTextReader.paragraphs(in: text) { builder.append(block.kind, text[block.span.range]) }
        try await files.append(mail.files, to: &builder, level: 3, written: written)
    }

    /// A line of a mail that begins with "From " got a ">" before it, and one that had some got one more.
    private static func unescaped(_ text: String) -> String {
        guard text.contains(">From ") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.drop { $0 == ">" }.hasPrefix("From ") && $0.first == ">" ? $0.dropFirst() : $0
        }.joined(separator: "\n")
    }

    private mutating func finish(leftOut: Int) -> ExtractedDocument {
        builder.warn(
            leftOut, .truncated, "1 mail at the end was not read, beyond what is kept.",
            "mails at the end were not read, beyond what is kept.")
        builder.warn(unreadable, .damaged, "1 mail could not be read.", "mails could not be read.")
        builder.warnings += files.pictures.warnings
        builder.warnings += MailMessage.warnings(
            attachments: attachments - files.read - files.pictures.count, quotedLines: quotedLines)
        return builder.finish(format: .mbox)
    }
}
