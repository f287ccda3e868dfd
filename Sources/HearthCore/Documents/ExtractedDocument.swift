public import Foundation

/// What was read out of one file: its text, and where pages, headings and other structure lie in it.
///
/// Every offset counts UTF-8 bytes of ``text``. For plain text and Markdown in UTF-8 ``text`` is the file byte for byte, a
/// byte-order mark included (which lies in no block), so that offsets hold in the file as well; saved mail, which is read as text, is
/// decoded first.
public struct ExtractedDocument: Sendable {
    public var format: DocumentFormat
    /// The title the document itself gives (metadata, `<title>`, first heading), or `nil` when it gives none.
    public var title: String?
    /// When the document itself says that it was written, as a mail does; `nil` when it does not say.
    public var createdAt: Date?
    public var text: String
    /// Pages in order, numbered from 1. Formats without pages have one page that spans the text.
    public var pages: [Page]
    /// The structure in reading order. Blocks do not overlap; together they cover all text that is not white space.
    public var blocks: [Block]
    /// Parts of the file that could not be read or had to be repaired. Show them to the user.
    public var warnings: [ExtractionWarning]
    /// Where words stand on the pictures of pages that were read from these; in the order of the pages.
    public var layouts: [PageLayout] = []
    /// The author and the time of each piece, in the order of the text; empty for documents that do not record them. The chunks of
    /// the document carry the ones that fall into them.
    public var writtenParts: [WrittenPart] = []

    public init(
        format: DocumentFormat,
        title: String? = nil,
        text: String,
        pages: [Page]? = nil,
        blocks: [Block],
        warnings: [ExtractionWarning] = []
    ) {
        self.format = format
        self.title = title
        self.text = text
        self.pages = pages ?? [Page(number: 1, span: TextSpan(start: 0, end: text.utf8.count))]
        self.blocks = blocks
        self.warnings = warnings
    }
}

/// One page of a document.
public struct Page: Hashable, Codable, Sendable {
    /// Counts from 1, as a reader of the file counts.
    public var number: Int
    public var span: TextSpan

    public init(number: Int, span: TextSpan) {
        self.number = number
        self.span = span
    }
}

/// A piece of a document's structure.
public struct Block: Hashable, Codable, Sendable {
    public enum Kind: Hashable, Codable, Sendable {
        /// Level 1 is the title of the whole, 6 the deepest.
        case heading(level: Int)
        case paragraph
        case listItem
        /// A whole table, one row a line: cells with tabs between them, or with the row's number and the names of its columns
        /// (``TableRowLine``).
        case table
        /// Preformatted text, white space significant.
        case code
        case quote
        /// What one speaker says in one go: a cue of a subtitle file, or a turn of a written transcript.
        case utterance
    }

    public var kind: Kind
    public var span: TextSpan
    /// Seconds from the start of the recording, for utterances that carry a time.
    public var startTime: Double?
    public var endTime: Double?
    public var speaker: String?

    public init(
        _ kind: Kind, span: TextSpan, startTime: Double? = nil, endTime: Double? = nil, speaker: String? = nil
    ) {
        self.kind = kind
        self.span = span
        self.startTime = startTime
        self.endTime = endTime
        self.speaker = speaker
    }
}

/// A part of a file that extraction could not read or had to repair.
public struct ExtractionWarning: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        /// A page of a PDF without a text layer, usually a scan.
        case noTextLayer
        /// Bytes that are not valid in the file's encoding, replaced by U+FFFD.
        case undecodableBytes
        /// A part that a limit cut off.
        case truncated
        /// A damaged part that was read as far as it went.
        case damaged
        /// A part that was left out on purpose, such as an embedded object.
        case skipped
        /// The file's contents are in another format than its name says.
        case otherFormat
        /// Text that was read from pictures of pages, by a program that may read wrongly.
        case recognized
        /// Text recognition (OCR) was unsure: words are likely wrong, or were left out as illegible.
        case doubtful
        /// Pages that are still to be read from their pictures. Such a document is read anew when there is time.
        case recognitionPending
        /// Pages that could be read from their pictures if a program were installed that is not.
        case recognizerMissing
        /// Pages that could be read better, or at all, with a language that the recognizer does not have.
        case languageMissing
    }

    public var kind: Kind
    public var message: String
    /// Counts from 1; `nil` when the warning is not about one page.
    public var page: Int?
    /// The package that has what is missing on Debian, where ``kind`` says that something is.
    public var missingPackage: String?

    public init(_ kind: Kind, _ message: String, page: Int? = nil, missingPackage: String? = nil) {
        self.kind = kind
        self.message = message
        self.page = page
        self.missingPackage = missingPackage
    }

    /// What would help; each surface puts it into its words.
    public var help: [Failure.Help] { missingPackage.map { [.install(package: $0)] } ?? [] }
}

/// The file formats that Hearth reads as documents.
public enum DocumentFormat: String, Codable, Sendable, CaseIterable {
    case text
    case markdown
    case html
    case pdf
    case docx
    case epub
    case odt
    case srt
    case vtt
    /// Values with commas, semicolons, tabs or bars between them (CSV, TSV).
    case csv
    /// Workbooks of Excel and programs like it.
    case xlsx
    /// Presentations of PowerPoint and programs like it.
    case pptx
    /// Rich Text Format.
    case rtf
    /// Many mails in one file.
    case mbox
    /// A spreadsheet of LibreOffice, and programs like it.
    case ods
    /// A presentation of LibreOffice, and programs like it.
    case odp
    /// A calendar: events and tasks.
    case ics
    /// An address book: contacts.
    case vcf
    /// A notebook of Jupyter: text, programs and what came out of them.
    case ipynb
    /// Conversations, as a messenger or an assistant exports them.
    case chat
    /// Notes, entries of a diary or marked places of books, as a program exports them.
    case notes
    /// Bookmarks of a browser, or the pages that were visited with it.
    case bookmarks
    /// An archive of files.
    case zip
    /// A picture: a scan, a photograph of a page, a screenshot. Its text is read from it.
    case image
}

// MARK: - Spans

/// A half-open range of UTF-8 byte offsets into one text.
///
/// Offsets in Hearth always count the UTF-8 bytes of a document's extracted text: they are what the command line prints,
/// what the store keeps and what a citation is checked against.
public struct TextSpan: Hashable, Codable, Sendable, Comparable {
    /// The first byte.
    public var start: Int
    /// One past the last byte.
    public var end: Int

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    public init(_ range: Range<Int>) {
        self.init(start: range.lowerBound, end: range.upperBound)
    }

    public var count: Int { end - start }
    public var isEmpty: Bool { end <= start }
    public var range: Range<Int> { start..<max(start, end) }

    public func overlaps(_ other: TextSpan) -> Bool { start < other.end && other.start < end }

    public func contains(_ other: TextSpan) -> Bool { start <= other.start && other.end <= end }

    public static func < (a: TextSpan, b: TextSpan) -> Bool { (a.start, a.end) < (b.start, b.end) }
}

extension String {
    /// The text of a span, or `nil` when the span does not lie inside the text or cuts a character's bytes.
    ///
    /// Bytes are checked, not repaired: a citation whose span is wrong must not look right.
    public func text(in span: TextSpan) -> String? {
        guard span.start >= 0, span.end >= span.start, span.end <= utf8.count else { return nil }
        let from = utf8.index(utf8.startIndex, offsetBy: span.start)
        let to = utf8.index(from, offsetBy: span.count)
        return String(utf8[from..<to])
    }
}

// MARK: - Rows of tables

/// A row of a sheet, or of a file of values, as one line of a document's text: "Row 7 · Date: 2024-03-01 · Amount: 920".
///
/// The number is the one that the program shows in which the sheet is opened, so that whoever reads a citation finds the row. It is in the
/// text, and not beside it, because whatever quotes, cuts or prints a line keeps it then.
package enum TableRowLine {
    /// The separator between the cells of a row.
    package static let parting = " · "

    private static let word = "Row "

    /// What a line begins with.
    ///
    /// - Parameter number: Counts from 1.
    package static func opening(_ number: Int) -> String { word + String(number) + parting }

    /// The bytes of the opening, number and parting included; `nil` where the line is no row.
    package static func openingLength(of line: some Collection<UInt8>) -> Int? {
        guard line.starts(with: word.utf8) else { return nil }
        let rest = line.dropFirst(word.utf8.count)
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
        guard digits > 0, rest.dropFirst(digits).starts(with: parting.utf8) else { return nil }
        return word.utf8.count + digits + parting.utf8.count
    }
}
