import HearthCore
import HearthExtractive
import HearthText

/// Reads an entry without a model. The same entry gives the same result.
struct BasicSessionAnalyst: Sendable {
    /// Goes into the keys of what was made: another number makes everything anew.
    static let version = 12
    /// Bytes that are read for key phrases, names and mood. Whole entries, but for those that are longer than a book.
    static let mostBytes = 4 << 20

    /// Bytes of an entry that the tagger reads, some 110 words: it takes 0.1 ms for each, and ten years of a diary of 300 words a day are to be
    /// read within a minute on two cores.
    static let mostTagged = 600

    /// Tells names, mood and what is to be done in the languages that it knows; `nil` goes by rules.
    let tagger: (any TaggingModel)?

    /// - Throws: `CancellationError`.
    func analyze(_ session: JournalSession) async throws -> SessionIntelligence {
        var notes: [String] = []
        var text = session.text
        if text.utf8.count > Self.mostBytes {
            text = QuotePicker.beginning(of: text, bytes: Self.mostBytes)
            notes.append("Only the first \(Self.mostBytes >> 20) MB of the entry were read for its themes.")
        }
        let language =
            session.languages.first.map { String($0.lowercased().prefix { $0 != "-" && $0 != "_" }) }
            ?? LanguageIdentifier().identify(String(text.prefixOfBytes(4096))).language
        let spans = SentenceSplitter().sentences(in: PlainText.withoutTags(text), language: language)
        // A list of what is to be done is told as that, and tells nothing of the day beside it.
        let listed = ListedTasks(text, language: language)
        let prose = spans.filter { span in !listed.places.contains { $0.overlaps(span) } }
        let shown = prose.isEmpty ? spans : prose
        let sentences = QuotePicker.sentences(text, spans: shown)
        // Tagged once: names, mood and title are told by the sentences in which tasks are found as well.
        let cues = session.cues.flatMap { $0.isEmpty ? nil : $0 } ?? [Cue(text: text)]
        let tags = try await TaggedText(cues, language: language, tagger: tagger, most: Self.mostTagged)
        let told = tags?.text ?? text
        let relatives = KinNames.entities(in: told, language: language) + KinNames.parents(in: told, language: language)
        let names = Self.without(
            relatives, tags?.entities(language: language) ?? EntityRecognizer().entities(in: told, language: language))
        let named = PlaceIndex(names.map(\.span.range))
        let kin = relatives.filter { !named.overlaps($0.span.range) }
        let entities = Self.withSpeakers(
            of: session,
            Self.entities(
                // "Mercredi" opens a sentence with a capital, and names nobody.
                (names + kin).filter { $0.type != .other || !TimePhrases.isOnlyTime($0.text, language: language) }
                    .sorted { $0.span.start < $1.span.start }))
        let topics = Self.topics(in: text, language: language, names: entities)
        let picker = QuotePicker(language: language)
        let mood =
            tags?.sentiment(language: language)
            ?? TranscriptHighlighter().sentiment(of: text, language: language)
        if tags == nil, !TranscriptHighlighter.countsMood(in: language) {
            notes.append(
                language == LanguageGuess.undetermined.language
                    ? "The mood was not counted: in which language the entry is could not be told."
                    : "The mood was not counted: the basic engine knows no words of mood in this language (\(language))."
            )
        }
        let tasks = Self.actionItems(cues, language: language, tags: tags, listed: listed.items)
        let insights = Self.insights(
            PlainText.withoutTags(text), spans: shown, words: session.words, tags: tags, tasks: tasks,
            language: language)
        let title = EntryTitle.title(
            of: told, sentences: tags?.sentences.map { TextSpan($0.place) } ?? spans, tags: tags, names: entities,
            language: language)
        return SessionIntelligence(
            entryID: session.id, date: session.date, title: session.title ?? title ?? Self.title(topics, sentences),
            keyInsights: insights.map(\.text),
            insightOrigins: insights.map {
                InsightOrigin(entryID: session.id, date: session.date, weight: $0.weight)
            },
            mainThemes: Array(topics.prefix(5)),
            thoughtProcess: Self.thoughtProcess(picker, sentences, topics, text: text),
            actionItems: tasks, topics: topics,
            entities: entities,
            mood: JournalMood(positive: mood.positive, negative: mood.negative), words: session.words,
            duration: session.duration, language: language,
            quotes: picker.quotes(of: session, sentences: sentences, topics: topics), engine: Engine.basic.rawValue,
            model: "extractive", notes: notes)
    }

    // MARK: -

    /// An insight and what it is worth to who looks back, see ``DiaryUnits``.
    private struct Insight {
        var text: String
        var weight: Double
    }

    /// The parts of an entry that tell most of it, in its order: by what they are worth to who looks back, and by what a summary would take.
    private static func insights(
        _ text: String, spans: [TextSpan], words: Int, tags: TaggedText?, tasks: [String], language: String
    ) -> [Insight] {
        let limit = min(60, max(30, words / 4))
        let summary = ExtractiveSummarizer().summarize(text, words: limit).sentences
        let units = DiaryUnits(text, spans: spans, language: language, tags: tags).units
        let told = units.map { unit -> (insight: Insight, worth: Double)? in
            guard let whole = text.text(in: unit.span)?.singleSpaced, !Courtesies.isCourtesy(whole, language: language)
            else { return nil }
            let taken = summary.filter { unit.span.overlaps($0.span) }
            // Of a very long sentence the clause that a summary takes is enough, where it can stand alone.
            let isLong = whole.split(separator: " ").count > longInsight
            let clause = isLong ? taken.first { isWhole($0.text) }?.text.singleSpaced : nil
            let weight = unit.weight - (tasks.contains { whole.contains($0) } ? task : 0)
            let shown = clause ?? QuotePicker.beginning(of: whole, bytes: QuotePicker.longest)
            return (Insight(text: shown, weight: weight), weight + (taken.isEmpty ? 0 : summarized))
        }
        let ranked = told.indices.filter { told[$0] != nil }.sorted {
            let (a, b) = (told[$0]?.worth ?? 0, told[$1]?.worth ?? 0)
            return a != b ? a > b : $0 < $1
        }
        var chosen: [Int] = []
        var left = limit
        for place in ranked where chosen.count < mostInsights {
            let length = told[place]?.insight.text.split(separator: " ").count ?? 0
            guard chosen.isEmpty || length <= left else { continue }
            chosen.append(place)
            left -= length
        }
        let found = chosen.sorted().compactMap { told[$0]?.insight }
        if !found.isEmpty { return found }
        let opening = QuotePicker.beginning(of: text, bytes: QuotePicker.longest)
        return opening.isEmpty ? [] : [Insight(text: opening.singleSpaced, weight: 0)]
    }

    /// What it is worth that a summary takes a part, and what it costs that a part says what is to be done, which is told elsewhere.
    private static let summarized = 0.4
    private static let task = 0.6
    /// Words of a sentence that is too long to be told whole beside others.
    private static let longInsight = 45
    private static let mostInsights = 4

    private static func topics(in text: String, language: String, names: [NamedEntity]) -> [String] {
        var seen = Set<String>()
        let known = Set(names.map { $0.name.lowercased() })
        // "Daniel sold" and "told Mum" are about people, who are counted as such.
        let people = Set(
            names.filter { $0.kind == .person }.flatMap { $0.name.lowercased().split(separator: " ").map(String.init) })
        var topics: [String] = []
        let phrases = KeyphraseExtractor(isDiary: true).keyphrases(in: text, limit: 20, language: language)
        let evidence = ThingEvidence(text, language: language)
        for phrase in phrases where topics.count < 10 {
            let key = JournalWords.key(phrase.text)
            guard JournalWords.isTheme(phrase.text), !TimePhrases.isOnlyTime(key, language: language),
                !Courtesies.isPolite(key, language: language), !known.contains(key),
                evidence.strength(of: phrase.text) != .unshown,
                !key.split(separator: " ").contains(where: { people.contains(String($0)) }), seen.insert(key).inserted
            else { continue }
            topics.append(phrase.text.singleSpaced)
        }
        return topics
    }

    /// Names without those that are a relative, alone or behind words that have their capital from the beginning of a sentence: "Mum", "Told Mum".
    private static func without(_ relatives: [Entity], _ names: [Entity]) -> [Entity] {
        let ends = Set(relatives.map(\.span.end))
        return names.filter { name in
            guard ends.contains(name.span.end), name.type == .person || name.type == .other else { return true }
            let before = name.text.lowercased().split(separator: " ").dropLast()
            // "Great Grandma" is another than "Grandma".
            return !before.allSatisfy { !kinds.contains($0) && CommonWords.contains(String($0)) }
        }
    }

    private static let kinds: Set<Substring> = ["great", "step", "foster", "god"]

    private static func entities(_ found: [Entity]) -> [NamedEntity] {
        var counts: [String: [NamedEntity.Kind: Int]] = [:]
        var order: [String] = []
        for entity in found {
            let name = PersonName.bare(entity.text)
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

    /// Those who speak in a recording are people, also where nobody names them. One whose name the words have counts by those.
    private static func withSpeakers(of session: JournalSession, _ entities: [NamedEntity]) -> [NamedEntity] {
        var entities = entities
        var known = Set(entities.filter { $0.kind == .person }.map { PersonName($0.name).key })
        var asked: Set<String> = []
        for speaker in session.cues?.lazy.compactMap(\.speaker) ?? [] where asked.insert(speaker).inserted {
            guard asked.count <= mostSpeakers else { break }
            let name = PlainText.line(speaker)
            guard EntityCollector.isOneName(name), !RemarkWords.contain(name),
                known.insert(PersonName(name).key).inserted
            else { continue }
            entities.append(NamedEntity(name: name, kind: .person, count: 1))
        }
        return entities
    }

    /// More names do not speak in one recording.
    private static let mostSpeakers = 100

    private static func title(_ topics: [String], _ sentences: [QuotePicker.Sentence]) -> String {
        let named = topics.prefix(2).joined(separator: ", ")
        let title = named.isEmpty ? QuotePicker.beginning(of: sentences.first?.text ?? "", bytes: 60) : named
        return title.prefix(1).uppercased() + title.dropFirst().singleSpaced
    }

    private static func thoughtProcess(
        _ picker: QuotePicker, _ sentences: [QuotePicker.Sentence], _ topics: [String], text: String
    ) -> String {
        let thoughts = picker.thoughts(in: sentences, limit: 2)
        if !thoughts.isEmpty { return thoughts.map(\.singleSpaced).joined(separator: " … ") }
        // Without thoughts in words: what the entry turns to, one after the other.
        let lower = Array(text.lowercased().utf8)
        let placed = topics.prefix(4).compactMap { topic in
            ByteSearch.first(Array(JournalWords.key(topic).utf8), in: lower).map { (place: $0, topic: topic) }
        }
        return placed.sorted { $0.place < $1.place }.map(\.topic).joined(separator: " → ")
    }

    /// What is listed, item by item, and what sentences say beside it.
    private static func actionItems(
        _ cues: [Cue], language: String, tags: TaggedText?, listed: [ListedTasks.Item]
    ) -> [String] {
        let told = TranscriptHighlighter().actionItems(of: cues, language: language, tags: tags)
            .map(\.quote.text.singleSpaced)
            .filter { task in !listed.contains { task.contains($0.text) || $0.text.contains(task) } }
        return Array((listed.filter { !$0.isDone }.map(\.text) + told).prefix(mostTasks))
    }

    private static let mostTasks = 20

    /// Whether a sentence begins and ends like one.
    static func isWhole(_ sentence: String) -> Bool {
        guard let first = sentence.first, let last = sentence.last else { return false }
        return !first.isLowercase && ".!?…。！？”\"»」)".contains(last)
            && sentence.split(separator: " ").count + sentence.count / 8 >= 4
    }
}

/// Chooses sentences of an entry that are worth reading on their own. Every one is a part of the text, byte for byte.
struct QuotePicker {
    /// A sentence of the entry.
    struct Sentence {
        var text: String
        /// The UTF-8 of the text in lower case.
        var lower: [UInt8]
        var words: [String]
    }

    let language: String
    private let firstPerson: Set<String>
    private let thoughts: [[UInt8]]

    /// Bytes of a quote, at most: what fits a page beside others.
    static let longest = 420
    static let most = 4

    init(language: String) {
        self.language = language
        firstPerson = JournalWords.firstPerson(language)
        thoughts = JournalWords.thoughts(language).map { Array($0.utf8) }
    }

    static func sentences(_ text: String, spans: [TextSpan]) -> [Sentence] {
        let bytes = Array(text.utf8)
        return spans.compactMap { span in
            guard span.start >= 0, span.end <= bytes.count, span.start < span.end else { return nil }
            let text = String(decoding: bytes[span.start..<span.end], as: UTF8.self)
            let lower = text.lowercased()
            return Sentence(text: text, lower: Array(lower.utf8), words: words(lower))
        }
    }

    /// Runs of letters, digits and apostrophes.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPart =
                scalar.isASCII
                ? (0x61...0x7A).contains(scalar.value | 0x20) || (0x30...0x39).contains(scalar.value) || scalar == "'"
                : scalar == "\u{2019}" || scalar.properties.isAlphabetic
            if isPart {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    /// The best first, at least one.
    func quotes(of session: JournalSession, sentences: [Sentence], topics: [String]) -> [JournalQuote] {
        let keys = topics.map { Array(JournalWords.key($0).utf8) }
        var ranked = sentences.enumerated().map { (index: $0, score: score($1, keys: keys)) }.filter { $0.score > 0 }
        ranked.sort { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
        let highlighter = TranscriptHighlighter()
        // Mood is costly to count, so only those near the top are asked for it.
        var quotes = ranked.prefix(2 * Self.most).map { candidate in
            let text = sentences[candidate.index].text
            let mood = highlighter.sentiment(of: text, language: language)
            let feeling = 0.35 * Double(min(3, mood.positive + mood.negative))
            return JournalQuote(
                text: text, entryID: session.id, date: session.date,
                score: ((candidate.score + feeling) * 1000).rounded() / 1000)
        }
        quotes.sort { $0.score != $1.score ? $0.score > $1.score : $0.text < $1.text }
        if quotes.isEmpty { quotes = [opening(of: session, sentences: sentences)] }
        return Array(quotes.prefix(Self.most))
    }

    /// The first thought-like sentences in their order.
    func thoughts(in sentences: [Sentence], limit: Int) -> [String] {
        guard !thoughts.isEmpty else { return [] }
        return Array(
            sentences.lazy.filter { sentence in
                sentence.text.utf8.count <= Self.longest && sentence.words.count >= 4
                    && thoughts.contains { ByteSearch.first($0, in: sentence.lower) != nil }
            }.map(\.text).prefix(limit))
    }

    // MARK: -

    private func score(_ sentence: Sentence, keys: [[UInt8]]) -> Double {
        let text = sentence.text
        guard text.utf8.count <= Self.longest, let first = text.first, let last = text.last else { return 0 }
        // Scripts without spaces: two characters count as a word.
        let words = sentence.words.count > 2 ? sentence.words.count : max(sentence.words.count, text.count / 2)
        guard words >= 5, words <= 60 else { return 0 }
        var score = 1.0
        if words < 8 || words > 40 { score -= 0.4 }
        if !Self.endings.contains(last) { score -= 0.5 }
        if first.isLowercase || !(first.isLetter || first.isNumber || "“\"«„¡¿「".contains(first)) { score -= 0.5 }
        if text.contains("[") || text.contains("\n") { score -= 0.4 }
        for (rank, key) in keys.enumerated() where ByteSearch.first(key, in: sentence.lower) != nil {
            score += 0.5 / Double(rank + 1)
        }
        if sentence.words.contains(where: { firstPerson.contains($0) }) { score += 0.4 }
        if thoughts.contains(where: { ByteSearch.first($0, in: sentence.lower) != nil }) { score += 0.4 }
        if last == "!" { score += 0.2 }
        return max(0.01, score)
    }

    private static let endings: Set<Character> = [".", "!", "?", "…", "”", "\"", "»", "。", "！", "？", "」"]

    /// What stands in for a quote where no sentence makes one: the beginning.
    private func opening(of session: JournalSession, sentences: [Sentence]) -> JournalQuote {
        let sentence = sentences.first { $0.text.unicodeScalars.contains { !$0.properties.isWhitespace } }?.text
        let text = Self.beginning(of: sentence ?? session.text, bytes: Self.longest)
        return JournalQuote(text: text, entryID: session.id, date: session.date, score: 0)
    }

    /// Whole words from the beginning, without white space around them.
    static func beginning(of text: String, bytes limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        var end = start
        var size = 0
        var lastGap: String.UnicodeScalarView.Index?
        var cursor = start
        while cursor < scalars.endIndex {
            let scalar = scalars[cursor]
            size += UTF8.width(scalar)
            if size > limit { break }
            if scalar.properties.isWhitespace { lastGap = lastGap.map { max($0, end) } ?? end } else { lastGap = nil }
            cursor = scalars.index(after: cursor)
            if !scalar.properties.isWhitespace { end = cursor }
        }
        if cursor == scalars.endIndex { return String(scalars[start..<end]) }
        // Cut in the middle: back to the last white space, when there is one.
        let head = scalars[start..<end]
        if lastGap == nil, let gap = head.lastIndex(where: { $0.properties.isWhitespace }) {
            var last = gap
            while last > start, scalars[scalars.index(before: last)].properties.isWhitespace {
                last = scalars.index(before: last)
            }
            return String(scalars[start..<last])
        }
        return String(head)
    }
}

// MARK: - Titles

/// A title for an entry that has none, in the writer's own words.
///
/// A diary often says by itself what a day was ("We're getting married!", "Quiet day."): a short sentence, or the clause with which one
/// begins, is taken where it can stand alone. Two key phrases in a row, as a title of most other texts would be, read like a riddle to whoever
/// wrote them.
struct EntryTitle {
    /// Sentences further on are seldom what a day is remembered for.
    private static let reach = 12
    private static let words = 2...9
    /// Bytes of the longest title: a line of a list.
    private static let longest = 64
    /// Marks at which a sentence can be left.
    private static let borders: Set<Character> = [";", ":", "—", "–", "；", "：", "，", "、", ","]

    private struct Candidate {
        var text: String
        var score: Double
    }

    /// - Parameters:
    ///   - text: What was written.
    ///   - sentences: Bytes of its sentences.
    ///   - tags: What a tagger says of it; `nil` goes by place and form alone.
    ///   - names: Names in it.
    /// - Returns: `nil` where no sentence makes a title.
    static func title(
        of text: String, sentences: [TextSpan], tags: TaggedText?, names: [NamedEntity], language: String
    ) -> String? {
        let salience = tags?.salience(of: sentences.map(\.range))
        let leaning = LeaningWords.words(of: language)
        var best: Candidate?
        for (index, span) in sentences.prefix(reach).enumerated() {
            guard let sentence = text.text(in: span).map(PlainText.line), let title = clause(of: sentence),
                !saysNothing(title, language: language)
            else {
                continue
            }
            var score = 1 / (1 + 0.25 * Double(index))
            if let tags {
                let felt = tags.sentences(in: span.range).map {
                    max($0.tags.positive.probability, $0.tags.negative.probability)
                }
                score += 0.8 * (felt.max() ?? 0) + 0.2 * (salience?[index] ?? 0)
            }
            if names.contains(where: { title.contains($0.name) }) { score += 0.2 }
            // The rest of a sentence that goes on says less without it.
            if title.count < sentence.count - 1 { score -= 0.2 }
            let opening = title.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.first.map(String.init)
            if let opening, leaning.contains(opening) { score -= 0.5 }
            if score > best?.score ?? 0.35 { best = Candidate(text: title, score: score) }
        }
        return best?.text
    }

    /// "Monday again" and "Good morning, notebook" could stand over any day.
    private static func saysNothing(_ title: String, language: String) -> Bool {
        if Courtesies.isCourtesy(title, language: language) { return true }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let own = words.filter { !Stopwords.contains($0, language: language) }.joined(separator: " ")
        return TimePhrases.isOnlyTime(own, language: language)
    }

    /// A sentence, or its beginning, that is short enough; without its full stop, as titles are written.
    private static func clause(of sentence: String) -> String? {
        guard let first = sentence.first, first.isLetter || first.isNumber, !first.isLowercase else { return nil }
        func fits(_ text: String) -> Bool {
            let count = text.split(separator: " ").count
            // Where words have no spaces, two characters are about one.
            let isUnspaced = text.unicodeScalars.contains(where: \.isCJK)
            return words.contains(isUnspaced ? max(count, text.count / 2) : count) && text.utf8.count <= longest
        }
        let whole = sentence.trimmingSuffix(while: { $0 == "." || $0 == "。" || $0 == "।" || $0 == " " })
        if fits(String(whole)) { return String(whole) }
        for index in whole.indices where borders.contains(whole[index]) {
            let part = whole[..<index].trimmingSuffix(while: { $0 == " " })
            guard part.split(separator: " ").count >= 3 || part.unicodeScalars.contains(where: \.isCJK) else {
                continue
            }
            return fits(String(part)) ? String(part) : nil
        }
        return nil
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, matches(self[index(before: end)]) { end = index(before: end) }
        return self[startIndex..<end]
    }
}
