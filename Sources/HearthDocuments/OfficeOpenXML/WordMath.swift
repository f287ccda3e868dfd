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
