import HearthText

/// Requests and promises that the form of a verb tells: an imperative behind a name, a German question that begins with its verb, the present in
/// which people of several languages say what they will do.
struct RequestForms {
    private let context: SpokenContext
    private let names: SpokenNames
    private let direct: PhraseList
    private let polite: PhraseList
    private let imperatives: Set<String>
    private let presents: Set<String>
    private let reports: Set<String>
    private let openers: Set<String>

    /// Words of a sentence among which its verb is looked for.
    private static let mostBefore = 8
    /// Words from before a verb on in which it is denied: "Frag mich nicht."
    private static let mostDenied = 6

    init(_ context: SpokenContext, names: SpokenNames) {
        self.context = context
        self.names = names
        let language = context.language
        direct = PhraseList(RequestMarkers.direct, language: language)
        polite = PhraseList(RequestMarkers.polite, language: language)
        imperatives = RequestMarkers.imperatives[language] ?? []
        presents = RequestMarkers.presents[language] ?? []
        reports = RequestMarkers.reports[language] ?? []
        openers = (SpokenLanguage.openers[language] ?? []).union(RequestMarkers.beforeVerbs[language] ?? [])
    }

    /// "Y tú, Marcos, llama al fontanero", "Ruf bitte den Wirt an": an imperative that opens its sentence, and one who is called by name or asked
    /// politely. The same form tells of others elsewhere: "Marcos llama mucho."
    func commands(_ index: Int) -> Bool {
        guard !imperatives.isEmpty else { return false }
        let words = context.words[index]
        let spoken = words.words
        guard let verb = spoken.prefix(Self.mostBefore).firstIndex(where: imperatives.contains), opens(words, verb),
            !spoken[max(0, verb - 1)...].prefix(Self.mostDenied).contains(where: RequestMarkers.denials.contains)
        else { return false }
        return polite.occurs(in: words) || names.called(in: index) != nil
    }

    /// "Machst du das bis Freitag, Jonas?": a German question that opens with what another does asks them to do it. One that opens with "wann" asks
    /// when.
    func presses(_ index: Int) -> Bool {
        guard context.language == "de", SentenceEnd.asks(context.text.sentences[index].text) else { return false }
        let words = context.words[index]
        let spoken = words.words
        return spoken.indices.dropFirst().prefix(Self.mostBefore).contains { place in
            let verb = spoken[place - 1]
            switch spoken[place] {
            case "du": guard verb.hasSuffix("st") else { return false }
            case "ihr": guard verb.hasSuffix("t") else { return false }
            default: return false
            }
            return !RequestMarkers.noDeeds.contains(verb) && opens(words, place - 1)
        }
    }

    /// Whether nothing stands before a word but names and what ties a sentence to the last one.
    private func opens(_ words: SpokenWords, _ place: Int) -> Bool {
        words.words[..<place].allSatisfy { openers.contains($0) || names.isName($0) }
    }

    /// "Yo hablo con el banco": the present says what its speaker will do, where a time is with it. "El pago" is a noun, and "no pago" no promise.
    func doesNow(_ words: SpokenWords) -> Bool {
        guard !presents.isEmpty else { return false }
        return words.words.indices.contains { place in
            presents.contains(words.words[place])
                && (place == 0 || !RequestMarkers.beforeNouns.contains(words.words[place - 1]))
        }
    }

    /// Whether what is asked for is told of another: "… and the foreman said, can you paint?"
    func isReported(_ index: Int) -> Bool {
        guard !reports.isEmpty else { return false }
        let spoken = context.words[index].words
        guard let request = spoken.indices.first(where: { direct.length(at: $0, in: spoken) != nil }) else {
            return false
        }
        if spoken[..<request].indices.contains(where: { reports.contains(spoken[$0]) && !isOwn($0, spoken) }) {
            return true
        }
        // Where no marks are, a sentence may be parted from who says it.
        let sentences = context.text.sentences
        guard context.text.isRestored, request == 0, index > 0, sentences[index - 1].turn == sentences[index].turn,
            sentences[index].cues.lowerBound - sentences[index - 1].cues.upperBound <= 0
        else { return false }
        let before = context.words[index - 1].words
        return before.indices.last.map { reports.contains(before[$0]) && !isOwn($0, before) } ?? false
    }

    /// "As I said, could you check it?" asks now.
    private func isOwn(_ place: Int, _ words: [String]) -> Bool {
        [place - 1, place + 1].contains { words.indices.contains($0) && RequestMarkers.speakers.contains(words[$0]) }
    }

    /// "You need to tell the others", and not "you have to understand that …".
    func demandsWork(_ words: SpokenWords, _ demands: PhraseList) -> Bool {
        guard context.language == "en" else { return false }
        let spoken = words.words
        return spoken.indices.contains { place in
            guard let length = demands.length(at: place, in: spoken), place + length < spoken.count else {
                return false
            }
            return !RequestMarkers.noWork.contains(spoken[place + length])
        }
    }
}
