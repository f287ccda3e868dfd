import Foundation
import HearthCore

/// A person's name as it is compared with others: letter case, accents, stops and an `'s` behind it aside, and what somebody is called
/// beside the name ("Aunt", "Dr.") apart from it.
struct PersonName: Hashable, Sendable {
    /// What spellings of one name have in common; empty for what has no letters.
    let key: String
    /// What the name begins with that is no name, by what it says: "auntie" is "aunt".
    let title: String?
    /// The words of the name without its title.
    let words: [String]

    init(_ name: String) {
        var words = Self.folded(Self.bare(name)).split { $0 == " " || $0 == "." || $0.isWhitespace }.map(String.init)
        key = words.joined(separator: " ")
        title = words.count > 1 ? Self.titles[words[0]] : nil
        if title != nil { words.removeFirst() }
        self.words = words
    }

    /// Whether the name may be another's beginning: fewer words, or an initial for a word, and otherwise the same. "Priya" is short for
    /// "Priya N." and for "Priya Natarajan", and "Rosa" for "Aunt Rosa". A name with a title is short for no name of more words.
    func isShort(for other: PersonName) -> Bool {
        guard let first = words.first, first.unicodeScalars.count > 1, words.count <= other.words.count else {
            return false
        }
        // "Mr. Keller" is not "Mrs. Keller".
        if let title, let theirs = other.title, title != theirs { return false }
        // What stands behind a title may be the family's name: "Mr. Martin" is not "Martin Keller".
        if title != nil, words.count < other.words.count { return false }
        if words == other.words { return title == nil && other.title != nil }
        return zip(words, other.words).enumerated().allSatisfy { index, pair in
            pair.0 == pair.1 || index > 0 && pair.0.unicodeScalars.count == 1 && pair.1.hasPrefix(pair.0)
        }
    }

    // MARK: -

    /// A name without the ending of an English genitive ("Ada’s"), on one line.
    static func bare(_ name: String) -> String {
        var name = name.singleSpaced
        for ending in ["’s", "'s", "’", "'"] where name.hasSuffix(ending) {
            name.removeLast(ending.count)
            break
        }
        return name
    }

    /// In lower case, without the accents of Latin, Greek and Cyrillic letters. In other scripts such marks make other letters.
    private static func folded(_ text: String) -> String {
        let lower = text.lowercased()
        guard lower.utf8.contains(where: { $0 >= 0x80 }) else { return lower }
        var scalars = String.UnicodeScalarView()
        for scalar in lower.decomposedStringWithCanonicalMapping.unicodeScalars {
            if (0x300...0x36F).contains(scalar.value) { continue }
            if let plain = plain[scalar] {
                scalars.append(contentsOf: plain.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    /// Letters that Unicode does not take apart.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i",
    ]

    /// Kept by hand: what people are called beside their names in the languages of the page, folded, and what it says.
    private static let titles: [String: String] = {
        let lists = [
            "aunt": "aunt aunty auntie tante tata tia zia titia", "uncle": "uncle onkel oncle tonton tio zio",
            "grandmother": "grandmother grandma granny gran nan nana oma omi mamie abuela nonna avo",
            "grandfather": "grandfather grandpa granddad grandad opa opi papi papy abuelo nonno",
            "cousin": "cousin primo", "cousine": "cousine prima", "mr": "mr mister herr monsieur senor signor senhor",
            "mrs": "mrs ms frau madame mme senora signora senhora", "miss": "miss mlle",
            "doctor": "dr doctor doktor docteur", "professor": "prof professor professeur",
        ]
        var titles: [String: String] = [:]
        for (title, words) in lists { for word in words.split(separator: " ") { titles[String(word)] = title } }
        return titles
    }()
}
