package import HearthCore
import HearthText

/// Keeps, for each language of a library, how well the embedding model knows it. Measured at the end of an ingestion; a search and the
/// doctor read it.
package struct LanguageMeasure: Sendable {
    /// Text in a language has to grow or shrink so many times before it is looked at again.
    private static let growth = 4
    /// Documents of a language that are looked into for texts that tell something.
    private static let documents = 96

    /// Names what is measured and how.
    package static let version = MeaningProbe.version

    let library: any DocumentStore & VectorIndex

    package init(library: any DocumentStore & VectorIndex) { self.library = library }

    /// Measures what was not measured yet, in the languages of which there is enough text. Who sees only a part of the library leaves
    /// that to others: what is kept is said of the whole.
    ///
    /// - Parameter embedder: Asked for only where there is something to measure.
    package func update(
        modelID: String, embedder: () async throws -> (any EmbeddingModel)?
    ) async throws {
        guard Reader.current?.ceiling ?? .private == .private else { return }
        let due = try await due(modelID)
        guard !due.isEmpty, let model = try await embedder(), model.id == modelID else { return }
        let probe = MeaningProbe(embedder: model)
        let all = try await library.documents(matching: .everything, limit: .max, offset: 0)
        for (language, chunks) in due {
            try Task.checkCancellation()
            let texts = try await texts(of: language, among: all)
            let value = try await probe.familiarity(of: texts, language: language)
            try await library.keepFamiliarities(
                [
                    LanguageFamiliarity(language: language, value: value, chunks: chunks, measure: MeaningProbe.version)
                ], modelID: modelID)
        }
    }

    /// The languages that wait for it, with the chunks that they have.
    private func due(_ modelID: String) async throws -> [(language: String, chunks: Int)] {
        try await known(modelID: modelID).filter(\.isDue).sorted { $0.language < $1.language }
            .map { (language: $0.language, chunks: $0.chunks) }
    }

    /// A language of the library, and how well the model knows it.
    package struct Known: Hashable, Sendable {
        package var language: String
        /// The chunks that are in it.
        package var chunks: Int
        /// From 0 to 1; `nil` where nothing is known, because it was not measured or the texts do not tell.
        package var value: Double?
        /// Whether the next ingestion measures it, or measures it anew.
        package var isDue: Bool

        package init(language: String, chunks: Int, value: Double?, isDue: Bool) {
            self.language = language
            self.chunks = chunks
            self.value = value
            self.isDue = isDue
        }
    }

    /// What is known of the languages that the library has text in, those with the most text first.
    package func known(modelID: String) async throws -> [Known] {
        let measured = Dictionary(
            try await library.familiarities(modelID: modelID).filter { $0.measure == MeaningProbe.version }
                .map { ($0.language, $0) }, uniquingKeysWith: { $1 })
        return try await library.chunksByLanguage().filter { $0.key != "und" }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { language, chunks in
                let former = measured[language]
                let isEnough = chunks >= MeaningProbe.fewest
                return Known(
                    language: language, chunks: chunks, value: former?.value,
                    isDue: isEnough && former.map { Self.isOf($0.chunks, chunks) } != true)
            }
    }

    /// Whether what was measured with so many chunks may stand for a library that has so many now.
    private static func isOf(_ former: Int, _ chunks: Int) -> Bool {
        chunks / growth < former && former / growth < chunks
    }

    /// Texts of a language from all over the library: from as many documents as possible, and from all parts of those.
    private func texts(of language: String, among all: [StoredDocument]) async throws -> [String] {
        let documents = Self.spread(
            all.filter { $0.language == language && $0.chunkCount > 0 }, over: Self.documents)
        guard !documents.isEmpty else { return [] }
        var found: [[String]] = []
        // Several of each, because some chunks say nothing.
        let each = max(2, 4 * MeaningProbe.most / documents.count)
        for document in documents {
            try Task.checkCancellation()
            let chunks = Self.spread(try await library.chunks(ofDocument: document.id), over: each)
            found.append(chunks.map(\.chunk.text).filter(MeaningProbe.isTelling))
        }
        // The first of each document, then the second of each.
        let longest = found.map(\.count).max() ?? 0
        let texts = (0..<longest).flatMap { place in found.compactMap { place < $0.count ? $0[place] : nil } }
        return documents.count >= MeaningProbe.most ? texts : Self.spread(texts, over: MeaningProbe.most)
    }

    /// So many of the elements, evenly.
    private static func spread<Element>(_ all: [Element], over count: Int) -> [Element] {
        guard all.count > count else { return all }
        return (0..<count).map { all[$0 * all.count / count] }
    }

    /// What was measured in today's way, by language.
    static func values(_ familiarities: [LanguageFamiliarity]) -> [String: Double] {
        familiarities.reduce(into: [:]) { values, known in
            if known.measure == MeaningProbe.version { values[known.language] = known.value }
        }
    }
}

/// Whether an embedding model understands a query and what it is asked of: by what was measured on the library's text, and by the model's
/// vocabulary where nothing was.
struct Understanding {
    /// Chunks, the best, whose languages count.
    private static let chunks = 20
    /// How certain it has to be that a query is in another language than what is searched.
    private static let certain = 0.9

    let library: any DocumentStore & SearchIndex
    let embedder: any EmbeddingModel

    /// From 0 to 1: as well as the model knows the languages of the chunks, on average, and no better than it knows the query's.
    ///
    /// - Parameters:
    ///   - ids: Of chunks that were found, the best first.
    ///   - languages: Of the library.
    func familiarity(
        query: String, language: LanguageGuess, chunks ids: [Int64], languages: [String]
    ) async throws -> Double {
        let known = LanguageMeasure.values(try await library.familiarities(modelID: embedder.id))
        let searched = try await searched(ids, languages: languages, known)
        guard searched > 0, language.language != "und", language.confidence >= Self.certain else { return searched }
        let asked =
            known[language.language]
            ?? VocabularyFit.familiarity(of: query, tokenizer: embedder.tokenizer) ?? 1
        return min(searched, asked)
    }

    private func searched(_ ids: [Int64], languages: [String], _ known: [String: Double]) async throws -> Double {
        if languages.count == 1, let value = known[languages[0]] { return value }
        let chunks = try await library.chunks(ids: Array(ids.prefix(Self.chunks)))
        guard !chunks.isEmpty else { return 1 }
        let documents = try await library.documents(
            matching: SearchFilter(documentIDs: Set(chunks.map(\.documentID))), limit: .max, offset: 0)
        let languageOf = Dictionary(
            documents.map { ($0.id, $0.language ?? "und") }, uniquingKeysWith: { first, _ in first })
        var sum = 0.0
        for (language, texts) in Dictionary(grouping: chunks, by: { languageOf[$0.documentID] ?? "und" }) {
            let value =
                known[language]
                ?? VocabularyFit.familiarity(
                    of: texts.map(\.chunk.text).joined(separator: "\n"), tokenizer: embedder.tokenizer) ?? 1
            sum += value * Double(texts.count)
        }
        return sum / Double(chunks.count)
    }
}

// MARK: - Measuring

/// Finds out from texts of a language how well an embedding model knows that language.
///
/// Each text is cut in two, and what a search by words would find is struck from the first half: every word that the second half has as
/// well. A model that understands what is left still puts it near its own second half, in other words; one that does not has lost the
/// names and numbers by which it seemed to. How far the own half stands out among those of the other texts is measured in standard
/// deviations (d′ of signal detection), which depends neither on how many texts there are nor on how close to each other a model's
/// vectors lie. It is compared with how far the whole first half stands out by its letters (``LetterGrams``): texts whose halves have
/// little to do with each other are no reproach to a model.
///
/// Measured with all-MiniLM-L6-v2 on 24 passages at a time, the ratio of the two is .42 to .49 in English (encyclopaedia and manuals),
/// .15 to .24 in Romanian and German, of which the model knows what English shares, and .04 to .13 in Greek, Hindi, Thai, Chinese and Swedish.
/// With a ratio below .2, any share of meaning above a fifth loses questions of XQuAD; in English half is best.
struct MeaningProbe {
    /// Names what is measured and how. Whoever changes that changes this.
    static let version = "other words 1"
    /// Texts that are enough to tell, and the most that are looked at. With ten, chance alone makes a stranger a friend.
    static let fewest = 16
    static let most = 24

    /// The ratios from which a model begins to know a language, and with which it is at home in it.
    private static let foreign = 0.2
    private static let home = 0.4
    /// How far halves must stand out by their letters, where anything is to be told. In minutes of one meeting, in a diary and in lists they
    /// come to 1.5 at most, and the model's ratio is by chance.
    private static let leastLetters = 2.5
    /// Bytes of a text that says enough, and of those that are read.
    private static let shortest = 240
    private static let longest = 4_096
    /// The share of letters among what is no space: less have tables, lists of numbers, code.
    private static let leastProse = 0.75

    let embedder: any EmbeddingModel

    /// Whether a text is one that says something about a language: long enough, and in sentences.
    static func isTelling(_ text: String) -> Bool {
        guard text.utf8.count >= shortest else { return false }
        var (letters, others) = (0, 0)
        for scalar in text.prefixOfBytes(longest).unicodeScalars where !scalar.properties.isWhitespace {
            let kind = ScalarClass(scalar.value)
            if kind.isWordPart, kind != .digit { letters += 1 } else { others += 1 }
        }
        return letters > 0 && Double(letters) >= leastProse * Double(letters + others)
    }

    /// How well the model knows the language, from 0 to 1; `nil` where the texts do not tell.
    ///
    /// - Parameter texts: Of that language. Those that ``isTelling(_:)`` refuses are passed over, as is what stands there twice.
    func familiarity(of texts: [String], language: String) async throws -> Double? {
        var seen: Set<String> = []
        let halves = texts.filter { Self.isTelling($0) && seen.insert($0).inserted }.prefix(Self.most)
            .map { Self.halves(of: String($0.prefixOfBytes(Self.longest)), language: language) }
        guard halves.count >= Self.fewest else { return nil }
        let letters = Self.distinctness(
            halves.map { half in LetterGrams(query: half.first).scores(of: halves.map(\.second)) })
        guard letters >= Self.leastLetters, letters.isFinite else { return nil }
        let analyzer = SearchAnalyzer(language: language)
        let firsts = halves.map { Self.inOtherWords($0.first, than: $0.second, analyzer) }
        // As a search does it: what is looked for, and what is found.
        let looked = try await embedder.embed(firsts, as: .query)
        let seconds = try await embedder.embed(halves.map(\.second), as: .passage)
        guard looked.count == halves.count, seconds.count == halves.count else { return nil }
        let meaning = Self.distinctness(
            looked.map { first in
                seconds.map { zip(first, $0).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } }
            })
        guard !meaning.isNaN else { return nil }
        return min(1, max(0, (meaning / letters - Self.foreign) / (Self.home - Self.foreign)))
    }

    /// A text in two, at the end of a sentence where one ends near the middle, else between two words, else in the middle.
    static func halves(of text: String, language: String) -> (first: String, second: String) {
        let count = text.utf8.count
        let near = (count * 3 / 10)...(count * 7 / 10)
        func nearest(_ places: [Int]) -> Int? {
            places.filter(near.contains).min { abs($0 - count / 2) < abs($1 - count / 2) }
        }
        let cut =
            nearest(SentenceSplitter().sentences(in: text, language: language).map(\.end))
            ?? nearest(Array(text.utf8).indices(of: 0x20))
            ?? count / 2
        let first = text.prefixOfBytes(cut)
        return (String(first), String(text[first.endIndex...]))
    }

    /// A text without the words that another one has, as a search by words compares them.
    static func inOtherWords(_ text: String, than other: String, _ analyzer: SearchAnalyzer) -> String {
        let there = Set(analyzer.terms(in: other))
        var kept: [UInt8] = []
        kept.reserveCapacity(text.utf8.count)
        var struck = [Bool](repeating: false, count: text.utf8.count)
        for term in analyzer.locatedTerms(in: text) where there.contains(term.text) {
            for at in max(0, term.span.start)..<min(term.span.end, struck.count) { struck[at] = true }
        }
        for (at, byte) in text.utf8.enumerated() {
            if !struck[at] {
                kept.append(byte)
            } else if let last = kept.last, last != 0x20, at == 0 || !struck[at - 1] {
                kept.append(0x20)
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// How far the own score of each row, that on the diagonal, is above the others, in their standard deviation; the mean of all rows.
    ///
    /// The deviation is one for all rows, because that of a single one is known too badly. Where the others are all alike, any lead is
    /// infinite.
    static func distinctness(_ scores: [[Double]]) -> Double {
        let count = scores.count
        guard count > 2 else { return 0 }
        var (lead, squares) = (0.0, 0.0)
        for (row, values) in scores.enumerated() {
            let others = values.enumerated().filter { $0.offset != row }.map(\.element)
            let mean = others.reduce(0, +) / Double(others.count)
            lead += values[row] - mean
            squares += others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        }
        let deviation = (squares / Double(count * (count - 2))).squareRoot()
        return lead == 0 ? 0 : lead / Double(count) / deviation
    }
}

extension [UInt8] {
    fileprivate func indices(of byte: UInt8) -> [Int] { indices.filter { self[$0] == byte } }
}
