import HearthCore

/// The parts of an OpenDocument file (ODF 1.x, part 2), unpacked and scanned.
struct OpenDocumentPackage {
    private var archive: ZipArchive
    /// Of parts that are damaged.
    private(set) var warnings: [ExtractionWarning] = []

    /// - Throws: ``DocumentError`` for what is no archive, needs a password, or has no contents.
    init(_ bytes: [UInt8]) throws {
        archive = try ZipArchive(bytes)
        if let manifest = try archive.contents(of: "META-INF/manifest.xml")?.bytes,
            manifest.firstIndex(of: "encryption-data", in: manifest.indices) != nil
        {
            throw DocumentError(.encryptedDocument, "The document is protected by a password. Save a copy without it.")
        }
        guard archive.contains("content.xml") else {
            throw DocumentError(.damagedDocument, "The OpenDocument file has no content.xml; it is damaged.")
        }
    }

    /// Scans one part, if it is there, and reports damage.
    mutating func scan(_ part: String, _ handler: inout some XMLHandler) throws {
        guard let contents = try archive.contents(of: part) else { return }
        let outcome = try XMLScanner.scan(contents.bytes, &handler)
        if contents.isDamaged || outcome == .damaged {
            warnings.append(
                ExtractionWarning(.damaged, "The part \(part) is damaged; it was read as far as it goes."))
        }
    }

    /// The title in the file's metadata; `nil` where it has none.
    mutating func title() throws -> String? {
        var metadata = TitleScanner()
        try scan("meta.xml", &metadata)
        return metadata.title
    }

    /// What an archive with a `content.xml` holds: by its `mimetype` part, and where that says nothing, by what its contents begin with.
    static func format(of archive: ZipArchive) throws -> DocumentFormat {
        var archive = archive
        // One that cannot be unpacked says nothing, and is no reason to read nothing.
        let type = (try? archive.contents(of: "mimetype")).map { String(decoding: $0.bytes.prefix(200), as: UTF8.self) }
        if let type, let format = format(ofType: type) { return format }
        guard let contents = try archive.contents(of: "content.xml")?.bytes else { return .odt }
        let head = contents.indices.prefix(FormatDetector.headSize)
        if contents.firstIndex(of: "<office:spreadsheet", in: head) != nil { return .ods }
        if contents.firstIndex(of: "<office:presentation", in: head) != nil { return .odp }
        return .odt
    }

    /// `nil` for types of other documents.
    static func format(ofType type: some StringProtocol) -> DocumentFormat? {
        let stem = "application/vnd.oasis.opendocument."
        guard type.hasPrefix(stem) else { return nil }
        let kind = type.dropFirst(stem.count)
        // A template's type goes on: "spreadsheet-template".
        if kind.hasPrefix("text") { return .odt }
        if kind.hasPrefix("spreadsheet") { return .ods }
        return kind.hasPrefix("presentation") ? .odp : nil
    }
}
