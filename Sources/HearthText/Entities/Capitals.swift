import HearthCore

/// How a text uses capitals inside its sentences: for names, or for every noun, as German does.
///
/// Told by how the language of the text is written in this module's own samples of it, and where the language is not known, by
/// the text itself.
package struct CapitalUse {
    /// Words inside sentences that begin with a capital, and all words inside sentences, in scripts with capitals.
    private(set) var capitalized = 0
    private(set) var words = 0

    /// Prose that capitalizes names alone has about one such word in ten, one that capitalizes nouns about one in three.
    private static let shareOfNouns = 0.2
    /// With fewer words than this, names may be as many by chance.
    private static let leastWords = 40
    /// The samples of languages hold no names, so that any share of capitals in them is that of nouns.
    private static let shareInSample = 0.1
    /// Below this the guess of a language is none.
    private static let leastConfidence = 0.5

    private var share: Double { words > 0 ? Double(capitalized) / Double(words) : 0 }

    private init(_ text: String) {
        var wasCapital = false
        for (index, token) in text.withBytes({ EntityToken.tokens(of: $0) }).enumerated() {
            guard token.shape == .lower || token.shape == .capitalized else {
                wasCapital = false
                continue
            }
            let isCapital = token.shape == .capitalized
            defer { wasCapital = isCapital }
            // The first word of a sentence has a capital anyway, and so has each word of "New York Times".
            guard index > 0, !token.startsSentence, !(isCapital && wasCapital) else { continue }
            words += 1
            if isCapital { capitalized += 1 }
        }
    }

    /// Whether so many words have capitals that they are no sign of a name.
    ///
    /// - Parameter language: ISO 639-1, where it is known.
    package static func marksNouns(in text: String, language: String? = nil) -> Bool {
        if let language { return language == "lb" || ofLanguages[language] ?? false }
        let guess = LanguageIdentifier().identify(text)
        if guess.confidence >= leastConfidence, let known = ofLanguages[guess.language] { return known }
        let own = CapitalUse(text)
        return own.words >= leastWords && own.share >= shareOfNouns
    }

    private static let ofLanguages: [String: Bool] = Dictionary(
        LanguageSample.latin.map { ($0.language, CapitalUse($0.text).share >= shareInSample) },
        uniquingKeysWith: { first, _ in first })
}

/// How a text is written: with the capitals of print, or as people chat.
package struct TextRegister {
    /// Small letters at the start of sentences, slang, no full stop.
    private(set) var isCasual = false
    /// Mostly in capitals.
    package private(set) var isShouted = false
    /// A headline, with a capital on most words.
    package private(set) var isTitled = false

    package init(_ tokens: [EntityToken]) {
        var words = 0
        var caps = 0
        var capitalized = 0
        var commonCapitalized = 0
        var casual = 0
        for token in tokens where token.shape != .number && token.shape != .uncased {
            words += 1
            switch token.shape {
            case .allCaps: caps += 1
            case .capitalized:
                capitalized += 1
                if !token.startsSentence, CommonWords.contains(token.lower) { commonCapitalized += 1 }
            case .lower:
                if token.startsSentence || token.lower == "i" || Self.chat.contains(token.lower) { casual += 1 }
            default: break
            }
            if token.markBefore == 0x21 || token.markBefore == 0x3F || token.markBefore > 0x1F000 { casual += 1 }
            if token.lower == "i" || token.lower == "you" || token.lower == "my" { casual += 1 }
        }
        guard words > 0 else { return }
        isShouted = caps * 2 > words && words > 2
        isTitled = commonCapitalized * 2 > words && words > 4
        isCasual = casual * 25 >= words
    }

    private static let chat: Set<String> = [
        "lol", "omg", "lmao", "haha", "hahaha", "im", "dont", "cant", "u", "ur", "gonna", "wanna", "gotta", "yeah",
        "btw", "tbh", "idk",
        "plz", "pls", "thx", "cuz", "bro", "dude", "guys", "xd", "wtf", "ive", "thats", "ya", "yall", "awesome", "damn",
        "shit", "fuck",
    ]
}
