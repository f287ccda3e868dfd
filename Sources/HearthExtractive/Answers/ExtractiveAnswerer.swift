public import HearthCore
import HearthText

/// Finds the sentences that answer a question, in the words of the texts.
///
/// A sentence is weighed by how much of the question it says (rare words count more), how well its passage fits, and
/// whether it holds the kind of thing that is asked for: a name for "who", a date for "when", a number
/// for "how many". No model is needed for it. Where there are vectors, closeness in meaning counts too; where there is a reader, what it
/// takes for the answer.
public struct ExtractiveAnswerer: Sendable {
    var settings = AnswerSettings()
    /// From which "last month" counts; `nil` leaves such words to their letters.
    var today: CivilDate?

    /// Passages beyond these are not read: they are there by chance.
    static let mostPassages = 10

    public init() {}

    package init(settings: AnswerSettings) { self.settings = settings }

    /// The same, of questions that are asked on a day; `nil` where that is not known.
    package func asked(on today: CivilDate?) -> ExtractiveAnswerer {
        var answerer = self
        answerer.today = today
        return answerer
    }

    /// The sentences of `passages` that answer `question` best.
    ///
    /// - Parameters:
    ///   - earlier: What the question goes on from, if it does.
    ///   - passages: In the order of retrieval, the best first. The first ten are read.
    ///   - maxSentences: The most sentences to return.
    ///   - documentShare: For a term of ``SearchAnalyzer``, the share of all documents or passages that contain it (0
    ///     to 1), or `nil` where that is not known. Without it rarity is judged from the passages alone, which is less
    ///     sure, since all of them were found by the same words.
    public func answer(
        question: String, after earlier: EarlierTurns = EarlierTurns(), passages: [AnswerPassage],
        maxSentences: Int = 3,
        documentShare: (@Sendable (_ term: String) -> Double?)? = nil
    ) -> ExtractiveAnswer {
        let candidates = AnswerCandidates(
            question: question, after: earlier, passages: passages, documentShare: documentShare, settings: settings,
            today: today)
        return candidates.answer(maxSentences: maxSentences, similarity: [:])
    }

    /// As ``answer(question:passages:maxSentences:documentShare:)``, with the help of vectors that find what is said in
    /// other words.
    ///
    /// - Parameters:
    ///   - noise: How close to the question, by its vector, texts are that have nothing to do with it: a cosine, which differs from
    ///     model to model. Closeness counts from there to sameness.
    ///   - embed: Called once with the question and the sentences that meaning may lift, each below its title and headings.
    /// - Throws: What `noise` and `embed` throw.
    public func answer(
        question: String, after earlier: EarlierTurns = EarlierTurns(), passages: [AnswerPassage],
        maxSentences: Int = 3,
        documentShare: (@Sendable (_ term: String) -> Double?)? = nil,
        noise: @Sendable (_ question: [Float]) async throws -> Double = { _ in 0 },
        embed: @escaping SentenceEmbedder
    ) async throws -> ExtractiveAnswer {
        try await answer(
            question: question, after: earlier, passages: passages, maxSentences: maxSentences,
            documentShare: documentShare, noise: noise, embed: embed, reader: nil)
    }

    /// As ``answer(question:passages:maxSentences:documentShare:)``, with the help of vectors and of a reader, as far as they are there.
    ///
    /// - Parameters:
    ///   - noise: As above.
    ///   - embed: As above; `nil` does without.
    ///   - reader: Is asked once, where the question is in one of its languages, with what stands around the best
    ///     sentences of the passages in these. Where it fails, the answer is
    ///     that without it.
    /// - Throws: What `noise` and `embed` throw; `CancellationError`.
    public func answer(
        question: String, after earlier: EarlierTurns = EarlierTurns(), passages: [AnswerPassage],
        maxSentences: Int = 3,
        documentShare: (@Sendable (_ term: String) -> Double?)? = nil,
        noise: @Sendable (_ question: [Float]) async throws -> Double = { _ in 0 }, embed: SentenceEmbedder?,
        reader: (any ReadingModel)?
    ) async throws -> ExtractiveAnswer {
        let candidates = AnswerCandidates(
            question: question, after: earlier, passages: passages, documentShare: documentShare, settings: settings,
            today: today)
        var similarity: [Int: Double] = [:]
        if let embed { similarity = try await Self.similarity(of: candidates, noise, embed) }
        let evidence = try await Self.evidence(candidates, reader)
        return candidates.answer(maxSentences: maxSentences, similarity: similarity, reader: evidence)
    }

    /// By candidate, how close it is to the question in meaning: of those that meaning may lift.
    private static func similarity(
        of candidates: AnswerCandidates, _ noise: @Sendable (_ question: [Float]) async throws -> Double,
        _ embed: SentenceEmbedder
    ) async throws -> [Int: Double] {
        let promising = candidates.promising()
        guard !promising.isEmpty else { return [:] }
        let vectors = try await embed([candidates.wholeQuestion] + promising.map { candidates.textInContext(of: $0) })
        guard let asked = vectors.first, vectors.count == promising.count + 1 else { return [:] }
        let level = min(max(0, try await noise(asked)), 0.95)
        var similarity: [Int: Double] = [:]
        for (candidate, vector) in zip(promising, vectors.dropFirst()) where vector.count == asked.count {
            let cosine = Double(zip(asked, vector).reduce(0) { $0 + $1.0 * $1.1 })
            similarity[candidate] = (cosine - level) / (1 - level)
        }
        return similarity
    }

    /// What the reader says; `nil` where it was not asked, or failed.
    private static func evidence(
        _ candidates: AnswerCandidates, _ reader: (any ReadingModel)?
    ) async throws -> ReaderEvidence? {
        guard let reader else { return nil }
        let stretches = candidates.readable(in: reader.languages)
        guard !stretches.isEmpty else { return nil }
        do {
            var readings: [(stretch: AnswerCandidates.Stretch, reading: PassageReading)] = []
            var evidence = ReaderEvidence()
            let first = candidates.settings.reader.readFirst
            for part in [stretches.prefix(first), stretches.dropFirst(first)] where !part.isEmpty {
                let read = try await reader.read(question: candidates.wholeQuestion, passages: part.map(\.text))
                guard read.count == part.count else { return nil }
                readings += zip(part, read).map { ($0, $1) }
                evidence = candidates.evidence(of: readings)
                // Where the answer is as good as found, what is farther behind is not worth its time.
                if evidence.surest >= candidates.settings.reader.sure { break }
            }
            return evidence
        } catch let error as CancellationError {
            throw error
        } catch {
            // The rules answer, as they do where there is no reader; the doctor says what is wrong with its file.
            return nil
        }
    }
}

extension ExtractiveAnswerer {
    /// The words of a question that only ask, lower-cased.
    ///
    /// - Parameter language: ISO 639-1.
    package static func askingWords(in question: String, language: String) -> Set<String> {
        let asked = AskedQuestion(question, languages: [language])
        return asked.words.union(asked.measures)
    }

    /// The words by which documents may tell what a question asks, beside its own, see ``EverydayRelations``; in lower case.
    ///
    /// - Parameter languages: ISO 639-1, of the question.
    package static func relatedWords(of question: String, languages: Set<String>) -> [String] {
        EverydayRelations.words(for: question, languages: languages)
    }

    /// What the section may be called in which documents tell what a question asks ("Present" for "Who attended?"), and other spellings of the
    /// number of a release that it names; in lower case. They find where to look, and show nowhere that anything is said of the question.
    ///
    /// - Parameter languages: ISO 639-1, of the question.
    package static func sectionWords(of question: String, languages: Set<String>) -> [String] {
        SectionConcept.searchWords(of: question, languages: languages) + AskedRelease.spellings(in: question)
    }
}

/// What was asked and answered before a question that goes on from it: "And who pays?"
public struct EarlierTurns: Hashable, Sendable {
    /// The earlier questions, whose words say what is talked about; empty for a question that stands on its own.
    public var questions: String
    /// The earlier answers, the latest first: a sentence that was told in one is hardly what is asked for now.
    public var answers: [String]
    /// ``AnswerPassage/id`` of those from the documents of the latest answer, which the question keeps to where others say as much; empty
    /// where it does not.
    public var passages: Set<Int>

    public init(questions: String = "", answers: [String] = [], passages: Set<Int> = []) {
        self.questions = questions
        self.answers = answers
        self.passages = passages
    }

    /// Of an earlier answer, what is not to be told again: all but the rows of tables with more than two columns. Such a row says several
    /// things of one, and the next question may ask for another of them: "Who is the director?", "And when is her birthday?"
    package static func told(by answer: String) -> String {
        // Each row ends with the mark of its citation, "[1]".
        answer.split(separator: "]", omittingEmptySubsequences: false)
            .filter { $0.ranges(of: TableRows.parting).count < columnsOfPair }.joined(separator: "]")
    }

    /// A table of two columns says one thing of each: "Item: Rent · Amount: £920".
    private static let columnsOfPair = 2
}

/// A passage in which an answer is looked for.
public struct AnswerPassage: Hashable, Sendable {
    /// The caller's own name for it.
    public var id: Int
    public var text: String
    /// How well retrieval thinks it fits; higher is better. Only the proportions among the passages of a call matter.
    public var score: Double
    /// Bytes of the text that are headings: they say what the text below them is about, and are no answer themselves.
    /// Those outside the text are ignored.
    public var headings: [TextSpan]
    /// The headings that it stands below and does not hold, the outermost first: a long section is parted, and each part is of it.
    public var above: [String]
    /// What its document is called, which says what all of it is about.
    public var title: String?
    /// What its file is called, as far as the title does not say that: whoever asks about "the dentist" may have named it so.
    public var fileName: String?
    /// The line that names the columns of a table in whose middle the text begins; `nil` where it begins in none, or the table has none.
    public var tableHead: String?
    /// Whether someone wrote it whom the question names, as the sender of a mail.
    public var isByNamed: Bool
    /// Whether its headings are what entries of a calendar or an address book are called, an event with its time. What stands below is told
    /// with them, and where it is asked when they answer.
    public var isEntry: Bool
    /// The day that all of it is of, as an entry of a journal is: it tells when something was, and is asked by its day.
    public var day: CivilDate?
    /// The day on which its document was written, where that is known: of two that tell different things the later one holds.
    public var written: CivilDate?

    public init(
        id: Int, text: String, score: Double, headings: [TextSpan] = [], above: [String] = [], title: String? = nil,
        fileName: String? = nil, tableHead: String? = nil, isByNamed: Bool = false, isEntry: Bool = false,
        day: CivilDate? = nil, written: CivilDate? = nil
    ) {
        self.id = id
        self.text = text
        self.score = score
        self.headings = headings
        self.above = above
        self.title = title
        self.fileName = fileName
        self.tableHead = tableHead
        self.isByNamed = isByNamed
        self.isEntry = isEntry
        self.day = day
        self.written = written
    }
}

/// The sentences that answer a question, word for word.
public struct ExtractiveAnswer: Hashable, Sendable {
    public struct Sentence: Hashable, Sendable {
        /// Exactly the bytes of ``span``.
        public var text: String
        /// What a reader is told of a row of a table: its cells with the names of their columns, "Item: Rent · Amount: £920"; and of a
        /// field of a form: "Engineer: Darren Okafor". `nil` for a sentence, which is told in the words of ``text``.
        public var shown: String?
        /// A row as somebody would say it, what is asked for first: "£920 (Amount; Rent)"; its words are those of the row. `nil` where it is no
        /// row, or no single cell of it answers.
        public var told: String?
        /// Index into the passages that were given.
        public var passage: Int
        /// ``AnswerPassage/id`` of that passage.
        public var passageID: Int
        /// Bytes of the passage's text: a sentence, or where no full stop shows its end and it is long, the phrases of it around the
        /// best one.
        public var span: TextSpan
        /// What to quote: the sentence, with neighbours where it is too short to be understood alone. Lies in the same
        /// passage under the same heading, and begins and ends where the sentence or its neighbours do.
        public var quote: TextSpan
        /// The likelihood, among all sentences that were read, that this one answers: 0 to 1, for comparison within an
        /// answer.
        public var score: Double
        /// The words of it that answer, as bytes of the passage's text inside of ``span``; `nil` where no reader found any.
        public var words: TextSpan?
        /// Whether it says enough of what is asked about to be shown as the nearest where nothing answers.
        public var isNear: Bool

        public init(
            text: String, shown: String? = nil, told: String? = nil, passage: Int, passageID: Int, span: TextSpan,
            quote: TextSpan? = nil,
            score: Double, words: TextSpan? = nil, isNear: Bool = false
        ) {
            self.text = text
            self.shown = shown
            self.told = told
            self.passage = passage
            self.passageID = passageID
            self.span = span
            self.quote = quote ?? span
            self.score = score
            self.words = words
            self.isNear = isNear
        }
    }

    /// The best first, which answers; those after it add to it. Kept also when the answer abstains, for a caller that shows
    /// the nearest text.
    public var sentences: [Sentence]
    /// How likely it is that the passages say what is asked, from 0 to 1.
    public var confidence: Double
    /// Whether the passages do not say it.
    public var abstained: Bool
    /// Words of the question that neither the first sentence says nor what stands around it, in its order.
    public var unsaid: [String] = []

    /// Whether the passages may as well not say it, though the answer is given.
    public var isUnsure: Bool { !abstained && confidence < Self.sure }

    /// From this confidence on an answer is sure.
    static let sure = 0.5

    public init(sentences: [Sentence], confidence: Double, abstained: Bool, unsaid: [String] = []) {
        self.sentences = sentences
        self.confidence = confidence
        self.abstained = abstained
        self.unsaid = unsaid
    }
}

/// Turns texts into vectors of length 1, one for each, in order.
public typealias SentenceEmbedder = @Sendable (_ texts: [String]) async throws -> [[Float]]
