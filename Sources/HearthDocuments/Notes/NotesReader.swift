import HearthCore

/// Reads what programs for notes, diaries and books export: each note or entry a page, with its title and date as heading.
enum NotesReader {
    enum Export {
        case dayOne, evernote, keep, kindle, standardNotes
    }

    /// The export that a file begins as; `nil` for other texts.
    static func export(_ head: [UInt8]) -> Export? {
        let isMarked = head.starts(with: [0xEF, 0xBB, 0xBF])
        let start = head.dropFirst(isMarked ? 3 : 0).drop(while: isSpace)
        if start.first == UInt8(ascii: "{") {
            let keys = JSONKeys(head)
            if KeepReader.begins(keys) { return .keep }
            if StandardNotesReader.begins(keys) { return .standardNotes }
            let isDayOnes = keys.contain("metadata") || keys.contain("creationDevice") || keys.contain("starred")
            return isDayOnes && keys.contain("entries", "creationDate") ? .dayOne : nil
        }
        if start.first == UInt8(ascii: "<") {
            return head.firstIndex(of: "<en-export", in: 0..<min(head.count, 4_096)) != nil ? .evernote : nil
        }
        return KindleReader.begins(Array(start)) ? .kindle : nil
    }

    /// - Parameter bytes: The whole file, in UTF-8.
    static func read(
        _ bytes: [UInt8], warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExportReading {
        var writer = NotesWriter(maximumTextBytes: maximumTextBytes)
        switch export(Array(bytes.prefix(FormatDetector.headSize))) {
        case .dayOne: try DayOneReader.read(bytes, into: &writer)
        case .evernote: try EvernoteReader.read(bytes, into: &writer)
        case .keep: try KeepReader.read(bytes, into: &writer)
        case .kindle: try KindleReader.read(bytes, into: &writer)
        case .standardNotes: try StandardNotesReader.read(bytes, into: &writer)
        case nil: return .nothing(isDamaged: false)
        }
        guard writer.isEmpty else { return .document(writer.finish(warnings: warnings)) }
        return .nothing(isDamaged: writer.isBroken)
    }
}

/// Lays notes out as a document: a page for each, and a heading with its title and date.
struct NotesWriter {
    static let mostNotes = 200_000

    var builder = DocumentBuilder()
    private let room: Int
    private(set) var count = 0
    private var leftOut = 0
    /// Pictures, recordings and other files.
    var files = 0
    var encrypted = 0
    /// Notes that hold the keys of second factors.
    var secrets = 0
    var tasks = 0
    /// Notes that nothing but their day is known of.
    var empty = 0
    var damaged = 0
    var isCutOff = false
    /// Whether something was there that may have been notes.
    private(set) var isBroken = false

    /// Notes what of a list of notes could not be read.
    mutating func take(_ faults: JSONFaults) {
        damaged += faults.damaged
        if faults.isCutOff { isCutOff = true }
        if faults.isCutOff || faults.damaged > 0 { isBroken = true }
    }

    /// - Parameter maximumTextBytes: The most bytes of text; notes beyond it are left out, and counted.
    init(maximumTextBytes: Int) { room = maximumTextBytes }

    var isEmpty: Bool { count == 0 }

    /// Begins a note.
    ///
    /// - Returns: Whether there is room for it.
    mutating func begin(_ title: String, _ date: String?) -> Bool {
        guard count < Self.mostNotes, builder.bytes.count < room else {
            leftOut += 1
            return false
        }
        count += 1
        builder.beginPage()
        let title = onOneLine(String(title.prefix(300)))
        let words = [title, date ?? ""].filter { !$0.isEmpty }
        builder.append(.heading(level: 2), words.isEmpty ? "(no title)" : words.joined(separator: " · "))
        return true
    }

    /// Adds what was read by another reader; its headings stand below that of the note.
    mutating func append(_ document: ExtractedDocument, skipping title: String? = nil, unescapes: Bool = false) {
        let bytes = Array(document.text.utf8)
        for (index, block) in document.blocks.enumerated() {
            let text = bytes[block.span.range]
            // The title of the note is its heading.
            if index == 0, let title, case .heading = block.kind,
                onOneLine(String(decoding: text, as: UTF8.self)).hasSuffix(title)
            {
                continue
            }
            let isPlain = block.kind == .code || !unescapes
            builder.append(EmbeddedDocument.below(block.kind, by: 2), isPlain ? Array(text) : Self.unescaped(text))
        }
    }

    /// Takes back the escapes that Markdown has before punctuation.
    static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var isEscaped = false
        for byte in text {
            if isEscaped {
                let isMark = byte > 0x20 && byte < 0x7F && !isDigit(byte) && !isLetter(byte)
                if !isMark { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                output.append(byte)
            }
        }
        if isEscaped { output.append(UInt8(ascii: "\\")) }
        return output
    }

    consuming func finish(warnings: [ExtractionWarning]) -> ExtractedDocument {
        builder.warnings = warnings
        builder.warn(
            leftOut, .truncated, "1 note at the end was not read, beyond what is kept.",
            "notes at the end were not read, beyond what is kept.")
        if isCutOff { builder.warnings.append(JSONFaults.cutOff) }
        builder.warn(damaged, .damaged, "1 note could not be read.", "notes could not be read.")
        builder.warn(empty, .skipped, "1 note without words was left out.", "notes without words were left out.")
        builder.warn(tasks, .skipped, "1 task was left out.", "tasks were left out.")
        builder.warn(
            encrypted, .skipped, "1 encrypted part was left out.", "encrypted parts were left out.")
        builder.warn(
            secrets, .skipped, "1 note with the keys of second factors was left out.",
            "notes with the keys of second factors were left out.")
        builder.warn(
            files, .skipped, "1 picture, recording, bookmark or other file was left out.",
            "pictures, recordings, bookmarks and other files were left out.")
        return builder.finish(format: .notes)
    }
}
