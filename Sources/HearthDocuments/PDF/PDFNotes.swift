import HearthCore

/// What people wrote on the pages of a PDF (annotations: ISO 32000-1, 12.5), and the files that lie in it. The tools that read its text
/// leave both out.
struct PDFNotes {
    struct Note: Equatable {
        var author: String?
        var text: String
        /// Whether its words are drawn on the page, so that they may be in the page's text already.
        var isDrawn: Bool
    }

    /// By the numbers of the pages, in the order of the file.
    private(set) var notes: [Int: [Note]] = [:]
    /// The names of the files that lie in it.
    private(set) var files: [String] = []
    /// Notes whose words are encrypted.
    private(set) var encrypted = 0

    private static let (mostPages, deepestPage, mostMarks, mostFiles) = (50_000, 64, 200_000, 1_000)
    private static let longestNote = 32_767

    /// Marks that have words of whoever made them.
    private static let kinds: Set<String> = [
        "Text", "FreeText", "Highlight", "Underline", "Squiggly", "StrikeOut", "Stamp", "Caret", "Ink", "Line",
        "Square",
        "Circle", "Polygon", "PolyLine", "FileAttachment",
    ]

    init() {}

    /// What a file with neither marks nor files nor packed objects has is told without indexing it.
    ///
    /// - Throws: `CancellationError`.
    static func read(_ bytes: [UInt8]) throws -> PDFNotes {
        var notes = PDFNotes()
        guard PDFObjects.mayHold(["/Annots", "/EmbeddedFiles", "/ObjStm"], in: bytes) else { return notes }
        let objects = try PDFObjects(bytes)
        let catalogue = objects.catalogue
        var looked = 0
        for (index, page) in pages(catalogue, objects).enumerated() {
            if index & 0xFF == 0 { try Task.checkCancellation() }
            for mark in objects.array(page["Annots"]) {
                looked += 1
                guard looked < mostMarks else { return notes }
                notes.add(objects.dictionary(mark), page: index + 1, objects)
            }
        }
        var seen: Set<Int> = []
        notes.addFiles(objects.dictionary(catalogue["Names"])["EmbeddedFiles"], objects, &seen)
        return notes
    }

    private static func pages(_ catalogue: [String: PDFValue], _ objects: PDFObjects) -> [[String: PDFValue]] {
        var found: [[String: PDFValue]] = []
        var seen: Set<Int> = []
        func visit(_ value: PDFValue?, _ depth: Int) {
            if case .reference(let number) = value, !seen.insert(number).inserted { return }
            guard depth < deepestPage, found.count < mostPages else { return }
            let node = objects.dictionary(value)
            guard let kids = node["Kids"] else {
                found.append(node)
                return
            }
            for kid in objects.array(kids) { visit(kid, depth + 1) }
        }
        visit(catalogue["Pages"], 0)
        return found
    }

    private mutating func add(_ mark: [String: PDFValue], page: Int, _ objects: PDFObjects) {
        guard let kind = objects.resolved(mark["Subtype"]).name, Self.kinds.contains(kind),
            // What is hidden, and what a program says of another note ("Ann set this to done").
            (objects.resolved(mark["F"]).number ?? 0) & 2 == 0, mark["StateModel"] == nil
        else { return }
        if kind == "FileAttachment" { addFile(objects.dictionary(mark["FS"]), objects) }
        guard let contents = objects.string(mark["Contents"]), !contents.isEmpty else { return }
        guard !objects.isEncrypted else {
            encrypted += 1
            return
        }
        let text = Self.text(Array(contents.prefix(Self.longestNote)))
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        let author = objects.string(mark["T"]).map { onOneLine(Self.text(Array($0.prefix(200)))) }
        notes[page, default: []].append(
            Note(author: author?.isEmpty == false ? author : nil, text: text, isDrawn: kind == "FreeText"))
    }

    // MARK: Files

    private mutating func addFiles(_ value: PDFValue?, _ objects: PDFObjects, _ seen: inout Set<Int>, depth: Int = 0) {
        if case .reference(let number) = value, !seen.insert(number).inserted { return }
        guard depth < Self.deepestPage, files.count < Self.mostFiles else { return }
        let node = objects.dictionary(value)
        let names = objects.array(node["Names"])
        for index in stride(from: 1, to: names.count, by: 2) { addFile(objects.dictionary(names[index]), objects) }
        for kid in objects.array(node["Kids"]) { addFiles(kid, objects, &seen, depth: depth + 1) }
    }

    private mutating func addFile(_ file: [String: PDFValue], _ objects: PDFObjects) {
        guard !file.isEmpty, files.count < Self.mostFiles else { return }
        let name = objects.isEncrypted ? nil : objects.string(file["UF"] ?? file["F"])
        files.append(name.map { onOneLine(Self.text(Array($0.prefix(300)))) } ?? "")
    }

    /// What is not read of it.
    var warnings: [ExtractionWarning] {
        var warnings: [ExtractionWarning] = []
        if !files.isEmpty {
            let names = files.filter { !$0.isEmpty }.prefix(5).joined(separator: ", ")
            let what =
                files.count == 1 ? "1 file that lies in the PDF was" : "\(files.count) files that lie in the PDF were"
            warnings.append(
                ExtractionWarning(
                    .skipped, "\(what) not read\(names.isEmpty ? "" : ": \(names)\(files.count > 5 ? " …" : "")")."))
        }
        if encrypted > 0 {
            let what = encrypted == 1 ? "1 comment" : "\(encrypted) comments"
            warnings.append(ExtractionWarning(.skipped, "\(what) could not be read: they are encrypted."))
        }
        return warnings
    }

    // MARK: Strings

    /// Text strings (7.9.2.2): UTF-16 or UTF-8 behind a mark, else the encoding of PDFs' own.
    static func text(_ bytes: [UInt8]) -> String {
        let text =
            if bytes.starts(with: [0xFE, 0xFF]) {
                wide(bytes.dropFirst(2), high: 0)
            } else if bytes.starts(with: [0xFF, 0xFE]) {
                wide(bytes.dropFirst(2), high: 1)
            } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                String(decoding: bytes.dropFirst(3), as: UTF8.self)
            } else {
                String(String.UnicodeScalarView(bytes.map(scalar)))
            }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "\n")
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, high: Int) -> String {
        let bytes = Array(bytes)
        var units: [UInt16] = []
        var isEscape = false
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let unit = UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
            // Between two escapes stands the language of what follows.
            if unit == 0x1B {
                isEscape.toggle()
            } else if !isEscape {
                units.append(unit)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: Self.low[Int(byte) - 0x18]
        case 0x80...0x9E: Self.middle[Int(byte) - 0x80]
        case 0xA0: "€"
        default: Unicode.Scalar(byte)
        }
    }

    /// PDFDocEncoding where it differs from Latin-1 (annex D.3).
    private static let low = Array("˘ˇˆ˙˝˛˚˜".unicodeScalars)
    private static let middle = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)
}
