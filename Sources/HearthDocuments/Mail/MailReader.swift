import HearthCore

/// Reads a saved mail (RFC 5322, with the encodings of RFC 2045 to 2047) as a person sees it: who wrote to whom, when and about what, and
/// the words. What is quoted of earlier mails is left out; attachments are named, and read by ``MailAttachments`` where a reader knows them.
enum MailReader {
    /// A mail without its attachments.
    struct Mail {
        var document: ExtractedDocument
        var message: MailMessage
    }

    /// - Parameters:
    ///   - isKnown: Whether it is known to be a mail, and not only looks like one.
    ///   - isNamed: Whether its name ends as those of saved mails do.
    ///   - kept: The attached files whose contents are wanted.
    /// - Returns: `nil` where the text is no mail with marks of its encoding: a mail that was copied as text is one already. Several mails in
    ///   one file are read by ``MailboxReader`` where lines part them; else they are left as they are, so that none is lost.
    static func read(
        _ bytes: [UInt8], isTranscript: Bool, isKnown: Bool = false, isNamed: Bool = false,
        keeping kept: MailMessage.Kept = .none
    ) throws -> Mail? {
        var rest = bytes[...]
        guard beginsWithHeader(bytes) else { return nil }
        let headers = MIME.headers(&rest)
        // What was sent has an identification (RFC 5322, 3.6.4) beside its date, also where it is plain text and says nothing of MIME;
        // some programs leave it out of what they save.
        let isSent = headers["date"] != nil && (headers["message-id"] != nil || isNamed)
        guard isKnown || isSent || headers["mime-version"] != nil || headers["content-transfer-encoding"] != nil,
            headers["from"] != nil || headers["subject"] != nil
        else { return nil }
        let mail = try MailMessage(bytes[...], keeping: kept)
        let head = mail.lines(MailMessage.shown) + mail.attachmentLine
        let text = (head + "\n" + mail.text).replacing("\r\n", with: "\n")
        var document = PlainTextReader.read(
            DecodedText(text: text, encoding: "utf-8", replacements: 0), warnings: [], isTranscript: isTranscript)
        document.createdAt = mail.headers["date"].flatMap { MailDate.parse(MailMessage.words($0)) }
        let sender = onOneLine(MailMessage.words(mail.headers["from"] ?? ""))
        if document.createdAt != nil || !sender.isEmpty {
            document.writtenParts = [
                WrittenPart(start: 0, date: document.createdAt, sender: sender.isEmpty ? nil : sender)
            ]
        }
        if !mail.subject.isEmpty {
            document.title = mail.subject
        } else if isKnown {
            // The name of such a file says nothing to a person.
            document.title = "(no subject)"
        }
        return Mail(document: document, message: mail)
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
