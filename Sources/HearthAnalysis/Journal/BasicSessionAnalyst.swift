import HearthBasic
import HearthCore

/// Reads an entry without a model. The same entry gives the same result.
struct BasicSessionAnalyst: Sendable {
    /// Goes into the keys of what was made: another number makes everything anew.
    static let version = 1
    /// Bytes that are read for key phrases, names and mood. Whole entries, but for those that are longer than a book.
    static let mostBytes = 4 << 20

    func analyze(_ session: JournalSession) -> SessionIntelligence {
        var notes: [String] = []
        var text = session.text
        if text.utf8.count > Self.mostBytes {
            text = QuotePicker.beginning(of: text, bytes: Self.mostBytes)
            notes.append("Only the first \(Self.mostBytes >> 20) MB of the entry were read for its themes.")
        }
        let language =
            session.languages.first.map { String($0.lowercased().prefix { $0 != "-" && $0 != "_" }) }
            ?? LanguageIdentifier().identify(String(decoding: text.utf8.prefix(4096), as: UTF8.self)).language
        let spans = SentenceSplitter().sentences(in: text, language: language)
        let sentences = QuotePicker.sentences(text, spans: spans)
        let entities = Self.entities(in: text, language: language)
        let topics = Self.topics(in: text, language: language, names: entities)
        let picker = QuotePicker(language: language)
        let mood = TranscriptHighlighter().sentiment(of: text, language: language)
        let insights = Self.insights(text, words: session.words)
        return SessionIntelligence(
            entryID: session.id, date: session.date, title: session.title ?? Self.title(topics, sentences),
            keyInsights: insights, mainThemes: Array(topics.prefix(5)),
            thoughtProcess: Self.thoughtProcess(picker, sentences, topics, text: text),
            actionItems: Self.actionItems(session, text: text, language: language), topics: topics, entities: entities,
            mood: JournalMood(positive: mood.positive, negative: mood.negative), words: session.words,
            duration: session.duration, language: language,
            quotes: picker.quotes(of: session, sentences: sentences, topics: topics), engine: Engine.basic.rawValue,
            model: "extractive", notes: notes)
    }

    // MARK: -

    private static func insights(_ text: String, words: Int) -> [String] {
        let limit = min(60, max(30, words / 4))
        let found = ExtractiveSummarizer().summarize(text, words: limit).sentences.map(\.text).map(singleSpaced)
        // Where little is wanted the summarizer cuts clauses out; alone they would read like scraps.
        let whole = found.filter(isWhole)
        if !found.isEmpty { return Array((whole.isEmpty ? found : whole).prefix(4)) }
        let opening = QuotePicker.beginning(of: text, bytes: QuotePicker.longest)
        return opening.isEmpty ? [] : [singleSpaced(opening)]
    }

    private static func topics(in text: String, language: String, names: [NamedEntity]) -> [String] {
        var seen = Set<String>()
        let known = Set(names.map { $0.name.lowercased() })
        var topics: [String] = []
        for phrase in KeyphraseExtractor().keyphrases(in: text, limit: 20, language: language) where topics.count < 10 {
            let key = JournalWords.key(phrase.text)
            guard JournalWords.isTheme(phrase.text), !known.contains(key), seen.insert(key).inserted else { continue }
            topics.append(singleSpaced(phrase.text))
        }
        return topics
    }

    private static func entities(in text: String, language: String) -> [NamedEntity] {
        var counts: [String: [NamedEntity.Kind: Int]] = [:]
        var order: [String] = []
        for entity in EntityRecognizer().entities(in: text, language: language) {
            let name = bare(entity.text)
            guard name.utf8.count > 1, name.utf8.count <= 100 else { continue }
            if counts[name] == nil { order.append(name) }
            counts[name, default: [:]][NamedEntity.Kind(rawValue: entity.type.rawValue) ?? .other, default: 0] += 1
        }
        return order.compactMap { name in
            guard let kinds = counts[name] else { return nil }
            let best = kinds.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
            return NamedEntity(name: name, kind: best?.key ?? .other, count: kinds.values.reduce(0, +))
        }
    }

    /// A name without what grammar hangs on it.
    private static func bare(_ name: String) -> String {
        var name = singleSpaced(name)
        for ending in ["’s", "'s", "’", "'"] where name.hasSuffix(ending) {
            name.removeLast(ending.count)
            break
        }
        return name
    }

    private static func title(_ topics: [String], _ sentences: [QuotePicker.Sentence]) -> String {
        let named = topics.prefix(2).joined(separator: ", ")
        let title = named.isEmpty ? QuotePicker.beginning(of: sentences.first?.text ?? "", bytes: 60) : named
        return title.prefix(1).uppercased() + singleSpaced(String(title.dropFirst()))
    }

    private static func thoughtProcess(
        _ picker: QuotePicker, _ sentences: [QuotePicker.Sentence], _ topics: [String], text: String
    ) -> String {
        let thoughts = picker.thoughts(in: sentences, limit: 2)
        if !thoughts.isEmpty { return thoughts.map(singleSpaced).joined(separator: " … ") }
        // Without thoughts in words: what the entry turns to, one after the other.
        let lower = Array(text.lowercased().utf8)
        let placed = topics.prefix(4).compactMap { topic in
            ByteSearch.first(Array(JournalWords.key(topic).utf8), in: lower).map { (place: $0, topic: topic) }
        }
        return placed.sorted { $0.place < $1.place }.map(\.topic).joined(separator: " → ")
    }

    private static func actionItems(_ session: JournalSession, text: String, language: String) -> [String] {
        let cues = session.cues.flatMap { $0.isEmpty ? nil : $0 } ?? [Cue(text: text)]
        return TranscriptHighlighter().actionItems(of: cues, language: language).prefix(10).map {
            singleSpaced($0.quote.text)
        }
    }

    /// Whether a sentence begins and ends like one.
    static func isWhole(_ sentence: String) -> Bool {
        guard let first = sentence.first, let last = sentence.last else { return false }
        return !first.isLowercase && ".!?…。！？”\"»」)".contains(last)
            && sentence.split(separator: " ").count + sentence.count / 8 >= 4
    }

    static func singleSpaced(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
