/// What a `style` attribute says of whether its element is seen (CSS 2.2, 9.2.4 and 11.2; CSS Overflow, Masking).
///
/// Text that nobody sees is how instructions are put into pages for programs that read them. What fades in or is painted in the colour
/// of its ground is not looked for: pages that are well meant do so, and style sheets of their own are not read here at all.
enum HTMLInlineStyle {
    /// Beyond every screen, in whatever unit.
    private static let farAway = -999.0

    /// Whether the element is not shown at all, or where no screen reaches.
    static func hides(_ style: some Sequence<UInt8>) -> Bool {
        let values = declarations(plain(style))
        if values["display"] == "none" || values["content-visibility"] == "hidden" { return true }
        if let value = values["visibility"], value == "hidden" || value == "collapse" { return true }
        if let value = values["text-indent"], number(value) <= farAway { return true }
        guard let position = values["position"], position == "absolute" || position == "fixed" else { return false }
        if let clip = values["clip"], clippedAway.contains(clip) { return true }
        return sides.contains { number(values[$0] ?? "") <= farAway }
    }

    private static let sides = ["left", "right", "top", "bottom", "margin-left", "margin-top"]
    private static let names = Set(
        sides + ["display", "content-visibility", "visibility", "text-indent", "position", "clip"])
    private static let clippedAway: Set<String> = [
        "rect(0,0,0,0)", "rect(0000)", "rect(0px,0px,0px,0px)", "rect(0px0px0px0px)", "rect(1px,1px,1px,1px)",
        "rect(1px1px1px1px)",
    ]

    /// Values by names; of several the last counts, and one that is important before one that is not.
    private static func declarations(_ style: String) -> [String: String] {
        let mark = "!important"
        var values: [String: (value: String, isImportant: Bool)] = [:]
        for declaration in style.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = String(declaration[..<colon])
            guard names.contains(name) else { continue }
            let value = declaration[declaration.index(after: colon)...]
            let isImportant = value.hasSuffix(mark)
            if values[name]?.isImportant == true, !isImportant { continue }
            values[name] = (String(isImportant ? value.dropLast(mark.count) : value), isImportant)
        }
        return values.mapValues(\.value)
    }

    /// The number that a length begins with; 0 where it begins with none.
    private static func number(_ length: String) -> Double {
        Double(length.prefix { $0 == "-" || $0 == "." || ("0"..."9").contains($0) }) ?? 0
    }

    /// The style in lower case, without white space and comments, and with escaped characters as they are meant (CSS Syntax 3, 4.3.7).
    private static func plain(_ style: some Sequence<UInt8>) -> String {
        var plain = ""
        let scalars = Array(String(decoding: Array(style), as: UTF8.self).unicodeScalars)
        var at = 0
        while at < scalars.count {
            let scalar = scalars[at]
            if scalar == "/", at + 1 < scalars.count, scalars[at + 1] == "*" {
                at += 2
                while at < scalars.count, !(scalars[at] == "/" && scalars[at - 1] == "*") { at += 1 }
                at += 1
            } else if scalar == "\\" {
                at += 1
                var code: UInt32 = 0
                let start = at
                while at < scalars.count, at - start < 6, let digit = Character(scalars[at]).hexDigitValue {
                    code = code * 16 + UInt32(digit)
                    at += 1
                }
                if at > start {
                    if let meant = Unicode.Scalar(code) { plain.unicodeScalars.append(meant) }
                    if at < scalars.count, scalars[at].properties.isWhitespace { at += 1 }
                } else if at < scalars.count {
                    plain.unicodeScalars.append(scalars[at])
                    at += 1
                }
            } else {
                if !scalar.properties.isWhitespace { plain.unicodeScalars.append(scalar) }
                at += 1
            }
        }
        return plain.lowercased()
    }
}
