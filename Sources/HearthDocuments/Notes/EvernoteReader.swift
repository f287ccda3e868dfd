import HearthCore

/// Reads Evernote's exports (`.enex`): each note with its title, the day of its making, its tags, and its text, which is a page of XHTML.
enum EvernoteReader {
    static func read(_ bytes: [UInt8], into writer: inout NotesWriter) throws {
        var handler = EvernoteHandler(writer: writer)
        let outcome = try XMLScanner.scan(bytes, &handler)
        writer = handler.writer
        if outcome == .damaged { writer.take(JSONFaults(isCutOff: true)) }
        if handler.isCancelled { throw CancellationError() }
    }
}

private struct EvernoteHandler: XMLHandler {
    private struct Note {
        var title: [UInt8] = []
        var content: [UInt8] = []
        var created: [UInt8] = []
        var source: [UInt8] = []
        var author: [UInt8] = []
        var tags: [[UInt8]] = []
    }

    private static let longestField = 10_000

    var writer: NotesWriter
    private(set) var isCancelled = false
    private var note: Note?
    private var open: [String] = []

    init(writer: NotesWriter) { self.writer = writer }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        open.append(name.local)
        switch name.local {
        case "note": note = Note()
        case "tag" where open.dropLast().last == "note": note?.tags.append([])
        case "resource" where note != nil: writer.files += 1
        case "task" where note != nil: writer.tasks += 1
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if open.last == name.local { open.removeLast() }
        guard name.local == "note", let found = note else { return }
        note = nil
        if Task.isCancelled { isCancelled = true }
        guard !isCancelled else { return }
        append(found)
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        // In a note, or in the attributes of one.
        let parent = open.dropLast().last
        guard note != nil, parent == "note" || parent == "note-attributes" else { return }
        switch open.last {
        case "content": note?.content.append(contentsOf: bytes)
        case "title": take(bytes, \.title)
        case "created": take(bytes, \.created)
        case "source-url": take(bytes, \.source)
        case "author": take(bytes, \.author)
        case "tag": if let last = note?.tags.indices.last { take(bytes, \.tags[last]) }
        default: break
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ field: WritableKeyPath<Note, [UInt8]>) {
        guard var note else { return }
        self.note = nil
        note[keyPath: field].append(contentsOf: bytes.prefix(max(0, Self.longestField - note[keyPath: field].count)))
        self.note = note
    }

    private mutating func append(_ note: Note) {
        func line(_ bytes: [UInt8]) -> String { onOneLine(String(decoding: bytes, as: UTF8.self)) }
        // "20240305T101500Z".
        let day = CalendarTime(line(note.created), zone: nil).map { "\($0.day)" }
        guard writer.begin(line(note.title), day) else { return }
        var lines: [String] = []
        let tags = note.tags.map(line).filter { !$0.isEmpty }
        if !tags.isEmpty { lines.append("Tags: \(tags.joined(separator: ", "))") }
        if !note.author.isEmpty { lines.append("Author: \(line(note.author))") }
        if !note.source.isEmpty { lines.append("Source: \(line(note.source))") }
        writer.builder.append(.paragraph, lines.joined(separator: "\n"))
        let content = EvernoteMarkup.readable(note.content, encrypted: &writer.encrypted)
        do {
            let options = HTMLReader.Options(wholeBody: true, isXHTML: true, declaredEncoding: "utf-8")
            writer.append(try HTMLReader.read(content, options: options))
        } catch {
            // It throws nothing but that the task was cancelled.
            isCancelled = true
        }
    }
}

/// What is in Evernote's pages and in no others.
enum EvernoteMarkup {
    /// The page with boxes to tick as "[x]" and "[ ]", and without what is encrypted.
    static func readable(_ bytes: [UInt8], encrypted: inout Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while let tag = bytes.firstIndex(of: "<en-", in: index..<bytes.count) {
            output.append(contentsOf: bytes[index..<tag])
            guard let close = bytes[tag...].firstIndex(of: UInt8(ascii: ">")) else {
                index = tag
                break
            }
            index = close + 1
            if bytes[tag...].starts(with: "<en-todo") {
                let isDone = bytes.firstIndex(of: "checked=\"true\"", in: tag..<close) != nil
                output.append(contentsOf: (isDone ? "[x] " : "[ ] ").utf8)
            } else if bytes[tag...].starts(with: "<en-crypt"), bytes[close - 1] != UInt8(ascii: "/") {
                encrypted += 1
                let end = bytes.firstIndex(of: "</en-crypt>", in: index..<bytes.count)
                index = end.map { $0 + 11 } ?? bytes.count
            } else {
                output.append(contentsOf: bytes[tag...close])
            }
        }
        output.append(contentsOf: bytes[min(index, bytes.count)...])
        return output
    }
}
