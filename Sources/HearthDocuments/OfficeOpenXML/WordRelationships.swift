/// What the parts of an Office package are to one of them (ECMA-376, part 2).
struct WordRelationships: XMLHandler {
    struct Relationship {
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
        found.append(Relationship(type: String(type), target: PartPath.normalized(full)))
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}

/// Names of parts within an archive.
enum PartPath {
    /// Resolves "." and "..": names in an archive have neither.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}

/// Finds `dc:title` in the metadata of Office, OpenDocument and EPUB packages.
struct TitleScanner: XMLHandler {
    private(set) var title: String?
    private var isInTitle = false
    private var collected: [UInt8] = []

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == XMLName(namespace: .dublinCore, local: "title"), title == nil {
            isInTitle = true
            collected = []
        }
    }

    mutating func end(_ name: XMLName) {
        guard isInTitle, name == XMLName(namespace: .dublinCore, local: "title") else { return }
        isInTitle = false
        let text = String(decoding: collected.trimmed(), as: UTF8.self)
        if !text.isEmpty { title = text }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isInTitle, collected.count < 10_000 { collected.append(contentsOf: bytes) }
    }
}
