import HearthCore

/// The parts of a workbook or a presentation (ECMA-376, part 2): found by what they are to each other, unpacked and scanned.
struct OfficePackage {
    private var archive: ZipArchive
    /// The names of parts in lower case, in which part names are compared, and with slashes that some programs write the other way round.
    private let names: [String: String]
    /// Of parts that are damaged.
    private(set) var warnings: [ExtractionWarning] = []

    private static let mostWarnings = 100

    init(_ bytes: [UInt8]) throws {
        archive = try ZipArchive(bytes)
        names = Dictionary(
            archive.entries.keys.map { ($0.replacing("\\", with: "/").lowercased(), $0) },
            uniquingKeysWith: { first, second in min(first, second) })
    }

    func contains(_ part: String) -> Bool { name(of: part) != nil }

    /// The part that a package is about: the one that it names, or that of the usual name.
    ///
    /// - Throws: ``DocumentError`` `damaged-document` where neither is there.
    mutating func mainPart(usually usual: String, _ what: String) throws -> String {
        let named = try relationships(of: "").first { $0.type == "officeDocument" }?.target
        if let named, contains(named) { return named }
        guard contains(usual) else {
            throw DocumentError(.damagedDocument, "The \(what) has no \(named ?? usual); it is damaged.")
        }
        return usual
    }

    mutating func relationships(of part: String) throws -> [WordRelationships.Relationship] {
        var scanner = WordRelationships(part: part)
        try scan(scanner.path, &scanner)
        return scanner.found
    }

    /// The title in the package's properties; `nil` where it has none.
    mutating func title() throws -> String? {
        guard let part = try relationships(of: "").first(where: { $0.type == "core-properties" })?.target else {
            return nil
        }
        var properties = TitleScanner()
        try scan(part, &properties)
        return properties.title
    }

    /// Scans one part, if it is there, and reports damage.
    mutating func scan(_ part: String, _ handler: inout some XMLHandler) throws {
        guard let bytes = try contents(of: part) else { return }
        try scan(bytes, of: part, &handler)
    }

    mutating func scan(_ bytes: [UInt8], of part: String, _ handler: inout some XMLHandler) throws {
        if try XMLScanner.scan(bytes, &handler) == .damaged {
            warn(.damaged, "The part \(part) is damaged; it was read as far as it goes.")
        }
    }

    /// One part, unpacked; `nil` for one that is not there, and for one that cannot be unpacked, which is reported.
    mutating func contents(of part: String) throws -> [UInt8]? {
        guard let name = name(of: part) else { return nil }
        do {
            guard let contents = try archive.contents(of: name) else { return nil }
            if contents.isDamaged { warn(.damaged, "The part \(part) is damaged; it was read as far as it goes.") }
            return contents.bytes
        } catch let error as DocumentError where error.reason == .damagedZip {
            warn(.damaged, "The part \(part) cannot be unpacked; it was not read.")
            return nil
        }
    }

    mutating func warn(_ kind: ExtractionWarning.Kind, _ message: String) {
        let warning = ExtractionWarning(kind, message)
        if warnings.count < Self.mostWarnings, warnings.last != warning { warnings.append(warning) }
    }

    /// How the archive spells the name of a part; `nil` when it is not there.
    private func name(of part: String) -> String? {
        archive.contains(part) ? part : names[part.lowercased()]
    }
}
