import HearthCore

/// Takes the words out of a diagram's data (SmartArt; ECMA-376, part 1, 21.4.3): its points, in their order.
struct WordDiagram: XMLHandler {
    private(set) var pieces: [TextFlow.Piece] = []
    private var paragraph: [UInt8] = []
    private var isText = false
    /// Whether the open point holds what somebody wrote, and not how the diagram is laid out.
    private var isContent = true

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch (name.namespace, name.local) {
        case (.diagram, "pt"): isContent = ["node", "asst", nil].contains(attributes["type"])
        case (.drawing, "t"): isText = true
        case (.drawing, "br"): paragraph.append(newline)
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        switch (name.namespace, name.local) {
        case (.drawing, "t"): isText = false
        case (.drawing, "p"):
            if isContent, paragraph.contains(where: { !isSpace($0) }) {
                pieces.append(TextFlow.Piece(kind: .listItem, text: paragraph))
            }
            paragraph = []
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isText { paragraph.append(contentsOf: bytes) }
    }
}

/// Takes the titles and the figures out of a chart (ECMA-376, part 1, 21.2): a line for each category, a column for each series.
struct WordChart: XMLHandler {
    private struct Series {
        var name = ""
        var categories: [Int: String] = [:]
        var values: [Int: String] = [:]
    }

    private enum Place { case title, name, category, value }

    /// Points of a chart; more would be no chart that somebody looks at.
    private static let mostPoints = 5_000

    private var titles: [[UInt8]] = []
    private var paragraph: [UInt8] = []
    private var series: [Series] = []
    private var place: Place?
    private var point = 0
    private var points = 0
    private var isSeries = false
    private var isLabel = false
    private var collected: [UInt8]?
    private var isTitleText = false

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch (name.namespace, name.local) {
        case (.drawing, "t"): isTitleText = true
        case (.chart, "ser"):
            isSeries = true
            series.append(Series())
        // What single points are labelled with is text of the chart, not the name of their series.
        case (.chart, "dLbl"): isLabel = true
        case (.chart, "tx"): place = isSeries && !isLabel ? .name : .title
        case (.chart, "cat"), (.chart, "xVal"): place = .category
        case (.chart, "val"), (.chart, "yVal"): place = .value
        case (.chart, "pt"): point = attributes["idx"].flatMap { Int($0) } ?? 0
        case (.chart, "v"): collected = []
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        switch (name.namespace, name.local) {
        case (.drawing, "t"): isTitleText = false
        case (.drawing, "p"):
            if !paragraph.isEmpty { titles.append(paragraph) }
            paragraph = []
        case (.chart, "ser"): isSeries = false
        case (.chart, "dLbl"): isLabel = false
        case (.chart, "tx"), (.chart, "cat"), (.chart, "xVal"), (.chart, "val"), (.chart, "yVal"): place = nil
        case (.chart, "v"): take()
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        if isTitleText {
            paragraph.append(contentsOf: bytes)
        } else if collected != nil {
            collected?.append(contentsOf: bytes.prefix(1_000))
        }
    }

    private mutating func take() {
        guard let collected else { return }
        self.collected = nil
        guard let place, points < Self.mostPoints else { return }
        points += 1
        if place == .title {
            titles.append(collected)
            return
        }
        guard let last = series.indices.last else { return }
        let text = String(decoding: collected.map { isSpace($0) ? space : $0 }, as: UTF8.self)
        switch place {
        case .title: break
        case .name: series[last].name += series[last].name.isEmpty ? text : " \(text)"
        case .category:
            // Categories in several levels come innermost first.
            let outer = series[last].categories[point].map { "\(text) \($0)" }
            series[last].categories[point] = outer ?? text
        case .value: series[last].values[point] = text
        }
    }

    var pieces: [TextFlow.Piece] {
        var pieces = titles.map { TextFlow.Piece(kind: .paragraph, text: $0) }
        let columns = series.filter { !$0.values.isEmpty }
        let categories = columns.first { !$0.categories.isEmpty }?.categories ?? [:]
        var lines: [String] = []
        if columns.contains(where: { !$0.name.isEmpty }) {
            lines.append(([""] + columns.map(\.name)).joined(separator: "\t"))
        }
        for row in Set(columns.flatMap { $0.values.keys }).sorted() {
            lines.append(([categories[row] ?? ""] + columns.map { $0.values[row] ?? "" }).joined(separator: "\t"))
        }
        if !lines.isEmpty {
            pieces.append(TextFlow.Piece(kind: .table, text: Array(lines.joined(separator: "\n").utf8)))
        }
        return pieces
    }
}

// MARK: - Formulas

/// Writes the formulas of Office (ECMA-376, part 1, 22.1) on a line, as one would type them: `(a+b)/2`, `x^2`, `√(1-x)`.
struct WordMath {
    private struct Node {
        var name: String
        /// What its parts came to, in order.
        var parts: [(name: String, text: String)] = []
        /// Settings of its properties: marks, kinds.
        var settings: [String: String] = [:]

        func part(_ name: String) -> String { parts.first { $0.name == name }?.text ?? "" }

        var all: String { parts.map(\.text).joined() }
    }

    /// Bytes of a formula; what is longer is none that people write.
    private static let longest = 100_000

    private var open: [Node] = []
    private var length = 0

    var isOpen: Bool { !open.isEmpty }

    mutating func start(_ name: String, _ attributes: XMLAttributes) {
        // Properties of the element that they stand in.
        if let value = attributes["val"], ["chr", "begChr", "endChr", "sepChr", "type"].contains(name),
            open.count >= 2
        {
            open[open.count - 2].settings[name] = value
        }
        open.append(Node(name: name))
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard let last = open.indices.last, length + bytes.count <= Self.longest else { return }
        length += bytes.count
        open[last].parts.append(("text", String(decoding: bytes, as: UTF8.self)))
    }

    /// - Returns: The text of the formula that ends here; `nil` inside one.
    mutating func end() -> String? {
        guard let node = open.popLast() else { return nil }
        let text = Self.text(of: node)
        guard let outer = open.indices.last else {
            length = 0
            return text
        }
        open[outer].parts.append((node.name, text))
        return nil
    }

    private static func text(of node: Node) -> String {
        let base = node.part("e")
        switch node.name {
        case "f":
            let mark = node.settings["type"] == "noBar" ? " " : "/"
            return group(node.part("num")) + mark + group(node.part("den"))
        case "sSup": return base + "^" + group(node.part("sup"))
        case "sSub": return base + "_" + group(node.part("sub"))
        case "sSubSup", "sPre": return base + limits(node)
        case "rad": return node.part("deg") + "√" + group(base)
        case "nary": return (node.settings["chr"] ?? "∫") + limits(node) + " " + base
        case "d":
            let parts = node.parts.filter { $0.name == "e" }.map(\.text)
            return (node.settings["begChr"] ?? "(") + parts.joined(separator: node.settings["sepChr"] ?? "|")
                + (node.settings["endChr"] ?? ")")
        case "func": return node.part("fName") + " " + base
        case "limLow": return base + "_" + group(node.part("lim"))
        case "limUpp": return base + "^" + group(node.part("lim"))
        case "mr": return node.parts.filter { $0.name == "e" }.map(\.text).joined(separator: ", ")
        case "m": return node.parts.filter { $0.name == "mr" }.map(\.text).joined(separator: "; ")
        case "eqArr": return node.parts.filter { $0.name == "e" }.map(\.text).joined(separator: "; ")
        case "oMathPara": return node.parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
        default: return node.all
        }
    }

    private static func limits(_ node: Node) -> String {
        let below = node.part("sub")
        let above = node.part("sup")
        return (below.isEmpty ? "" : "_" + group(below)) + (above.isEmpty ? "" : "^" + group(above))
    }

    /// In brackets, unless it is one number or name.
    static func group(_ text: String) -> String {
        text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "(\(text))"
    }
}
