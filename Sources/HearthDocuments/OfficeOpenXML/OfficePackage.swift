import HearthCore

/// The parts of an Office document (ECMA-376, part 2): found by what they are to each other, unpacked and scanned.
struct OfficePackage {
    private var archive: ZipArchive
    /// The names of parts in lower case, in which part names are compared, and with slashes that some programs write the other way round.
    private let names: [String: String]
    /// Of parts that are damaged.
    private(set) var warnings: [ExtractionWarning] = []
    /// The part without which there is no document: where it cannot be unpacked, that is told and not passed over.
    private var main: String?

    private static let mostWarnings = 100

    init(_ bytes: [UInt8]) throws { self.init(try ZipArchive(bytes)) }

    init(_ archive: ZipArchive) {
        self.archive = archive
        names = Dictionary(
            archive.entries.keys.map { (PartPath.folded($0), $0) },
            uniquingKeysWith: { first, second in min(first, second) })
    }

    /// Bytes that may still be unpacked, of all documents in one another.
    var budget: Int {
        get { archive.budget }
        set { archive.budget = newValue }
    }

    func contains(_ part: String) -> Bool { name(of: part) != nil }

    /// The part that a package is about: the one that it names, that of the usual name, or one whose name begins like that.
    ///
    /// - Throws: ``DocumentError`` `damaged-document` where neither is there.
    mutating func mainPart(usually usual: String, _ what: String) throws -> String {
        let named = try relationships(of: "").first { $0.type == "officeDocument" }?.target
        let stem = usual.replacing(".xml", with: "")
        let part =
            [named, usual].compactMap { $0 }.first { contains($0) }
            ?? names.keys.filter { $0.hasPrefix(stem) && $0.hasSuffix(".xml") }.min()
        guard let part else {
            throw DocumentError(.damagedDocument, "The \(what) has no \(named ?? usual); it is damaged.")
        }
        main = part
        return part
    }

    mutating func relationships(of part: String) throws -> [PackageRelationships.Relationship] {
        var scanner = PackageRelationships(part: part)
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
        } catch let error as DocumentError where error.reason == .damagedZip && part != main {
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

/// What the parts of an Office package are to one of them (ECMA-376, part 2).
struct PackageRelationships: XMLHandler {
    struct Relationship {
        /// By which the part's own markup names it.
        var id: String
        /// The last component of the type's address: `officeDocument`, `styles`, `footnotes`, …
        var type: String
        /// The part's name in the archive.
        var target: String
    }

    /// Where the relationships of the part are kept.
    let path: String
    private let folder: Substring
    private(set) var found: [Relationship] = []

    /// - Parameter part: A part's name, or an empty text for the package itself.
    init(part: String) {
        let slash = part.lastIndex(of: "/")
        folder = slash.map { part[...$0] } ?? ""
        let name = slash.map { part[part.index(after: $0)...] } ?? part[...]
        path = "\(folder)_rels/\(name).rels"
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.local == "Relationship", found.count < 10_000, attributes["TargetMode"] != "External",
            let type = attributes["Type"]?.split(separator: "/").last, let target = attributes["Target"]
        else { return }
        let full = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
        found.append(
            Relationship(id: attributes["Id"] ?? "", type: String(type), target: PartPath.normalized(full)))
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}

/// Names of parts within an archive.
enum PartPath {
    /// A name as names of parts are compared: without regard to case, and with slashes where some programs write backslashes.
    static func folded(_ name: String) -> String { name.replacing("\\", with: "/").lowercased() }

    /// Resolves "." and "..": names in an archive have neither.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
