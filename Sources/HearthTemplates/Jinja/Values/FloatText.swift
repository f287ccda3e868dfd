import Foundation

/// Numbers as Python writes them.
enum FloatText {
    /// The shortest digits that read back to the same number, `1.0`, `1e+16`, `1e-05`, `inf`, `nan`.
    static func shortest(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
        // Swift finds the same digits, and differs in where it turns to exponents.
        var text = value.magnitude.description
        var exponent = 0
        if let mark = text.firstIndex(of: "e") {
            exponent = Int(text[text.index(after: mark)...]) ?? 0
            text = String(text[..<mark])
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var digits = parts[0] + (parts.count > 1 ? parts[1] : "")
        var point = parts[0].count + exponent
        while digits.hasPrefix("0"), digits.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        let sign = value < 0 ? "-" : ""
        if point > 16 || point < -3 {
            let power = point - 1
            let rest = digits.dropFirst()
            return sign + digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e" + (power < 0 ? "-" : "+")
                + (power.magnitude < 10 ? "0" : "") + String(power.magnitude)
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) + ".0" }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// With `places` digits after the point, correctly rounded.
    static func fixed(_ value: Double, places: Int) -> String {
        if value.isNaN || value.isInfinite { return shortest(value) }
        return String(format: "%.\(max(0, min(places, 60)))f", value)
    }

    /// In C's `e` or `g` form.
    static func scientific(_ value: Double, places: Int, style: Character) -> String {
        if value.isNaN || value.isInfinite { return shortest(value) }
        let places = max(0, min(places, 60))
        return style == "e" ? String(format: "%.\(places)e", value) : String(format: "%.\(places)g", value)
    }
}
