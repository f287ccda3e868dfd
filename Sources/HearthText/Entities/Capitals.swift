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
    package static func marksNouns(in text: String) -> Bool {
        marksNouns(in: text, language: likelyLanguage(of: text))
    }

    /// ISO 639-1; `nil` where a text may as well be in another.
    private static func likelyLanguage(of text: String) -> String? {
        let guess = LanguageIdentifier().identify(text)
        return guess.confidence >= leastConfidence ? guess.language : nil
    }

    private static func marksNouns(in text: String, language: String?) -> Bool {
        if let language { return language == "lb" || ofLanguages[language] ?? false }
        let own = CapitalUse(text)
        return own.words >= leastWords && own.share >= shareOfNouns
    }

    /// Where in a text capitals mark nouns, and where names: a question in English may be put about a letter in German.
    package struct Regions: Sendable {
        /// One past the last byte of each region, in order, and what holds in it.
        private var ends: [(end: Int, marksNouns: Bool)] = []

        /// Shorter pieces are joined with what follows: so little tells no language.
        private static let leastBytes = 60
        /// What is read of a piece, and pieces that are read; the rest is as the text is as a whole.
        private static let mostBytes = 300
        private static let mostPieces = 300
        /// A piece is taken for another language than the whole only where that is certain.
        private static let certain = 0.95

        /// ISO 639-1 of the whole; `nil` where it is not known for certain enough.
        package let language: String?

        /// - Parameter language: ISO 639-1, where it is known of the whole.
        package init(of text: String, language: String? = nil) {
            self.language = language ?? CapitalUse.likelyLanguage(of: text)
            let whole = CapitalUse.marksNouns(in: text, language: self.language)
            if language == nil {
                text.withBytes { bytes in
                    for piece in Self.pieces(of: bytes) {
                        let part = bytes.string(piece.lowerBound..<Self.end(of: piece, bytes))
                        let guess = LanguageIdentifier().identify(part)
                        let known = guess.confidence >= Self.certain ? CapitalUse.ofLanguages[guess.language] : nil
                        let marksNouns = known ?? whole
                        if ends.last?.marksNouns == marksNouns { ends.removeLast() }
                        ends.append((piece.upperBound, marksNouns))
                    }
                }
            }
            if ends.last?.marksNouns == whole { ends.removeLast() }
            ends.append((.max, whole))
        }

        /// Whether capitals mark nouns anywhere in it.
        package var markNounsSomewhere: Bool { ends.contains { $0.marksNouns } }

        /// For each of the tokens, which are in order, whether capitals mark nouns where it stands.
        package func markNouns(at tokens: [EntityToken]) -> [Bool] {
            var region = 0
            return tokens.map { token in
                while ends[region].end <= token.span.start { region += 1 }
                return ends[region].marksNouns
            }
        }

        /// Sentences and lines, as far as a stop, a colon or a line end tells them.
        private static func pieces(of bytes: UTF8Bytes) -> [Range<Int>] {
            var found: [Range<Int>] = []
            var start = 0
            for at in bytes.indices {
                let isEnd =
                    switch bytes[at] {
                    case 0x0A: true
                    case 0x2E, 0x21, 0x3F, 0x3A: at + 1 < bytes.count && bytes.spaceLength(at: at + 1) != nil
                    default: false
                    }
                guard isEnd, at + 1 - start >= leastBytes else { continue }
                found.append(start..<(at + 1))
                start = at + 1
                if found.count == mostPieces { return found }
            }
            if bytes.count - start >= leastBytes { found.append(start..<bytes.count) }
            return found
        }

        private static func end(of piece: Range<Int>, _ bytes: UTF8Bytes) -> Int {
            var end = min(piece.upperBound, piece.lowerBound + mostBytes)
            while end < piece.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
            return end
        }
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
        for (index, token) in tokens.enumerated() where token.shape != .number && token.shape != .uncased {
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
            // "Charles I" is no "I".
            let isNumeral =
                token.shape == .initial && token.touchesPrevious && tokens[index - 1].shape == .capitalized
                && !tokens[index - 1].startsSentence
            if token.lower == "i" && !isNumeral || token.lower == "you" || token.lower == "my" { casual += 1 }
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
