import HearthCore

/// Reads the files that were sent with mails, as far as a reader knows them, and puts their text below that of the mail: what they say then has the
/// mail's label, and goes when the mail goes.
///
/// A heading names each of them, and the page where it has pages, so that a citation does.
struct MailAttachments {
    /// Files that were read.
    private(set) var read = 0
    /// Of the others those that are pictures.
    private(set) var pictures = EmbeddedPictures()

    private let reader: DocumentReader

    /// - Parameter reader: Reads the files, with the same limits.
    init(by reader: DocumentReader) { self.reader = reader }

    /// Puts what files say behind what was written.
    ///
    /// - Parameters:
    ///   - level: Of the heading that names each.
    ///   - before: Bytes of text that stand elsewhere and count, too.
    ///   - written: Who wrote the mail and when; `nil` where the document says so as a whole.
    mutating func append(
        _ files: [MailMessage.File], to builder: inout DocumentBuilder, level: Int, before: Int = 0,
        written: WrittenPart? = nil
    ) async throws {
        for file in files {
            var inner = reader
            inner.isAttachment = true
            inner.archives = reader.archives + 1
            inner.configuration.readsTurns = false
            inner.configuration.readsMail = false
            // What is read of a part of it is not the mail.
            inner.configuration.recognized = nil
            inner.configuration.maximumTextBytes =
                reader.configuration.maximumTextBytes - before - builder.bytes.count
            guard inner.configuration.maximumTextBytes > 0, ArchiveBudget.current?.takeFile() ?? true else { return }
            do {
                guard pictures.allows(file.bytes) else { continue }
                let content = try await inner.read(file.bytes, name: file.name)
                guard !content.blocks.isEmpty else {
                    _ = pictures.note(content)
                    continue
                }
                if let written { builder.written(written.date, by: written.sender) }
                EmbeddedDocument.append(
                    content, heading: "Attachment: \(file.name)", level: level, name: file.name, to: &builder)
                read += 1
            } catch let error as CancellationError {
                throw error
            } catch {
                // It stays one that is named and was left out.
                continue
            }
        }
    }

    /// A mail with its attachments; those that were not read are counted.
    static func added(to mail: MailReader.Mail, by reader: DocumentReader) async throws -> ExtractedDocument {
        try await ArchiveBudget.within { try await adding(to: mail, by: reader) }
    }

    private static func adding(to mail: MailReader.Mail, by reader: DocumentReader) async throws -> ExtractedDocument {
        var document = mail.document
        var builder = DocumentBuilder()
        var attachments = MailAttachments(by: reader)
        try await attachments.append(
            mail.message.files, to: &builder, level: 2, before: document.text.utf8.count)
        let attached = builder.finish(format: .text)
        if !attached.blocks.isEmpty {
            let start = document.text.utf8.count + 2
            document.text += "\n\n" + attached.text
            document.blocks += attached.blocks.map { block in
                var block = block
                block.span = TextSpan(start: block.span.start + start, end: block.span.end + start)
                return block
            }
            document.pages = [Page(number: 1, span: TextSpan(start: 0, end: document.text.utf8.count))]
        }
        let pictures = attachments.pictures
        document.warnings += attached.warnings + pictures.warnings
        document.warnings += MailMessage.warnings(
            attachments: mail.message.attachmentCount - attachments.read - pictures.count,
            quotedLines: mail.message.quotedLines)
        return document
    }
}
