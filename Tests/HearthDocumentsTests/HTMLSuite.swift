import Foundation

@testable import HearthDocuments

/// html5lib's tests of the tokenizer, of the tree's construction and of declared encodings, as they lie in its source package.
enum HTMLSuite {
    /// A test: what it is called in a list, and what is wrong with what was read, if anything.
    struct Outcome {
        var name: String
        var problem: String?
    }

    private static func files(in folder: URL, ending: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == ending }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    // MARK: Tokenizer

    static func tokenizerOutcomes(in folder: URL) throws -> [Outcome] {
        try files(in: folder.appending(path: "tokenizer"), ending: "test").flatMap { file in
            let json = try JSONSerialization.jsonObject(with: escapingSurrogates(Data(contentsOf: file)))
            let tests = (json as? [String: Any])?["tests"] as? [[String: Any]] ?? []
            return tests.enumerated().flatMap { number, test in
                (test["initialStates"] as? [String] ?? ["Data state"]).map { state in
                    Outcome(
                        name: "\(file.lastPathComponent) \(number) \(state)", problem: tokenizerProblem(test, state))
                }
            }
        }
    }

    /// Halves of a character, which no UTF-8 can hold, stand in the JSON as escapes that Foundation refuses: they become the
    /// replacement character, which is what a decoder makes of them.
    private static func escapingSurrogates(_ data: Data) -> Data {
        let text = String(decoding: data, as: UTF8.self)
        let halves = #/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/#
        return Data(text.replacing(halves) { $0.output.count == 12 ? String($0.output) : "\\uFFFD" }.utf8)
    }

    private static func tokenizerProblem(_ test: [String: Any], _ state: String) -> String? {
        let isEscaped = test["doubleEscaped"] as? Bool ?? false
        func text(_ value: Any?) -> String? { (value as? String).map { isEscaped ? unescaped($0) : $0 } }
        let content: [String: HTMLTokenizer.Content] = [
            "Data state": .data, "PLAINTEXT state": .plain, "RCDATA state": .replaceable, "RAWTEXT state": .raw,
            "Script data state": .script, "CDATA section state": .characterData,
        ]
        guard let content = content[state], let input = text(test["input"]) else { return "unknown state \(state)" }
        var expected: [String] = []
        for token in test["output"] as? [[Any]] ?? [] {
            let kind = token.first as? String ?? ""
            switch kind {
            case "Character": append("\"" + (text(token[1]) ?? ""), to: &expected)
            case "StartTag":
                let attributes = (token[2] as? [String: String] ?? [:]).map {
                    " " + (text($0.key) ?? "") + "=" + (text($0.value) ?? "")
                }
                let end = token.count > 3 && token[3] as? Bool == true ? " />" : " >"
                expected.append("<" + (text(token[1]) ?? "") + attributes.sorted().joined() + end)
            case "EndTag": expected.append("</" + (text(token[1]) ?? "") + ">")
            case "Comment": expected.append("<!--" + (text(token[1]) ?? ""))
            default:
                let parts = token[1...3].map { text($0) ?? "nil" }
                expected.append("<!" + parts.joined(separator: "|") + (token[4] as? Bool == true ? "" : "|quirks"))
            }
        }
        let found = tokens(input, content, until: text(test["lastStartTag"]) ?? "")
        return found == expected ? nil : "\(found) instead of \(expected)"
    }

    /// Text that follows text is one token.
    private static func append(_ token: String, to tokens: inout [String]) {
        if token.hasPrefix("\""), let last = tokens.last, last.hasPrefix("\"") {
            tokens[tokens.count - 1] = last + token.dropFirst()
        } else if token != "\"" {
            tokens.append(token)
        }
    }

    private static func tokens(_ input: String, _ content: HTMLTokenizer.Content, until name: String) -> [String] {
        var tokenizer = HTMLTokenizer(Array(input.utf8))
        tokenizer.read(as: content, until: Array(name.utf8))
        var found: [String] = []
        while true {
            let token = tokenizer.next()
            func text(_ range: Range<Int>) -> String { String(decoding: tokenizer.text[range], as: UTF8.self) }
            func string(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nil" }
            switch token {
            case .characters(let range): append("\"" + text(range), to: &found)
            case .start:
                let attributes = tokenizer.attributes.map {
                    " " + text(Int($0.name)..<Int($0.from)) + "=" + text(Int($0.from)..<Int($0.to))
                }
                let end = tokenizer.isSelfClosing ? " />" : " >"
                found.append("<" + string(tokenizer.name) + attributes.sorted().joined() + end)
            case .end: found.append("</" + string(tokenizer.name) + ">")
            case .comment(let range): found.append("<!--" + text(range))
            case .doctype:
                let doctype = tokenizer.doctype
                let parts = [doctype.name, doctype.publicID, doctype.systemID].map(string)
                found.append("<!" + parts.joined(separator: "|") + (doctype.forcesQuirks ? "|quirks" : ""))
            case .finish: return found
            }
        }
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing(#/\\u([0-9a-fA-F]{4})/#) { match in
            UInt32(match.output.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "\u{FFFD}"
        }
    }

    // MARK: Encodings

    /// The encoding that a page declares, against the one that its first bytes are to be read in.
    static func encodingOutcomes(in folder: URL) throws -> [Outcome] {
        try files(in: folder.appending(path: "encoding"), ending: "dat").flatMap { file in
            parts(Array(try Data(contentsOf: file)), last: "encoding", others: []).enumerated().map { number, test in
                let label = test["encoding"] ?? []
                let expected = HTMLEncoding.name(ofLabel: label)
                let found = HTMLEncoding.declaredName(in: test["data"] ?? []) ?? "windows-1252"
                return Outcome(
                    name: "\(file.lastPathComponent) \(number)",
                    problem: found == expected ? nil : "\(found) instead of \(String(decoding: label, as: UTF8.self))")
            }
        }
    }

    // MARK: Tree construction

    static func treeOutcomes(in folder: URL) throws -> [Outcome] {
        let root = folder.appending(path: "tree-construction")
        return try files(in: root, ending: "dat").flatMap { file in
            let names: Set = ["errors", "new-errors", "document-fragment", "script-on", "script-off"]
            let tests = parts(Array(try Data(contentsOf: file)), last: "document", others: names)
            return try tests.enumerated().flatMap { number, parts in
                let name = "\(file.lastPathComponent) \(number)"
                let test = parts.mapValues { String(decoding: $0, as: UTF8.self) }
                let runs = test["script-on"] != nil ? [true] : test["script-off"] != nil ? [false] : [true, false]
                return try runs.map { run in
                    Outcome(
                        name: name + (run ? " with programs" : ""), problem: try treeProblem(test, runsPrograms: run))
                }
            }
        }
    }

    /// The parts of each test of a file, by their names; each test begins with "#data" and ends with the part `last`.
    private static func parts(_ bytes: [UInt8], last: String, others: Set<String>) -> [[String: [UInt8]]] {
        var tests: [[String: [UInt8]]] = []
        var part: String?
        var lines: [ArraySlice<UInt8>] = []
        func close() {
            guard let part else { return }
            // An empty line parts the tests.
            while part == last, lines.last?.isEmpty == true { lines.removeLast() }
            tests[tests.count - 1][part] = Array(lines.joined(separator: [newline]))
            lines = []
        }
        for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
            let name = line.first == UInt8(ascii: "#") ? String(decoding: line.dropFirst(), as: UTF8.self) : ""
            if name == "data", part == nil || part == last {
                close()
                tests.append([:])
                part = name
            } else if name == last || others.contains(name), part != nil {
                close()
                part = name
            } else {
                lines.append(line)
            }
        }
        close()
        return tests
    }

    private static func treeProblem(_ test: [String: String], runsPrograms: Bool) throws -> String? {
        var options = HTMLTreeBuilder.Options(runsPrograms: runsPrograms)
        if let fragment = test["document-fragment"] {
            let words = fragment.split(separator: " ").map(String.init)
            let namespace: HTMLTree.Namespace = words.count < 2 ? .html : words[0] == "svg" ? .svg : .math
            options.context = .init(namespace: namespace, name: words.last ?? "")
        }
        let tree = try HTMLTreeBuilder.build(Array((test["data"] ?? "").utf8), options: options).tree
        let found = outline(tree, isPart: options.context != nil)
        let expected = test["document"] ?? ""
        return found == expected ? nil : "\(test["data"] ?? "")\n--- is read as\n\(found)\n--- instead of\n\(expected)"
    }

    /// A tree as the tests write it.
    static func outline(_ tree: HTMLTree, isPart: Bool) -> String {
        var lines: [String] = []
        func depth(_ node: Int) -> Int {
            var depth = 0
            var node = node
            while node > 0 {
                node = Int(tree.nodes[node].parent)
                depth += node > 0 && tree.nodes[node].tag == .template ? 2 : 1
            }
            return depth
        }
        // The root, and around a part the element that stands for its context.
        for index in tree.nodes.indices.dropFirst(isPart ? 2 : 1) {
            let node = tree.nodes[index]
            let indent = "| " + String(repeating: "  ", count: depth(index) - (isPart ? 2 : 1))
            func text(_ from: Int32, _ to: Int32) -> String {
                String(decoding: tree.text[Int(from)..<Int(to)], as: UTF8.self)
            }
            switch node.tag {
            case .text:
                let text = text(node.from, node.to)
                // Text whose pieces lie next to each other is one node of the tests.
                if let last = lines.last, last.hasSuffix("\""), last.hasPrefix(indent + "\""),
                    tree.nodes[index - 1].tag == .text, tree.nodes[index - 1].parent == node.parent
                {
                    lines[lines.count - 1] = last.dropLast() + text + "\""
                } else {
                    lines.append(indent + "\"" + text + "\"")
                }
            case .comment: lines.append(indent + "<!-- " + text(node.from, node.to) + " -->")
            case .doctype:
                func string(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
                let doctype = tree.doctype
                let ids =
                    doctype?.publicID == nil && doctype?.systemID == nil
                    ? "" : " \"\(string(doctype?.publicID))\" \"\(string(doctype?.systemID))\""
                lines.append(indent + "<!DOCTYPE " + string(doctype?.name) + ids + ">")
            default:
                var name = String(decoding: tree.names[node.name], as: UTF8.self)
                if node.namespace == .svg { name = "svg " + (svgNames[name] ?? name) }
                if node.namespace == .math { name = "math " + name }
                lines.append(indent + "<" + name + ">")
                let attributes = tree.attributes(of: index).map { attribute in
                    var name = text(attribute.name, attribute.from)
                    if node.namespace == .svg { name = svgAttributes[name] ?? foreignAttribute(name) }
                    if node.namespace == .math {
                        name = name == "definitionurl" ? "definitionURL" : foreignAttribute(name)
                    }
                    return "\(name)=\"\(text(attribute.from, attribute.to))\""
                }
                lines += attributes.sorted { Array($0.utf16).lexicographicallyPrecedes(Array($1.utf16)) }
                    .map { indent + "  " + $0 }
                if node.tag == .template { lines.append(indent + "  content") }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func foreignAttribute(_ name: String) -> String {
        let known: Set = [
            "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
            "xml:lang", "xml:space", "xmlns:xlink",
        ]
        return known.contains(name) ? name.replacing(":", with: " ", maxReplacements: 1) : name
    }

    /// The tree keeps all names in lower case, since nothing reads those of SVG; the tests want them as SVG writes them.
    private static let svgNames = byLowerCase(
        """
        altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix \
        feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow \
        feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset \
        fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient \
        radialGradient textPath
        """)
    private static let svgAttributes = byLowerCase(
        """
        attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits \
        glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust \
        limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength \
        patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio \
        primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant \
        specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX \
        targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
        """)

    private static func byLowerCase(_ names: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.split(separator: " ").map { ($0.lowercased(), String($0)) })
    }
}
