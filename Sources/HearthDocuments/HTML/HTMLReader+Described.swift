import HearthCore

extension HTMLReader {
    /// An `articleBody`: plain text, its paragraphs on lines of their own, or markup, which may be escaped once more.
    static func rendered(described text: String) throws -> (text: String, blocks: [Block])? {
        var text = text
        for _ in 0..<2 {
            let isMarkup = text.contains("<p") || text.contains("<br") || text.contains("<div")
            if !isMarkup {
                let lines = text.split(whereSeparator: \.isNewline).map { line in
                    "<p>" + line.replacing("<", with: "&lt;") + "</p>"
                }
                text = lines.joined()
            }
            let (tree, _, _) = try HTMLTreeBuilder.build(Array(text.utf8))
            let hidden = HTMLBoilerplate.hidden(in: tree)
            let rendered = try HTMLTextRenderer.render(tree, roots: [0]) { node in !(hidden?[node] ?? false) }
            guard !rendered.text.contains("<p"), !rendered.text.contains("<br") else {
                text = rendered.text
                continue
            }
            return rendered.text.isEmpty ? nil : rendered
        }
        return nil
    }
}
