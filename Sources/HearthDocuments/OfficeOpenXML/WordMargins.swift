/// Which headers and footers the sections of a document show (ECMA-376, part 1, 17.10): a file keeps those of first and of even
/// pages also where the document has none of these, with whatever was once written there.
struct WordMargins {
    /// Whether the open section has a first page of its own.
    var hasFirstPage = false
    /// What each kind is at present, such as "header even"; a section that names none has that of the one before it.
    private var current: [String: String] = [:]
    /// By the identifiers of their relationships, each with whether only even pages show it.
    private var used: [String: Bool] = [:]
    /// Whether any section names one.
    private(set) var isKnown = false

    mutating func beginSection() { hasFirstPage = false }

    mutating func refer(_ element: String, _ attributes: XMLAttributes) {
        guard let id = attributes["id"] else { return }
        isKnown = true
        current[element + " " + (attributes["type"] ?? "default")] = id
    }

    mutating func endSection() {
        for (kind, id) in current {
            if kind.hasSuffix(" first"), !hasFirstPage { continue }
            used[id] = kind.hasSuffix(" even") && used[id] != false
        }
    }

    /// - Parameter hasEvenPages: What the document's settings say.
    func shows(_ id: String, hasEvenPages: Bool) -> Bool {
        guard isKnown else { return true }
        return used[id].map { hasEvenPages || !$0 } ?? false
    }
}

/// The settings of a Word document, as far as they say what is shown.
struct WordSettings: XMLHandler {
    private(set) var hasEvenPages = false

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == XMLName(namespace: .word, local: "evenAndOddHeaders") { hasEvenPages = attributes.isOn }
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}
