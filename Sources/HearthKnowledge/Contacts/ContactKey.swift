import Foundation
import HearthCore

/// A telephone number or an address in the form in which two spellings of it are one: "+49 (0)170 123-4567" and "00491701234567",
/// "Ann@Example.org" and "mailto:ann@example.org".
enum ContactKey: Hashable, Sendable {
    /// With the code of its country: the digits behind "+" (E.164).
    case international(String)
    /// As it is dialled in its country, which nobody says: without the noughts before it.
    case national(String)
    /// In lower case.
    case address(String)

    /// Digits of a number at most (E.164 has 15, and whoever writes "00" or an extension some more), and at least: shorter ones are of
    /// services, the same in every country and nobody's.
    private static let digits = 7...20
    /// Bytes of what is looked at.
    static let longest = 254

    /// - Returns: `nil` for a text that is neither: a name, most of the time.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.longest else { return nil }
        var rest = text[...]
        // Marks of direction around numbers, as phones write them.
        func isAround(_ character: Character) -> Bool {
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
        }
        while let first = rest.first, isAround(first) { rest.removeFirst() }
        while let last = rest.last, isAround(last) { rest.removeLast() }
        for scheme in ["tel:", "mailto:", "sms:", "xmpp:"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        if rest.contains("@") {
            guard let address = Self.address(rest) else { return nil }
            self = .address(address)
            return
        }
        guard let number = Self.number(rest) else { return nil }
        self = number
    }

    private static func address(_ text: some StringProtocol) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") || !parts[1].isEmpty,
            !text.contains(where: { $0.isWhitespace || "<>,;:\"()".contains($0) })
        else { return nil }
        return text.lowercased().precomposed
    }

    private static func number(_ text: some StringProtocol) -> ContactKey? {
        var digits = ""
        var hasPlus = false
        // "+49 (0)170": the nought in brackets is dialled without the code alone.
        var isOpen = false
        var bracketed = ""
        for character in text {
            if let value = character.wholeNumberValue, (0...9).contains(value) {
                if isOpen { bracketed += String(value) } else { digits += String(value) }
                guard digits.utf8.count + bracketed.utf8.count <= Self.digits.upperBound else { return nil }
            } else if character == "+", digits.isEmpty, bracketed.isEmpty, !hasPlus {
                hasPlus = true
            } else if character == "(", !isOpen {
                isOpen = true
            } else if character == ")", isOpen {
                isOpen = false
                if !(bracketed == "0" && (hasPlus || digits.hasPrefix("00"))) { digits += bracketed }
                bracketed = ""
            } else if !" -./\u{A0}\u{2009}\u{202F}\u{2010}\u{2011}\u{2013}".contains(character),
                !character.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .format })
            {
                return nil
            }
        }
        guard !isOpen, Self.digits.contains(digits.utf8.count) else { return nil }
        if !hasPlus, digits.hasPrefix("00") {
            hasPlus = true
            digits.removeFirst(2)
        }
        let trimmed = String(digits.drop { $0 == "0" })
        guard trimmed.utf8.count >= Self.digits.lowerBound - 1 else { return nil }
        return hasPlus ? .international(trimmed) : .national(trimmed)
    }

    /// The digits at the end of a number by which one with the code of its country and one without may be the same: as many as the one
    /// without has, nine at most.
    static let tails = 6...9

    static func tail(_ digits: String, _ count: Int) -> String? {
        digits.utf8.count >= count ? String(digits.suffix(count)) : nil
    }
}

extension String {
    fileprivate var precomposed: String { precomposedStringWithCanonicalMapping }
}
