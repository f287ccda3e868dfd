import HearthCore

/// The paragraph styles of a Word document, as far as they say what a paragraph is.
///
/// A heading is known by its outline level, or by the style's built-in name, which is English in every edition of Word
/// ("heading 2") while identifiers and what the user sees are translated.
struct WordStyles: XMLHandler {
    private struct Style {
        var basedOn: String?
        var level: Int?
        var isList = false
    }

    private var styles: [String: Style] = [:]
    private var current: (id: String, style: Style)?

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.namespace == .word else { return }
        switch name.local {
        case "style":
            if let id = attributes["styleId"], styles.count < 20_000 { current = (id, Style()) }
        case "basedOn": current?.style.basedOn = attributes["val"]
        case "name":
            guard current != nil, let value = attributes["val"]?.lowercased() else { return }
            if value == "title" {
                current?.style.level = 1
            } else if value.hasPrefix("heading "), let level = Int(value.dropFirst(8)), (1...9).contains(level) {
                current?.style.level = min(level, 6)
            } else if value.hasPrefix("list ") {
                current?.style.isList = true
            }
        case "outlineLvl":
            // 9 is "body text".
            if let level = attributes["val"].flatMap({ Int($0) }), (0...8).contains(level) {
                current?.style.level = min(level + 1, 6)
            }
        case "numPr": current?.style.isList = true
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        guard name == XMLName(namespace: .word, local: "style"), let current else { return }
        styles[current.id] = current.style
        self.current = nil
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {}

    /// Lets styles take over what those that they are based on say.
    mutating func resolve() {
        for id in styles.keys {
            var parent = styles[id]?.basedOn
            var steps = 0
            // Chains are short; one that runs in a circle ends here.
            while let name = parent, let style = styles[name], steps < 16 {
                if styles[id]?.level == nil { styles[id]?.level = style.level }
                if style.isList { styles[id]?.isList = true }
                parent = style.basedOn
                steps += 1
            }
        }
    }

    func kind(of id: String) -> Block.Kind? {
        guard let style = styles[id] else { return nil }
        if let level = style.level { return .heading(level: level) }
        return style.isList ? .listItem : nil
    }
}
