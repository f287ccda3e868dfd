public import Foundation
public import HearthCore
package import HearthSystem

/// Reads documents: plain text, Markdown, HTML, PDF, Word, Rich Text, Excel, PowerPoint, EPUB, OpenDocument (texts, spreadsheets,
/// presentations), subtitles, files of values, pictures of text, mail, calendars, contacts, notebooks, source code, the exports of messengers,
/// assistants, notes and browsers, and archives of all of these.
///
/// A file's format is told by its contents first and by its name second. Every input is taken as hostile: size, count, depth
/// and time are limited, nothing that a document names is fetched, and a damaged file ends in a ``DocumentError`` or in a
/// document with warnings.
public struct DocumentReader: Sendable {
    /// The limits of one document.
    public struct Configuration: Sendable {
        /// The most bytes of one file.
        public var maximumBytes = 100_000_000
        /// The most bytes of a PDF, which is read page by page.
        public var maximumPDFBytes = 500_000_000
        /// The most bytes of an archive, most of which are pictures and recordings that are not unpacked.
        public var maximumArchiveBytes = 500_000_000
        /// The most bytes of a database of messages, most of which are what programs keep beside their words, and of an export of measurements.
        public var maximumDatabaseBytes = 500_000_000
        /// The most bytes of text of one document; what follows is left out with a warning.
        public var maximumTextBytes = 64_000_000
        /// Seconds that opening a PDF, or one page of it, may take. The whole may take twice as long, and half a second more
        /// for each page.
        public var pdfSeconds: Double = 8
        /// Whether somebody said that what is written as text is a transcript: then it is read in turns, also where the text
        /// alone would not show that it has some.
        public var readsTurns = false
        /// Whether somebody knows that what begins with headers is a mail, as of a file in a folder of mails: then it is read as one whatever its name,
        /// also where nothing says how it is encoded.
        public var readsMail = false
        /// Whether pages that are pictures are read, which takes a second or more for each.
        public var recognition = PictureRecognition.now
        /// Seconds that the picture of one page may take.
        public var pictureSeconds: Double = 60
        /// Pages of one document that are read from their pictures at most.
        public var maximumPagePictures = 2_000
        /// Tells the language of a text (BCP 47), where that is certain; by it a page is read in its own language.
        package var identifiesLanguage: (@Sendable (String) -> String?)?
        /// Is given the document as far as it is read, from time to time while pages are read from their pictures.
        package var recognized: (@Sendable (ExtractedDocument) -> Void)?

        public init() {}

        /// The most bytes of a file in a format.
        public func mostBytes(of format: DocumentFormat?) -> Int {
            switch format {
            case .pdf: maximumPDFBytes
            case .zip: maximumArchiveBytes
            default: maximumBytes
            }
        }
    }

    /// What becomes of pages that are pictures.
    public enum PictureRecognition: Sendable {
        /// They are read with the rest.
        case now
        /// They are left for a later reading, and it is said how many wait.
        case later
        /// They are not read.
        case never
    }

    public var configuration: Configuration
    /// Whether it reads a file that was sent with a mail: of a mail in a mail attachments are named alone.
    var isAttachment = false
    /// Archives around the file that it reads.
    var archives = 0

    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - url: A file; a folder, a pipe or a device is refused.
    ///   - format: The format to read it as; `nil` to find out.
    /// - Throws: ``DocumentError``, or `CancellationError`.
    public func read(contentsOf url: URL, format: DocumentFormat? = nil) async throws -> ExtractedDocument {
        let file = try InputFile.open(url.path)
        let bytes = try bytes(of: file, name: url.lastPathComponent, format: format) {
            try? InputFile.open(url.path + Self.logEnding)
        }
        return try await read(bytes, format: format, name: url.lastPathComponent)
    }

    /// What the name of a database's log ends with, which lies beside it and has what was written last.
    package static let logEnding = "-wal"

    /// Whether a file is called as databases are, so that what was written last may be in a log beside it.
    package static func mayHaveLog(_ name: String) -> Bool {
        ["db", "sqlite", "sqlite3"].contains(FormatDetector.fileExtension(name))
    }

    /// The bytes of a file, unless it is larger than its format may be; those of a database with what is in its log.
    ///
    /// - Parameter log: Opens the log beside the file, each time anew; `nil` where there is none.
    /// - Throws: ``DocumentError``, or `CancellationError`.
    package func bytes(
        of file: OpenFile, name: String, format: DocumentFormat? = nil, log: () -> OpenFile?
    ) throws -> [UInt8] {
        let before = (try? log()?.bytes(count: SQLiteLog.headSize)) ?? []
        let bytes = try self.bytes(of: file, name: name, format: format)
        // The log is read behind the file: what goes from one into the other meanwhile is in both. One that was begun anew meanwhile is
        // left to the next reading.
        guard SQLiteFile.begins(bytes), SQLiteFile.hasLog(bytes), !before.isEmpty, let beside = log(),
            bytes.count + beside.size <= configuration.maximumDatabaseBytes,
            let written = try? beside.bytes(count: beside.size), written.starts(with: before)
        else { return bytes }
        return try SQLiteLog.applied(written, to: bytes) ?? bytes
    }

    /// The bytes of a file alone, unless it is larger than its format may be.
    ///
    /// - Throws: ``DocumentError``.
    package func bytes(of file: OpenFile, name: String, format: DocumentFormat? = nil) throws -> [UInt8] {
        let head = try InputFile.head(of: file, name: name, count: FormatDetector.headSize)
        let limit = mostBytes(head, format ?? Self.format(ofFile: name, head: head))
        return try InputFile.bytes(of: file, name: name, limit: limit)
    }

    /// The most bytes of a file, by what it begins with. Of some nearly all is what programs keep for themselves, or what is counted and not kept.
    private func mostBytes(_ head: [UInt8], _ format: DocumentFormat?) -> Int {
        SQLiteFile.begins(head) || HealthReader.begins(head)
            ? configuration.maximumDatabaseBytes : configuration.mostBytes(of: format)
    }

    /// Reads a file's bytes.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - format: The format to read it as; `nil` to find out.
    ///   - name: The file's name, whose extension helps where the contents leave the format open.
    public func read(
        _ data: some Collection<UInt8> & Sendable, format: DocumentFormat? = nil, name: String = ""
    ) async throws -> ExtractedDocument {
        try Task.checkCancellation()
        let bytes = Array(data)
        var warning: ExtractionWarning?
        let found: DocumentFormat
        if let format {
            found = format
        } else if configuration.readsMail, MailReader.begins(bytes) {
            found = .text
        } else {
            found = try resolve(bytes, name)
            warning = try NamedFormat(ofFile: name)?.warning(of: bytes, found)
        }
        let limit = mostBytes(Array(bytes.prefix(FormatDetector.headSize)), found)
        guard bytes.count <= limit else {
            throw DocumentError(.tooLarge, "The document has more than \(limit / 1_000_000) MB.")
        }
        var document = try await extract(bytes, found, name)
        try Task.checkCancellation()
        if let warning { document.warnings.insert(warning, at: 0) }
        return document.limited(to: configuration.maximumTextBytes)
    }

    /// Reads one of the pieces of a large file.
    ///
    /// - Parameter bytes: Those that ``FilePart/bytes(of:)`` gives.
    package func read(_ part: FilePart, _ bytes: [UInt8], name: String) async throws -> ExtractedDocument {
        try Task.checkCancellation()
        let head = Array(bytes[..<part.head])
        let own = part.head == 0 ? bytes : Array(bytes[part.head...])
        let format = Self.format(ofFile: name, head: part.head == 0 ? bytes : head)
        var document: ExtractedDocument
        if format == .csv {
            var warnings: [ExtractionWarning] = []
            document = try DelimitedReader.read(
                TextDecoder.decode(own, asIn: head, warnings: &warnings),
                after: head.isEmpty ? nil : TextDecoder.decode(head),
                firstRow: part.firstRow, warnings: warnings, maximumTextBytes: configuration.maximumTextBytes)
        } else {
            document = try await MailboxReader.read(own, by: self)
        }
        if part.leftOut > 0 {
            document.warnings.append(
                ExtractionWarning(
                    .truncated,
                    "Of the last mail \(max(1, part.leftOut / 1_000_000)) MB were not read, which is too large."))
        }
        return document.limited(to: configuration.maximumTextBytes)
    }

    /// The format that a file is in, as far as its name and first bytes tell; `nil` when it is none that can be read.
    public static func format(ofFile name: String, head bytes: some Collection<UInt8>) -> DocumentFormat? {
        let head = Array(bytes.prefix(FormatDetector.headSize))
        switch FormatDetector.detect(name: name, head: head) {
        case .format(let format): return format
        case .zip: return ContainerFormat.guess(name: name, head: head)
        case .unsupported, .packed, .recording, .binary, .empty: return nil
        }
    }

    /// Whether something here reads the text of pictures.
    package static func recognizesPictures() async throws -> Bool {
        try await PageRecognizer.here(Configuration()) != nil
    }

    /// The format of a text by its name alone, for a file that holds nothing to tell it by; `nil` for names of other formats
    /// and of nothing that is known.
    public static func textFormat(ofFile name: String) -> DocumentFormat? {
        guard case .format(let format) = FormatDetector.detect(name: name, head: [0x0A]) else { return nil }
        // Whatever is text is read under any name; without a byte to look at, only the names of texts count.
        guard format == .text else { return format }
        return ["txt", "text"].contains(FormatDetector.fileExtension(name)) ? .text : nil
    }

    private func resolve(_ bytes: [UInt8], _ name: String) throws -> DocumentFormat {
        switch FormatDetector.detect(name: name, head: Array(bytes.prefix(FormatDetector.headSize))) {
        case .format(let format): return format
        case .zip: return try ContainerFormat.detect(in: bytes, name: name)
        case .empty: throw DocumentError(.empty, "The file is empty.")
        case .unsupported where try MessagesReader.isOne(bytes): return .chat
        case .packed(let what):
            throw DocumentError(
                .unsupportedFormat,
                "The file is in a format that Hearth does not read (\(what)). Unpack it, and read the folder that comes of it."
            )
        case .unsupported(let what):
            throw DocumentError(
                .unsupportedFormat,
                "The file is in a format that Hearth does not read (\(what)). Save it as PDF, .docx, .odt or text.")
        case .recording(let what):
            throw DocumentError(
                .unsupportedFormat, "The file is a recording (\(what)), not a document. Transcribe it instead.")
        case .binary:
            throw DocumentError(.notText, "The file is neither text nor a document that Hearth knows.")
        }
    }

    private func extract(_ bytes: [UInt8], _ format: DocumentFormat, _ name: String) async throws -> ExtractedDocument {
        guard bytes.contains(where: { $0 != 0 }) else { throw DocumentError(.empty, "The file is empty.") }
        switch format {
        case .pdf: return try await PDFReader(configuration).read(bytes)
        case .image: return try await readPicture(bytes)
        case .docx: return try WordReader.read(bytes)
        case .epub: return try EPUBReader.read(bytes)
        case .odt: return try OpenDocumentReader.read(bytes)
        case .ods: return try SpreadsheetReader.read(bytes, maximumTextBytes: configuration.maximumTextBytes)
        case .odp: return try OpenDocumentSlides.read(bytes)
        case .mbox: return try await MailboxReader.read(bytes, by: self)
        case .ics: return try CalendarReader.read(bytes, maximumTextBytes: configuration.maximumTextBytes)
        case .vcf: return try ContactReader.read(bytes, maximumTextBytes: configuration.maximumTextBytes)
        case .rtf: return try RichTextReader.read(bytes)
        case .pptx: return try PresentationReader.read(bytes)
        case .xlsx: return try WorkbookReader.read(bytes, maximumTextBytes: configuration.maximumTextBytes)
        case .html: return try HTMLReader.read(bytes)
        case .zip: return try await ArchiveReader.read(bytes, name: name, by: self)
        case .chat where SQLiteFile.begins(bytes): return try readMessages(bytes)
        case .text, .markdown, .srt, .vtt, .csv, .ipynb, .chat, .notes, .bookmarks:
            return try await readText(bytes, format, name)
        }
    }

    private func readPicture(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        do {
            return try await PictureReader(configuration).read(bytes)
        } catch let error as SystemError {
            throw DocumentError(.notReadable, error.message)
        }
    }

    private func readText(_ bytes: [UInt8], _ format: DocumentFormat, _ name: String) async throws -> ExtractedDocument
    {
        guard FormatDetector.isText(bytes) else {
            throw DocumentError(.notText, "The file is not text, whatever its name says.")
        }
        if format == .text, let measured = try MeasuredReader.read(bytes) { return measured }
        if format == .text, let book = try FictionBookReader.read(bytes) { return book }
        if format == .text,
            let mail = try MailReader.read(
                bytes, isTranscript: configuration.readsTurns, isKnown: configuration.readsMail,
                isNamed: FormatDetector.fileExtension(name) == "eml",
                keeping: isAttachment ? .none : .all)
        {
            return try await MailAttachments.added(to: mail, by: self)
        }
        var warnings: [ExtractionWarning] = []
        let decoded = TextDecoder.decode(bytes, warnings: &warnings)
        switch format {
        case .markdown:
            if let note = try JoplinReader.read(
                Array(decoded.text.utf8), warnings: warnings, maximumTextBytes: configuration.maximumTextBytes)
            {
                return note
            }
            return MarkdownReader.read(decoded, warnings: warnings, isTranscript: configuration.readsTurns)
                .keepingMarks(of: bytes)
        case .vtt:
            return try SubtitleReader.read(WebVTTParser.parse(decoded.text), format: .vtt, warnings: warnings)
        case .srt:
            return try SubtitleReader.read(SubRipParser.parse(decoded.text), format: .srt, warnings: warnings)
        case .csv:
            return try DelimitedReader.read(
                decoded, warnings: warnings, maximumTextBytes: configuration.maximumTextBytes)
        case .chat, .notes, .bookmarks: return try readExport(decoded, format, name, warnings, bytes)
        case .ipynb:
            if var notebook = try NotebookReader.read(
                Array(decoded.text.utf8), maximumTextBytes: configuration.maximumTextBytes)
            {
                notebook.warnings = warnings + notebook.warnings
                return notebook
            }
            if ["", "ipynb"].contains(FormatDetector.fileExtension(name)) {
                warnings.append(
                    ExtractionWarning(
                        .damaged, "The file looks like a notebook and cannot be read as one; it was read as plain text."
                    ))
            } else if let structured = try readStructured(decoded, name, warnings, bytes) {
                return structured
            }
            return PlainTextReader.read(decoded, warnings: warnings, isTranscript: false).keepingMarks(of: bytes)
        default: return try readPlain(decoded, name, warnings, bytes)
        }
    }

    /// What a program exported; as plain text where it only looks like that.
    private func readExport(
        _ decoded: DecodedText, _ format: DocumentFormat, _ name: String, _ warnings: [ExtractionWarning],
        _ bytes: [UInt8]
    ) throws -> ExtractedDocument {
        let text = Array(decoded.text.utf8)
        let room = configuration.maximumTextBytes
        let read: ExportReading =
            switch format {
            case .chat: try ChatReader.read(text, name: name, warnings: warnings, maximumTextBytes: room)
            case .notes: try NotesReader.read(text, warnings: warnings, maximumTextBytes: room)
            default:
                try BookmarksReader.begins(text)
                    ? BookmarksReader.read(text, warnings: warnings, maximumTextBytes: room)
                    : HistoryReader.read(text, warnings: warnings, maximumTextBytes: room)
            }
        switch read {
        case .document(let document): return document
        // Many texts have the same keys, and nothing is wrong with them.
        case .nothing(isDamaged: false): return try readPlain(decoded, name, warnings, bytes)
        case .nothing(isDamaged: true):
            let note = ExtractionWarning(
                .damaged,
                "The file looks like an export and is too damaged to be read as one; it was read as plain text.")
            return try readPlain(decoded, name, warnings + [note], bytes)
        }
    }

    /// A database of messages.
    private func readMessages(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var writer = ConversationWriter(maximumTextBytes: configuration.maximumTextBytes)
        var warnings: [ExtractionWarning] = []
        guard try MessagesReader.read(bytes, into: &writer, warnings: &warnings) else {
            throw DocumentError(
                .unsupportedFormat, "The file is a database (SQLite), and none of the messages that Hearth reads.")
        }
        guard !writer.isEmpty || !writer.omissions.isBroken else {
            throw DocumentError(
                .damagedDocument,
                "The database of messages is damaged, and no message could be read. Copy it again while Messages is not running."
            )
        }
        return writer.finish(warnings: warnings)
    }

    private func readPlain(
        _ decoded: DecodedText, _ name: String, _ warnings: [ExtractionWarning], _ bytes: [UInt8]
    ) throws -> ExtractedDocument {
        // What podcasts and speech recognition write: turns with times, as a subtitle file has them.
        let text = Array(decoded.text.utf8)
        if let first = text.first(where: { !isSpace($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let transcript = TranscriptJSONParser.parse(text), !transcript.cues.isEmpty
        {
            return try SubtitleReader.read(transcript, format: .text, warnings: warnings)
        }
        if !configuration.readsTurns, let structured = try readStructured(decoded, name, warnings, bytes) {
            return structured
        }
        return PlainTextReader.read(decoded, warnings: warnings, isTranscript: configuration.readsTurns)
            .keepingMarks(of: bytes)
    }

    /// What is written for programs as well; `nil` for other texts.
    private func readStructured(
        _ decoded: DecodedText, _ name: String, _ warnings: [ExtractionWarning], _ bytes: [UInt8]
    ) throws -> ExtractedDocument? {
        guard let kind = StructuredText(ofFile: name, Array(decoded.text.utf8)) else { return nil }
        let document = try kind.read(decoded, warnings: warnings, room: configuration.maximumTextBytes)
        return kind == .code ? document.keepingMarks(of: bytes) : document
    }
}

extension ExtractedDocument {
    /// Puts back the byte-order marks that a UTF-8 file began with, before all blocks, so that offsets hold in the file.
    fileprivate func keepingMarks(of bytes: [UInt8]) -> ExtractedDocument {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var count = 0
        while bytes[(count * mark.count)...].starts(with: mark) { count += 1 }
        guard count > 0 else { return self }
        var result = self
        result.text = String(repeating: "\u{FEFF}", count: count) + text
        for index in blocks.indices {
            result.blocks[index].span.start += count * mark.count
            result.blocks[index].span.end += count * mark.count
        }
        result.pages = [Page(number: 1, span: TextSpan(start: 0, end: result.text.utf8.count))]
        return result
    }

    /// Cuts what exceeds a number of bytes, at the end of a block, and says so.
    func limited(to maximum: Int) -> ExtractedDocument {
        guard text.utf8.count > maximum else { return self }
        var result = self
        let bytes = text.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: maximum)
        // Back to the start of a character.
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        let count = bytes.distance(from: bytes.startIndex, to: end)
        result.text = String(text[..<end])
        result.blocks = blocks.filter { $0.span.start < count }
        result.pages = pages.filter { $0.span.start < count }
        result.writtenParts = writtenParts.filter { $0.start < count }
        if let last = result.blocks.indices.last {
            result.blocks[last].span.end = min(count, result.blocks[last].span.end)
        }
        if let last = result.pages.indices.last {
            result.pages[last].span.end = min(count, result.pages[last].span.end)
        }
        result.warnings.append(
            ExtractionWarning(.truncated, "Only the first \(count / 1_000_000) MB of the text were read."))
        return result
    }
}
