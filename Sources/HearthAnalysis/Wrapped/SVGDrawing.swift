/// Shapes of the page's drawings.
enum SVGDrawing {
    /// One drawing for wide screens and paper, one for narrow screens.
    static func both(
        _ wide: [String], _ wideSize: (Double, Double), _ tall: [String], _ tallSize: (Double, Double), label: String
    ) -> String {
        guard !wide.isEmpty, !tall.isEmpty else { return "" }
        return drawing("wide", wide, wideSize, label) + "\n" + drawing("tall", tall, tallSize, label)
    }

    private static func drawing(_ style: String, _ shapes: [String], _ size: (Double, Double), _ label: String)
        -> String
    {
        "<svg class=\"\(style)\" viewBox=\"0 0 \(HTMLText.px(size.0)) \(HTMLText.px(size.1))\" role=\"img\" "
            + "aria-label=\"\(HTMLText.escape(label))\">\n" + shapes.joined(separator: "\n") + "\n</svg>"
    }

    static func text(
        _ text: some StringProtocol, x: Double, y: Double, style: String? = nil, anchor: String? = nil
    ) -> String {
        let style = style.map { " class=\"\($0)\"" } ?? ""
        let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
        return
            "<text\(style)\(anchor) x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\">\(HTMLText.escape(String(text)))</text>"
    }

    static func square(_ style: String, x: Double, y: Double, size: Int, title: String) -> String {
        "<rect class=\"\(style)\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\" width=\"\(size)\" height=\"\(size)\" "
            + "rx=\"3\"><title>\(HTMLText.escape(title))</title></rect>"
    }

    static func bar(
        _ style: String, x: Double, y: Double, width: Double, height: Double, radius: Double = 4, title: String
    ) -> String {
        "<rect class=\"\(style)\" x=\"\(HTMLText.px(x))\" y=\"\(HTMLText.px(y))\" width=\"\(HTMLText.px(width))\" "
            + "height=\"\(HTMLText.px(height))\" rx=\"\(HTMLText.px(min(radius, width / 2, height / 2)))\">"
            + "<title>\(HTMLText.escape(title))</title></rect>"
    }

    static func line(y: Double, from x1: Double, to x2: Double) -> String {
        "<line class=\"grid\" x1=\"\(HTMLText.px(x1))\" y1=\"\(HTMLText.px(y))\" x2=\"\(HTMLText.px(x2))\" y2=\"\(HTMLText.px(y))\"/>"
    }

    /// A name that fits its place.
    static func short(_ name: String, _ limit: Int) -> String {
        name.count > limit ? name.prefix(limit - 1) + "…" : name
    }
}
