import HearthCore

/// What people call their nearest: "Mum", "Grandpa", "Oma". In a diary these are names, which lists of names do not have.
///
/// Such a word counts where it is written like a name: with a capital, and with no article or pronoun before it ("my Mum" is a mother, as
/// "my doctor" is one). The lists are kept by hand.
package enum KinNames {
    private static let words: [String: Set<String>] = [
        "en": [
            "mum", "mom", "mam", "mummy", "mommy", "mama", "dad", "daddy", "papa", "grandma", "grandpa", "granny",
            "grandad", "granddad", "gran", "nan", "nana", "auntie",
        ],
        "de": ["mama", "mami", "mutti", "papa", "papi", "vati", "oma", "opa", "omi", "opi"],
        "fr": ["maman", "papa", "mamie", "papi", "papy", "mémé", "pépé", "tata", "tonton"],
    ]
    private static let before: Set<String> = [
        "a", "an", "the", "my", "your", "his", "her", "our", "their", "every", "no", "one", "meine", "mein", "meiner",
        "deine", "dein", "seine", "sein", "ihre", "ihr", "unsere", "unser", "die", "der", "eine", "ein", "ma", "mon",
        "ta",
        "ton", "sa", "son", "notre", "votre", "leur", "la", "le", "une", "un",
    ]

    /// In order of their places; where a name follows at once ("Oma Hilde"), it is that name's affair.
    package static func entities(in text: String, language: String) -> [Entity] {
        guard let known = words[language] else { return [] }
        return text.withBytes { bytes in
            let tokens = EntityToken.tokens(of: bytes)
            return tokens.indices.compactMap { index in
                let token = tokens[index]
                guard token.shape == .capitalized, !token.isExcluded, known.contains(token.lower),
                    index == 0 || !before.contains(tokens[index - 1].lower) || !tokens[index].touchesPrevious
                else { return nil }
                let next = index + 1
                if next < tokens.count, tokens[next].touchesPrevious, !token.isPossessive, tokens[next].isCapital {
                    return nil
                }
                return Entity(text: bytes.string(token.span.range), type: .person, span: token.span)
            }
        }
    }
}
