/// The package document of an e-book: title, files, and their order.
struct EPUBPackage: XMLHandler {
    private let folder: String
    private var titles = TitleScanner()
    private var items: [String: String] = [:]
    private var order: [(id: String, isLinear: Bool)] = []
    /// Files of text in the order of the manifest, for a book without a spine.
    private var texts: [String] = []

    /// - Parameter path: The package document's own name, to which the others are relative.
    init(path: String) {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    var title: String? { titles.title }

    /// Names of the chapters in reading order; those off the main path (`linear="no"`, such as notes) come last.
    var chapters: [String] {
        let main = order.filter(\.isLinear) + order.filter { !$0.isLinear }
        var seen: Set<String> = []
        let found = main.compactMap { items[$0.id] }.filter { seen.insert($0).inserted }
        return found.isEmpty ? texts : found
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        titles.start(name, attributes)
        guard items.count < 20_000, order.count < 20_000 else { return }
        switch name.local {
        case "item":
            guard let id = attributes["id"], let reference = attributes["href"] else { return }
            let path = PartPath.normalized(folder + Self.decoded(reference))
            let type = attributes["media-type"] ?? ""
            guard type.isEmpty || type.contains("html") || type.contains("xml") else { return }
            items[id] = path
            if type.contains("html"), attributes["properties"]?.contains("nav") != true { texts.append(path) }
        case "itemref":
            if let id = attributes["idref"] { order.append((id, attributes["linear"] != "no")) }
        default: break
        }
    }

    mutating func end(_ name: XMLName) { titles.end(name) }

    mutating func text(_ bytes: ArraySlice<UInt8>) { titles.text(bytes) }

    /// Drops the fragment and resolves percent signs.
    private static func decoded(_ reference: String) -> String {
        let bytes = Array(reference.utf8.prefix { $0 != UInt8(ascii: "#") })
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                output.append(value)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// `META-INF/container.xml`, which says where the package document is.
struct EPUBContainer: XMLHandler {
    private(set) var path: String?

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name.local == "rootfile", path == nil { path = attributes["full-path"].map(PartPath.normalized) }
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}
