import HearthCore
import HearthText

/// The speakers of a transcript, as its sentences name them.
struct SpokenNames {
    private let context: SpokenContext
    /// The speakers and the words of their names that are names for sure.
    private let names: [(speaker: String, words: [String])]

    init(_ context: SpokenContext) {
        self.context = context
        names = Self.names(context.text)
    }

    /// The only other speaker; `nil` where there are more, or none.
    func other(than speaker: String?) -> String? {
        let others = names.map(\.speaker).filter { $0 != speaker }
        return speaker != nil && others.count == 1 ? others[0] : nil
    }

    /// Whether a word is one of a speaker's name.
    func isName(_ word: String) -> Bool { names.contains { $0.words.contains(word) } }

    /// The speaker whom a sentence calls by name: "Ann, can you …", "… the report, Ann?".
    func called(in index: Int) -> String? {
        let text = context.text.sentences[index].text.prefixOfBytes(4000).lowercased()
        let bare = withoutOpeners(text)
        return first(beside: index) { _, word in
            // "Mira" opens Spanish sentences, and is a name as well.
            for mark in [",", ":"] where text.hasPrefix(word + mark) || bare.hasPrefix(word + mark) { return true }
            for end in ["?", ".", "!", ",", " ?"] where text.holds(", " + word + end) { return true }
            return false
        }
    }

    /// "And Anna, could you …": what ties a sentence to the last one, before a name.
    private func withoutOpeners(_ text: String) -> Substring {
        let openers = SpokenLanguage.openers[context.language] ?? []
        var rest = text.drop { $0 == " " || $0 == "¿" || $0 == "¡" }
        for _ in 0..<2 {
            let word = rest.prefix { $0.isLetter }
            guard !word.isEmpty, openers.contains(String(word)) else { break }
            rest = rest.dropFirst(word.count).drop { $0 == " " || $0 == "," || $0 == "¿" }
        }
        return rest
    }

    /// Who is called by name at the beginning of a sentence and does not speak: "Ben, can you …". Only where names are told by their capital;
    /// what opens many sentences is none.
    func calledStranger(in index: Int) -> String? {
        let text = context.text.sentences[index].text
        guard let comma = text.prefix(30).firstIndex(of: ",") else { return nil }
        let name = text[..<comma]
        guard name.first?.isUppercase == true, name.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "'" }),
            name.count > 2
        else { return nil }
        let lower = name.lowercased()
        if let short = calledShortly(lower, in: index) { return short }
        let openers = SpokenLanguage.openers[context.language] ?? []
        return CommonWords.contains(lower) || openers.contains(lower)
            || Stopwords.contains(lower, language: context.language)
            ? nil : String(name)
    }

    /// The one speaker whose name a short form begins: "Maxi" is Maximilian. "Ann" and "Anna" may be two.
    private func calledShortly(_ short: String, in index: Int) -> String? {
        guard !CommonWords.contains(short) else { return nil }
        let own = context.text.turns[context.text.sentences[index].turn].speaker
        let meant = names.filter { name in
            name.speaker != own
                && name.words.contains { ShortNames.isOne(short, of: $0) }
        }
        return meant.count == 1 ? meant[0].speaker : nil
    }

    /// The speaker who does what a sentence tells, and not one to whom, for whom or with whom it is done.
    func doer(in index: Int) -> String? {
        let words = context.words[index].words
        let before = TaskMarkers.beforeOthers[context.language] ?? []
        if SpokenWords.hasNoSpaces(context.language) {
            return first(beside: index) { speaker, _ in context.words[index].text.holds(speaker.lowercased()) }
        }
        return first(beside: index) { _, name in
            words.indices.contains { place in
                guard words[place] == name else { return false }
                // "Mr Patel" and "Anna Berg" have a word of the name before it.
                return place == 0 || !before.contains(words[place - 1])
            }
        }
    }

    /// The first speaker but the one who says a sentence of whom something holds, for a word of the name.
    private func first(beside index: Int, where holds: (String, String) -> Bool) -> String? {
        let speaker = context.text.turns[context.text.sentences[index].turn].speaker
        let isUnspaced = SpokenWords.hasNoSpaces(context.language)
        return names.first { name in
            name.speaker != speaker
                && (isUnspaced && name.words.isEmpty ? [name.speaker] : name.words).contains { holds(name.speaker, $0) }
        }?.speaker
    }

    private static func names(_ text: SpokenText) -> [(speaker: String, words: [String])] {
        var found: [(speaker: String, words: [String])] = []
        var known: Set<String> = []
        for case let speaker? in text.turns.map(\.speaker) where known.count < 100 && known.insert(speaker).inserted {
            let parts = SpokenWords(speaker, limit: 6, language: text.language).words.filter {
                $0.utf8.count > 2 && !CommonWords.contains($0)
            }
            found.append((speaker, parts))
        }
        return found
    }
}
