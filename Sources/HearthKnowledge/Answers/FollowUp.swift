import HearthCore
import HearthExtractive
import HearthText

/// A question of a conversation with what it leans on.
///
/// "And how much is it?" holds no word that a search could use. Without a model to rewrite it, the questions before it lend
/// their words when the new one goes on from them: it opens with a conjunction, has a pronoun, or names hardly anything itself.
struct FollowUp {
    let question: String
    /// What the question goes on from: earlier questions, up to one that stands on its own, and what was answered since.
    let earlier: EarlierTurns
    /// What can be searched for.
    var query: String { earlier.questions.isEmpty ? question : earlier.questions + " " + question }

    /// Questions that are gone back for one that stands on its own.
    private static let mostTurns = 3

    /// - Parameter history: Earlier turns, oldest first.
    init(_ question: String, history: [Message]) {
        self.question = question
        let language = LanguageIdentifier().identify(
            (history.filter { $0.role == .user }.suffix(Self.mostTurns).map(\.content) + [question])
                .joined(separator: " ")
        ).language
        var questions: [String] = []
        var answers: [String] = []
        var last = question
        for message in history.reversed() {
            guard questions.count < Self.mostTurns, Self.leans(last, language: language) else { break }
            switch message.role {
            case .assistant: answers.append(EarlierTurns.told(by: message.content))
            case .user:
                questions.append(message.content)
                last = message.content
            case .system, .tool: break
            }
        }
        // An answer to nothing that is gone on from says nothing.
        earlier = EarlierTurns(
            questions: questions.reversed().joined(separator: " "), answers: questions.isEmpty ? [] : answers)
    }

    /// Whether texts have each word by which the question itself names something, in any form that a search knows; so they have where
    /// it names nothing: "why?"
    func isNamed(in texts: [String]) -> Bool {
        let language = LanguageIdentifier().identify(query).language
        let asking = ExtractiveAnswerer.askingWords(in: question, language: language)
        let words = SearchAnalyzer.words(ofQuery: question, likely: language, languages: [language]).filter {
            !$0.isStopword && !$0.isRequest && !asking.contains($0.plain)
        }
        let own = SearchAnalyzer(language: language)
        let known = texts.reduce(into: Set<String>()) { known, text in
            known.formUnion(own.terms(in: text))
            known.formUnion(SearchAnalyzer().terms(in: text))
        }
        return words.allSatisfy { word in
            ([word.term, word.plain] + word.others).contains { known.contains($0) }
        }
    }

    /// Whether a question goes on from the one before.
    static func leans(_ question: String, language: String) -> Bool {
        // The lists of words have straight apostrophes.
        let words = question.lowercased().replacing("’", with: "'").split {
            !$0.isLetter && !$0.isNumber && $0 != "'"
        }.map(String.init)
        guard let first = words.first else { return true }
        let scalars = words.joined().unicodeScalars
        if scalars.count(where: { ScalarClass($0.value).isUnspaced }) * 2 > scalars.count {
            let start = question.drop { !$0.isLetter }
            return scalars.count <= shortUnspaced || unspacedOpeners.contains { start.hasPrefix($0) }
                || unspacedPronouns.contains { question.contains($0) }
        }
        let pronouns = personal[language] ?? []
        // "Qu'elle", "they're".
        let hasPronoun = words.contains { $0.split(separator: "'").contains { pronouns.contains(String($0)) } }
        if hasPronoun || openers[language]?.contains(first) == true { return true }
        let asking = ExtractiveAnswerer.askingWords(in: question, language: language)
        return words.count { !asking.contains($0) && !Stopwords.contains($0, language: language) } <= fewWords
    }

    /// A question with so few words, those apart that ask and those of grammar, names hardly anything: "who pays?"
    private static let fewWords = 1
    /// The same in letters of scripts without spaces.
    private static let shortUnspaced = 7

    /// Conjunctions with which a question goes on. Closed classes, as the pronouns below, kept here by hand; no script makes them.
    private static let openers: [String: Set<String>] = [
        "en": ["and", "but", "so", "then", "or"], "de": ["und", "aber", "oder", "dann", "also"],
        "fr": ["et", "mais", "ou", "alors"], "es": ["y", "pero", "o", "entonces"],
        "it": ["e", "ed", "ma", "o", "allora"],
        "pt": ["e", "mas", "ou", "então"], "ro": ["și", "şi", "dar", "sau", "atunci"],
        "nl": ["en", "maar", "of", "dan"],
        "sv": ["och", "men", "eller"], "da": ["og", "men", "eller"], "nb": ["og", "men", "eller"],
        "fi": ["ja", "mutta", "entä", "tai"], "hu": ["és", "de", "vagy"], "pl": ["a", "i", "ale", "lub"],
        "cs": ["a", "ale", "nebo"], "ru": ["и", "а", "но", "или"], "uk": ["і", "й", "а", "але", "або", "та"],
        "el": ["και", "κι", "αλλά", "ή"], "tr": ["ve", "ama", "peki", "ya"], "ar": ["و", "لكن", "أو"],
        "hi": ["और", "लेकिन", "या"], "vi": ["và", "nhưng", "còn"], "id": ["dan", "tetapi", "lalu", "atau"],
        "he": ["אבל", "או", "אז"],
    ]

    /// Pronouns and adverbs that stand for what was named before. What a question has without that is left out: the French "il" of "y
    /// a-t-il", the Spanish "es".
    private static let personal: [String: Set<String>] = [
        "en": [
            "it", "its", "he", "she", "they", "them", "him", "her", "his", "their", "this", "that", "these", "those",
            "there",
        ],
        "de": [
            "er", "sie", "es", "ihn", "ihm", "ihr", "ihnen", "dessen", "deren", "dort", "davon", "dafür", "damit",
            "darüber", "dazu", "das",
        ],
        "fr": ["elle", "ils", "elles", "lui", "leur", "celui", "celle", "cela", "ça"],
        "es": ["él", "ella", "ellos", "ellas", "eso", "esto", "allí"],
        "it": ["lui", "lei", "loro", "esso", "essa", "questo", "quello", "ciò"],
        "pt": ["ele", "ela", "eles", "elas", "isso", "isto", "lá"],
        "ro": ["el", "ea", "ei", "ele", "acesta", "aceasta"],
        "nl": ["hij", "zij", "ze", "hem", "haar", "hun", "daar", "dat", "dit", "ervan", "daarvoor"],
        "sv": ["han", "hon", "den", "det", "dem", "där"], "da": ["han", "hun", "den", "det", "dem", "der"],
        "nb": ["han", "hun", "den", "det", "dem", "der"],
        "fi": ["se", "sen", "hän", "hänen", "ne", "niiden", "siellä"],
        "hu": ["az", "ez", "azt", "ott"], "pl": ["on", "ona", "ono", "oni", "jego", "jej", "ich", "to", "tam"],
        "cs": ["on", "ona", "ono", "oni", "jeho", "její", "jejich", "to", "tam"],
        "ru": ["он", "она", "оно", "они", "его", "её", "ее", "их", "это", "там"],
        "uk": ["він", "вона", "воно", "вони", "його", "її", "їх", "це", "там"],
        "el": ["αυτός", "αυτή", "αυτό", "αυτά", "αυτοί", "εκεί"],
        "tr": ["o", "onu", "onun", "onlar", "bu", "bunu", "orada"],
        "ar": ["هو", "هي", "هم", "ذلك", "هذا", "هذه", "هناك"], "hi": ["वह", "वे", "यह", "ये", "इसका", "उसका", "वहाँ", "वहां"],
        "vi": ["nó", "họ", "đó", "đấy"], "id": ["dia", "mereka", "itu", "ini"],
        "he": ["הוא", "היא", "הם", "זה", "זאת", "שם"],
    ]

    private static let unspacedOpeners = [
        "那", "还有", "那么", "那麼", "じゃあ", "では", "それで", "そして", "그럼", "그리고", "그러면", "แล้ว", "ແລ້ວ",
    ]
    private static let unspacedPronouns = ["它", "他", "她", "それ", "これ", "そこ", "그것", "그건", "거기", "มัน", "ที่นั่น"]
}

extension ScalarClass {
    /// Whether a script sets no spaces between words, or says a word in few letters.
    fileprivate var isUnspaced: Bool {
        switch self {
        case .han, .hiragana, .katakana, .hangul, .southEastAsian: true
        default: false
        }
    }
}
