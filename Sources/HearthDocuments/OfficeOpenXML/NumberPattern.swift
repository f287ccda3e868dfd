/// What a format of a workbook shows beside the figures of a number: "€1,234.50", "12.5 km", "01234" (ECMA-376, part 1, 18.8.31).
///
/// Only what changes what the number says is taken over: a currency, a unit, noughts in front, and the places of an amount of money. Marks between
/// thousands are left out, and other numbers keep all their places, so that they can be added up.
struct NumberPattern: Hashable {
    var before = ""
    var behind = ""
    /// Figures in front of the point, at least.
    var leastFigures = 1
    /// Places behind the point, of an amount of money; `nil` keeps what the number has.
    var places: Int?

    /// Excel allows 255 characters.
    private static let mostCharacters = 255
    /// Figures, and places, that a number is filled up to.
    private static let mostFigures = 20

    /// - Returns: `nil` for a format that shows a number as it is, or in a way of its own: in thousands, as a fraction, with marks between its figures.
    init?(_ code: String) {
        var whole = 0
        var fixed = 0
        var optional = 0
        var isBehind = false
        var hasPoint = false
        var characters = Array(code.prefix(Self.mostCharacters))[...]
        func add(_ text: String) {
            if isBehind { behind += text } else { before += text }
        }
        func mark(_ isFixed: Bool) -> Bool {
            guard behind.isEmpty else { return false }
            isBehind = true
            if hasPoint {
                if isFixed { fixed += 1 } else { optional += 1 }
            } else if isFixed {
                whole += 1
            }
            return true
        }
        scan: while let character = characters.popFirst() {
            switch character {
            case ";": break scan
            case "\"":
                guard let end = characters.firstIndex(of: "\"") else { return nil }
                add(String(characters[..<end]))
                characters = characters[(end + 1)...]
            case "\\": if let next = characters.popFirst() { add(String(next)) }
            // Room as wide as a character, and filling with one.
            case "_", "*": _ = characters.popFirst()
            case "[":
                guard let end = characters.firstIndex(of: "]") else { return nil }
                let inside = String(characters[..<end])
                characters = characters[(end + 1)...]
                // "[$€-407]" is a currency and the language of its form; the others are colours and conditions.
                if inside.hasPrefix("$") { add(String(inside.dropFirst().prefix { $0 != "-" })) }
                if inside.first.map({ "<>=".contains($0) }) == true { return nil }
            case "0": if !mark(true) { return nil }
            case "#": if !mark(false) { return nil }
            case ".":
                guard !hasPoint else { return nil }
                hasPoint = true
                isBehind = true
            case ",":
                // Behind the last figure it counts thousands.
                guard let next = characters.first, "#0".contains(next) else { return nil }
            case " ", "(", ")", "-", "+", ":": add(String(character))
            case _ where character.isCurrencySymbol: add(String(character))
            // Fractions, exponents, percent, dates, "General", "@".
            default: return nil
            }
        }
        // Brackets around a number say that it is below zero, which its sign does.
        before = before.filter { !"()+-".contains($0) }.trimmedSpaces()
        behind = behind.filter { !"()+-".contains($0) }
        let isMoney = (before + behind).contains(where: \.isCurrencySymbol)
        behind = behind.trimmedSpaces().isEmpty ? "" : behind
        guard whole > 0 || fixed > 0 || isBehind else { return nil }
        leastFigures = min(max(1, whole), Self.mostFigures)
        places = isMoney && optional == 0 ? min(fixed, Self.mostFigures) : nil
        if before.isEmpty, behind.isEmpty, leastFigures < 2 { return nil }
    }

    /// - Parameter plain: The number with a sign, figures and a point alone.
    /// - Returns: `nil` where it is written otherwise.
    func text(_ number: Double, plain: String) -> String? {
        let sign = plain.hasPrefix("-") ? "-" : ""
        var figures = String(plain.dropFirst(sign.count))
        guard figures.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        if let places, abs(number) < 1e13 { figures = Self.rounded(abs(number), to: places) }
        let point = figures.firstIndex(of: ".") ?? figures.endIndex
        let missing = leastFigures - figures.distance(from: figures.startIndex, to: point)
        if missing > 0 { figures = String(repeating: "0", count: missing) + figures }
        let gap = before.last.map { $0.isLetter } == true ? " " : ""
        return sign + before + gap + figures + behind
    }

    /// Half away from zero, as it is shown there.
    private static func rounded(_ number: Double, to places: Int) -> String {
        var power = 1.0
        for _ in 0..<min(places, 4) { power *= 10 }
        // A hair more than half in decimals may be a hair less in binary.
        let scaled = UInt64((number * power * (1 + 1e-15)).rounded())
        guard places > 0 else { return String(scaled) }
        let kept = min(places, 4)
        let digits = String(scaled)
        let padded = String(repeating: "0", count: max(0, kept + 1 - digits.count)) + digits
        return padded.dropLast(kept) + "." + padded.suffix(kept) + String(repeating: "0", count: places - kept)
    }
}

extension String {
    fileprivate func trimmedSpaces() -> String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
