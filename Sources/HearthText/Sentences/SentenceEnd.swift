/// How a sentence ends.
package enum SentenceEnd {
    package static func closes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "”", "»", "」", "』", ")": true
        default: scalar.value.isTerminator || scalar == "\u{37E}"
        }
    }

    /// Whether a mark of a question ends it; Armenian sets one above the word that asks.
    package static func asks(_ text: String) -> Bool {
        var rest = text.unicodeScalars.reversed().prefix(4)
        scan: while let scalar = rest.popFirst() {
            switch scalar {
            case "?", "？", "؟", "፧", "⁇", "⁉", "‽", "꘏": return true
            // The same sign parts clauses in other languages.
            case ";", "\u{37E}": if lastLetter(text).map(isGreek) == true { return true }
            default: if scalar.properties.isAlphabetic { break scan }
            }
        }
        return text.utf8.contains(0xD5) && text.unicodeScalars.contains("՞")
    }

    private static func lastLetter(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.reversed().first { $0.properties.isAlphabetic }
    }

    private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x370 && scalar.value < 0x400 || scalar.value >= 0x1F00 && scalar.value < 0x2000
    }

    package static func exclaims(_ text: String) -> Bool {
        for scalar in text.unicodeScalars.reversed().prefix(3) where scalar == "!" || scalar == "！" { return true }
        return false
    }
}
