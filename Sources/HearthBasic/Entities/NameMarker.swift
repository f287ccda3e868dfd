import HearthCore

/// Decides for each word whether it belongs to a name.
struct NameMarker {
    let tokens: [EntityToken]
    let capitalizesNouns: Bool
    private let register: TextRegister
    /// Words that stand in lower case somewhere in the text.
    private var lowerWords: Set<String> = []
    /// Capitalized words inside sentences that are no common words.
    private var innerNames: Set<String> = []

    init(tokens: [EntityToken], capitalizesNouns: Bool) {
        self.tokens = tokens
        self.capitalizesNouns = capitalizesNouns
        register = TextRegister(tokens)
        for token in tokens {
            if token.shape == .lower {
                lowerWords.insert(token.lower)
            } else if token.isCapital, !token.startsSentence, !CommonWords.contains(token.lower) {
                innerNames.insert(token.lower)
            }
        }
    }

    func mark() -> [Bool] {
        var names = tokens.indices.map { isName($0) }
        markPhrases(&names)
        extend(&names)
        return names
    }

    // MARK: - One word

    private func isName(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded, !Gazetteer.calendar.contains(token.lower), !isExclamation(token.lower) else {
            return false
        }
        switch token.shape {
        case .number, .uncased: return false
        case .lower: return token.lower.utf8.count >= 4 && isKnownInLowerCase(token.lower)
        case .initial: return false
        case .mixed: return isMixedName(token)
        case .allCaps: return isAcronymName(token)
        case .capitalized: return isCapitalizedName(token)
        }
    }

    /// "Woooow", "hahaha": a letter thrice in a row, or few letters repeated.
    private func isExclamation(_ word: String) -> Bool {
        var run = 0
        var last: UInt8 = 0
        var letters: Set<UInt8> = []
        for byte in word.utf8 {
            run = byte == last ? run + 1 : 1
            if run == 3, byte < 0x80, byte != 0x77 { return true }
            last = byte
            letters.insert(byte)
        }
        return word.utf8.count >= 6 && letters.count <= 3
    }

    private func isCapitalizedName(_ token: EntityToken) -> Bool {
        if isKnown(token.lower) { return true }
        if Gazetteer.nationalities.contains(token.lower) { return !register.isCasual }
        let isCommon = CommonWords.contains(token.lower)
        if capitalizesNouns { return false }
        if register.isTitled { return false }
        if token.startsSentence {
            if innerNames.contains(token.lower) { return true }
            return !isCommon && !lowerWords.contains(token.lower) && token.lower.utf8.count > 2
        }
        if isCommon { return !register.isCasual && !Stopwords.contains(token.lower, language: "en") }
        return !lowerWords.contains(token.lower)
    }

    private func isAcronymName(_ token: EntityToken) -> Bool {
        if register.isShouted { return isKnown(token.lower) && !CommonWords.contains(token.lower) }
        if isKnown(token.lower) { return !Stopwords.contains(token.lower, language: "en") || token.lower == "us" }
        return !CommonWords.contains(token.lower) && !lowerWords.contains(token.lower)
    }

    private func isMixedName(_ token: EntityToken) -> Bool {
        !CommonWords.contains(token.lower) || isKnown(token.lower)
    }

    /// Known as a name, when written with a capital.
    private func isKnown(_ word: String) -> Bool {
        isKnownInLowerCase(word) || Gazetteer.ambiguousGivenNames.contains(word) && !register.isCasual
            || Gazetteer.surnames.contains(word) && !CommonWords.contains(word)
    }

    /// Known as a name also without a capital.
    private func isKnownInLowerCase(_ word: String) -> Bool {
        if Stopwords.contains(word, language: "en") || Gazetteer.ambiguousGivenNames.contains(word) { return false }
        if Gazetteer.givenNames.contains(word) { return true }
        guard
            Gazetteer.places.contains(word) || Gazetteer.organizations.contains(word)
                || Gazetteer.products.contains(word) || Gazetteer.surnames.contains(word)
        else { return false }
        return !CommonWords.contains(word)
    }

    // MARK: - Several words

    /// Names of several words that the lists know, whatever their case.
    private func markPhrases(_ names: inout [Bool]) {
        for index in tokens.indices {
            guard let phrases = Gazetteer.phrases[tokens[index].lower] else { continue }
            for phrase in phrases where matches(phrase.words, at: index) {
                let isCased = (index..<(index + phrase.words.count)).contains { tokens[$0].isCapital }
                if isCased || register.isCasual {
                    for place in index..<(index + phrase.words.count) { names[place] = true }
                }
                break
            }
        }
    }

    private func matches(_ words: [String], at index: Int) -> Bool {
        guard index + words.count <= tokens.count else { return false }
        for (offset, word) in words.enumerated() {
            let token = tokens[index + offset]
            guard token.lower == word, !token.isExcluded, offset == 0 || token.touchesPrevious else { return false }
        }
        return true
    }

    /// Takes in what belongs to a name that was found: further capitals, initials, surnames, version numbers.
    private func extend(_ names: inout [Bool]) {
        for index in tokens.indices.dropFirst() where !names[index] && names[index - 1] && tokens[index].touchesPrevious
        {
            names[index] = continues(index)
        }
        for index in tokens.indices.dropLast().reversed()
        where !names[index] && names[index + 1] && tokens[index + 1].touchesPrevious {
            names[index] = precedes(index)
        }
    }

    private func continues(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded else { return false }
        let previous = tokens[index - 1]
        switch token.shape {
        case .capitalized:
            if capitalizesNouns {
                return Gazetteer.givenNames.contains(previous.lower) && !Stopwords.contains(token.lower, language: "de")
            }
            return !register.isTitled && !Stopwords.contains(token.lower, language: "en")
                && !Gazetteer.calendar.contains(token.lower)
        case .allCaps:
            return !register.isShouted && !CommonWords.contains(token.lower)
        case .initial: return token.lower != "i" || previous.shape == .initial
        case .number: return token.span.count <= 3 && !isPersonal(previous.lower) && !previous.startsSentence
        case .lower:
            return register.isCasual && Gazetteer.givenNames.contains(previous.lower)
                && !CommonWords.contains(token.lower)
                && token.lower.utf8.count >= 4
        case .mixed: return true
        case .uncased: return false
        }
    }

    private func precedes(_ index: Int) -> Bool {
        let token = tokens[index]
        guard !token.isExcluded else { return false }
        switch token.shape {
        case .initial: return token.lower != "i" && token.lower != "a"
        case .capitalized:
            return !register.isTitled && !token.startsSentence && !Stopwords.contains(token.lower, language: "en")
                && !Gazetteer.calendar.contains(token.lower) && !Gazetteer.titles.contains(token.lower)
                && !capitalizesNouns
        default: return false
        }
    }

    private func isPersonal(_ word: String) -> Bool {
        Gazetteer.givenNames.contains(word) || Gazetteer.surnames.contains(word) || Gazetteer.places.contains(word)
    }
}

/// How a text is written: with the capitals of print, or as people chat.
struct TextRegister {
    /// Small letters at the start of sentences, slang, no full stop.
    private(set) var isCasual = false
    /// Mostly in capitals.
    private(set) var isShouted = false
    /// A headline, with a capital on most words.
    private(set) var isTitled = false

    init(_ tokens: [EntityToken]) {
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
