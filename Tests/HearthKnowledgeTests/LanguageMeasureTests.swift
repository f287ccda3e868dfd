import Foundation
import HearthCore
import HearthStore
import HearthTesting
import HearthText
import Synchronization
import Testing

@testable import HearthKnowledge

/// Texts of two sentences, each on a matter of its own that no other has, of which the two have only a few names in common.
private struct Matters {
    var texts: [String] = []
    /// By the words that are said of them.
    var matterOf: [String: Int] = [:]

    /// - Parameter names: Of ten words of a sentence, those that the other one has, too.
    init(_ count: Int = 24, names: Int = 4) {
        var generator = SeededGenerator(seed: 7)
        func word() -> String {
            (0..<4).map { _ in
                String("bdfgklmnprstvz".randomElement(using: &generator) ?? "b")
                    + String("aeiou".randomElement(using: &generator) ?? "a")
            }.joined()
        }
        for matter in 0..<count {
            let shared = (0..<names).map { _ in word() }
            let (first, second) = ((names..<10).map { _ in word() }, (names..<10).map { _ in word() })
            for word in first + second { matterOf[word] = matter }
            texts.append(Self.sentence(shared + first) + " " + Self.sentence(second + shared))
        }
    }

    private static func sentence(_ words: [String]) -> String {
        "The \(words[0]) of the \(words[1]) was in the \(words[2]) and it had the \(words[3]) for the \(words[4]), with the "
            + "\(words[5]) from the \(words[6]) at the \(words[7]) by the \(words[8]) on the \(words[9])."
    }

    /// A model that knows what each word is about.
    var reader: any EmbeddingModel { Reader(matterOf: matterOf) }

    private struct Reader: EmbeddingModel {
        let id = "reader"
        let dimension = 40
        let maxTokens = 1_000
        var tokenizer: any TextTokenizer { EstimatedTokenizer() }
        let matterOf: [String: Int]

        func embed(_ texts: [String]) async throws -> [[Float]] {
            texts.map { text in
                // No two texts are ever just alike.
                var generator = SeededGenerator(seed: UInt64(text.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 }))
                var vector = (0..<dimension).map { _ in Float.random(in: -0.05...0.05, using: &generator) }
                for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
                    if let matter = matterOf[String(word)] { vector[matter] += 1 }
                }
                let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
                return vector.map { $0 / length }
            }
        }
    }
}

/// Whether a model knows a language shows in whether it puts what is meant together when the words are others.
@Suite struct MeaningProbeTests {
    private let matters = Matters()

    @Test func whoUnderstandsOtherWordsIsAtHome() async throws {
        let value = try await MeaningProbe(embedder: matters.reader).familiarity(of: matters.texts, language: "en")
        #expect(value == 1)
    }

    /// Its vectors of whole texts would lie together by the names in them.
    @Test func whoKnowsOnlyTheWordsIsAStranger() async throws {
        let words = LexicalEmbedder()
        let value = try await MeaningProbe(embedder: words).familiarity(of: matters.texts, language: "en")
        #expect(value == 0)
        let texts = try await words.embed(
            matters.texts.prefix(2).flatMap { text in
                let (first, second) = MeaningProbe.halves(of: text, language: "en")
                return [first, second]
            })
        func likeness(_ a: Int, _ b: Int) -> Float { zip(texts[a], texts[b]).reduce(0) { $0 + $1.0 * $1.1 } }
        #expect(likeness(0, 1) > 1.5 * likeness(0, 3))
    }

    @Test func textsWhoseHalvesHaveNothingInCommonTellNothing() async throws {
        let loose = Matters(names: 0)
        let value = try await MeaningProbe(embedder: loose.reader).familiarity(of: loose.texts, language: "en")
        #expect(value == nil)
    }

    @Test func fewTextsAndTheSameAgainTellNothing() async throws {
        let probe = MeaningProbe(embedder: matters.reader)
        let few = Array(matters.texts.prefix(MeaningProbe.fewest - 1))
        #expect(try await probe.familiarity(of: few, language: "en") == nil)
        #expect(try await probe.familiarity(of: few + few, language: "en") == nil)
        let enough = Array(matters.texts.prefix(MeaningProbe.fewest))
        #expect(try await probe.familiarity(of: few + enough, language: "en") == 1)
        #expect(try await probe.familiarity(of: few + ["Too short."], language: "en") == nil)
    }

    @Test func onlyProseTells() {
        #expect(MeaningProbe.isTelling(matters.texts[0]))
        #expect(!MeaningProbe.isTelling("A short note."))
        #expect(!MeaningProbe.isTelling(String(repeating: "12.50 | 13.75 | total\n", count: 40)))
        #expect(!MeaningProbe.isTelling(String(repeating: "    \n", count: 200)))
        // A character of Chinese takes three bytes, and says more than three letters do.
        #expect(MeaningProbe.isTelling(String(repeating: "港口里停着很多渔船。", count: 10)))
    }

    @Test func aTextIsCutBetweenTwoSentences() {
        let text = "The harbour is old. It was built by fishermen. The bread is fresh. It came from the oven."
        let (first, second) = MeaningProbe.halves(of: text, language: "en")
        #expect(first + second == text)
        #expect(first.trimmingCharacters(in: .whitespaces) == "The harbour is old. It was built by fishermen.")
        // Without an end of a sentence near the middle between two words, and without those anywhere.
        let words = MeaningProbe.halves(of: "one two three four five six", language: "en")
        #expect(words.first == "one two three" && words.second == " four five six")
        let none = MeaningProbe.halves(of: String(repeating: "é", count: 101), language: "en")
        #expect(none.first.count + none.second.count == 101 && !none.first.isEmpty && !none.second.isEmpty)
        let nothing = MeaningProbe.halves(of: "", language: "en")
        #expect(nothing.first.isEmpty && nothing.second.isEmpty)
    }

    @Test func whatASearchByWordsWouldFindIsStruck() {
        func left(_ text: String, _ other: String, _ language: String) -> [Substring] {
            MeaningProbe.inOtherWords(text, than: other, SearchAnalyzer(language: language)).split(separator: " ")
        }
        #expect(left("Boats lie in the harbour.", "The boat has left the harbour", "en") == ["lie", "in", "."])
        #expect(left("Boats lie here.", "", "en") == ["Boats", "lie", "here."])
        #expect(left("", "The boat", "en") == [])
        #expect(left("Café", "cafe", "en") == [])
        let chinese = left("我们的船停在港口", "他离开了港口", "zh").joined()
        #expect(chinese.contains("船") && !chinese.contains("港口"))
    }

    @Test func howFarOneStandsOutIsCountedInDeviations() {
        // Each leads by 2.5; the others are .5 from their mean.
        let lead = MeaningProbe.distinctness([[3, 0, 1], [1, 3, 0], [0, 1, 3]])
        #expect(abs(lead - 2.5 / 0.5.squareRoot()) < 1e-9, "\(lead)")
        #expect(MeaningProbe.distinctness([[1, 0, 0], [0, 1, 0], [0, 0, 1]]) == .infinity)
        #expect(MeaningProbe.distinctness([[1, 1, 1], [1, 1, 1], [1, 1, 1]]) == 0)
        #expect(MeaningProbe.distinctness([[1, 0], [0, 1]]) == 0)
    }
}

/// What is measured is kept, and measured again only where there is reason to.
@Suite struct LanguageMeasureTests {
    private let library = MemoryLibrary()
    private let matters = Matters()

    private func add(_ texts: [String], language: String?) async throws {
        for (index, text) in texts.enumerated() {
            let title = "\(language ?? "none") \(index)"
            let samples = SampleDocuments(chunkCount: 1, dimension: nil)
            var document = samples.document(title: title, texts: [text])
            document.language = language
            _ = try await library.replaceSource(samples.source("/\(title)", of: document), with: document)
        }
    }

    private func known(
        _ language: String, _ value: Double?, _ chunks: Int, measure: String = MeaningProbe.version
    ) -> LanguageFamiliarity {
        LanguageFamiliarity(language: language, value: value, chunks: chunks, measure: measure)
    }

    private func update() async throws {
        let reader = matters.reader
        try await LanguageMeasure(library: library).update(modelID: reader.id) { reader }
    }

    private func isAsked() async throws -> Bool {
        let asked = Mutex(false)
        try await LanguageMeasure(library: library).update(modelID: matters.reader.id) {
            asked.withLock { $0 = true }
            return nil
        }
        return asked.withLock { $0 }
    }

    @Test func aLanguageIsMeasuredOnce() async throws {
        try await add(matters.texts, language: "en")
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
        #expect(try await !isAsked())
    }

    @Test func theTextsOfOneDocumentAreEnough() async throws {
        let samples = SampleDocuments(chunkCount: 24, dimension: nil)
        var document = samples.document(title: "book", texts: matters.texts)
        document.language = "en"
        _ = try await library.replaceSource(samples.source("/book", of: document), with: document)
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }

    @Test func withLittleTextNoModelIsLoaded() async throws {
        try await add(Array(matters.texts.prefix(MeaningProbe.fewest - 1)), language: "en")
        try await add(matters.texts, language: "und")
        try await add(matters.texts, language: nil)
        #expect(try await !isAsked())
        #expect(
            try await LanguageMeasure(library: library).known(modelID: "reader") == [
                .init(language: "en", chunks: MeaningProbe.fewest - 1, value: nil, isDue: false)
            ])
    }

    @Test func textsThatTellNothingAreNotAskedAgain() async throws {
        try await add((0..<20).map { "Note \($0)." }, language: "en")
        #expect(try await isAsked())
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", nil, 20)])
        #expect(try await !isAsked())
    }

    @Test func aLanguageWithFourTimesTheTextIsMeasuredAnew() async throws {
        try await add(matters.texts, language: "en")
        try await library.keepFamiliarities([known("en", 0, 7)], modelID: "reader")
        #expect(try await !isAsked())
        try await library.keepFamiliarities([known("en", 0, 6)], modelID: "reader")
        #expect(try await isAsked())
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }

    @Test func aLanguageThatLostMostOfItsTextIsMeasuredAnew() async throws {
        try await add(matters.texts, language: "en")
        try await library.keepFamiliarities([known("en", 0, 95)], modelID: "reader")
        #expect(try await !isAsked())
        try await library.keepFamiliarities([known("en", 0, 96)], modelID: "reader")
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }

    /// What a part of the texts tells is nothing to keep for all of them.
    @Test func aProgramThatSeesOnlyAPartMeasuresNothing() async throws {
        try await add(matters.texts, language: "en")
        let program = Reader(.api, name: "a program", request: "POST /api/documents", ceiling: .personal)
        try await Reader.$current.withValue(program) { try await update() }
        #expect(try await library.familiarities(modelID: "reader").isEmpty)
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }

    @Test func whatWasMeasuredInAnotherWayIsMeasuredAnew() async throws {
        try await add(matters.texts, language: "en")
        try await library.keepFamiliarities([known("en", 0.5, 24, measure: "another way")], modelID: "reader")
        #expect(
            try await LanguageMeasure(library: library).known(modelID: "reader") == [
                .init(language: "en", chunks: 24, value: nil, isDue: true)
            ])
        try await update()
        #expect(try await library.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }

    @Test func aModelThatWasReplacedMeanwhileIsNotMeasuredForTheOther() async throws {
        try await add(matters.texts, language: "en")
        let reader = matters.reader
        try await LanguageMeasure(library: library).update(modelID: "another") { reader }
        #expect(try await library.familiarities(modelID: "another").isEmpty)
    }

    @Test func languagesWithTheMostTextComeFirst() async throws {
        try await add(["eins", "zwei"], language: "de")
        try await add(["one", "two", "three"], language: "en")
        try await add(["un", "deux"], language: "fr")
        let known = try await LanguageMeasure(library: library).known(modelID: "reader")
        #expect(known.map(\.language) == ["en", "de", "fr"] && known.map(\.chunks) == [3, 2, 2])
    }

    @Test func anIngestionEndsWithTheMeasure() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let folder = store.folder.resolvingSymlinksInPath().appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, text) in matters.texts.enumerated() {
            try Data(text.utf8).write(to: folder.appending(path: "\(index).txt"))
        }
        let ingestor = Ingestor(library: database, embedder: matters.reader)
        for try await _ in ingestor.ingest([folder.path]) {}
        #expect(try await database.familiarities(modelID: "reader") == [known("en", 1, 24)])
    }
}

/// How much meaning counts in a search follows from what is known of the languages.
@Suite struct UnderstandingTests {
    /// Knows of every text only whether it has a word.
    private struct Seeker: EmbeddingModel {
        let id = "seeker"
        let dimension = 2
        let maxTokens = 100
        var tokenizer: any TextTokenizer = EstimatedTokenizer()

        func embed(_ texts: [String]) async throws -> [[Float]] {
            texts.map { $0.contains("flat") || !$0.contains(" ") ? [1, 0] : [0, 1] }
        }
    }

    /// Has no piece of more than a letter.
    private struct Letters: TextTokenizer {
        let name = "letters"
        func tokenEnds(in text: String) -> [Int] { text.utf8.indices.enumerated().map { $0.offset + 1 } }
    }

    private let library = MemoryLibrary()

    private func add(_ title: String, _ text: String, language: String) async throws {
        let samples = SampleDocuments(chunkCount: 1, dimension: nil)
        var document = samples.document(title: title, texts: [text])
        document.language = language
        _ = try await library.replaceSource(samples.source("/\(title)", of: document), with: document)
    }

    private func know(_ values: [String: Double?], measure: String = MeaningProbe.version) async throws {
        try await library.keepFamiliarities(
            values.map { LanguageFamiliarity(language: $0, value: $1, chunks: 9, measure: measure) }, modelID: "seeker")
    }

    private func retriever(_ tokenizer: any TextTokenizer = EstimatedTokenizer()) -> Retriever {
        Retriever(library: library, embedder: Seeker(tokenizer: tokenizer))
    }

    /// The title of the best: by words it is "words", by meaning "meaning".
    private func best(_ query: String, _ tokenizer: any TextTokenizer = EstimatedTokenizer()) async throws -> String? {
        try await retriever(tokenizer).search(SearchRequest(text: query)).passages.first?.title
    }

    private func addBoth(_ word: String, language: String) async throws {
        try await add("words", "\(word) \(word) \(word) paid", language: language)
        try await add("meaning", "of the flat and \(word)", language: language)
    }

    @Test(arguments: [(1.0, "meaning"), (0.0, "words")]) func whatWasMeasuredDecides(
        _ value: Double, _ title: String
    ) async throws {
        try await addBoth("rent", language: "de")
        try await know(["de": value, "en": 1])
        #expect(try await best("rent") == title)
    }

    @Test func whereNothingIsKnownTheVocabularyIsAsked() async throws {
        try await addBoth("rent", language: "de")
        #expect(try await best("rent") == "meaning", "an estimate says nothing against a model")
        #expect(try await best("rent", Letters()) == "words")
        try await know(["de": nil])
        #expect(try await best("rent", Letters()) == "words")
        // What was measured in another way is as good as nothing.
        try await know(["de": 0], measure: "another way")
        #expect(try await best("rent") == "meaning")
        try await know(["de": 1])
        let known = try await library.familiarities(modelID: "seeker")
        #expect(known.map(\.value) == [1])
    }

    @Test func aQuestionInALanguageThatTheModelDoesNotKnowIsOneOfWords() async throws {
        try await addBoth("ενοίκιο", language: "en")
        try await know(["en": 1, "el": 1])
        #expect(try await best("ενοίκιο") == "meaning")
        try await know(["el": 0])
        #expect(try await best("ενοίκιο") == "words")
    }

    @Test func ofSeveralLanguagesThoseOfWhatWasFoundCount() async throws {
        try await add("a", "rent", language: "de")
        try await add("b", "rent", language: "en")
        try await know(["de": 0, "en": 1])
        let understanding = Understanding(library: library, embedder: Seeker())
        let ids = try await library.chunksMissingVectors(modelID: "none", after: 0, limit: 9, onlyJournal: false).map(
            \.id)
        func familiarity(_ ids: [Int64], _ languages: [String] = ["de", "en"]) async throws -> Double {
            try await understanding.familiarity(
                query: "rent", language: .init(language: "und", confidence: 0), chunks: ids, languages: languages)
        }
        #expect(try await familiarity(ids) == 0.5)
        #expect(try await familiarity([ids[0]]) == 0)
        #expect(try await familiarity([ids[1]]) == 1)
        #expect(try await familiarity([]) == 1, "nothing was found that could be misunderstood")
        #expect(try await familiarity(ids, ["de"]) == 0)
    }

    @Test(arguments: [(1.0, true), (0.5, true), (0.4, false), (0.0, false)])
    func anAnswerGoesByMeaningWhereItIsUnderstood(
        _ value: Double, _ isUnderstood: Bool
    ) async throws {
        try await addBoth("rent", language: "de")
        let passages = try await retriever().search(SearchRequest(text: "rent")).passages
        try await know(["de": value, "en": 1])
        #expect(try await retriever().isUnderstood("rent", in: passages) == isUnderstood)
        #expect(try await !Retriever(library: library, embedder: nil).isUnderstood("rent", in: passages))
    }
}
