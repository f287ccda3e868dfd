public import HearthCore
import HearthText

/// Where a reader (`ReadingModel`) finds the answers to the questions of a transcript.
///
/// Who answers is not always who speaks next: the asker goes on ("What is in the kitty? We cannot spend what we do not have."), or a third one
/// says something first. What is said after a question is read with the question in mind.
public struct SpokenAnswers: Sendable {
    /// For a question, by the number of its sentence: the sentence that holds the words that answer, and how likely they do, 0 to 1.
    let found: [Int: (sentence: Int, worth: Double)]

    /// The questions that are read, the weightiest: a long talk has hundreds, and a hundred of them are shown.
    private static let most = 100
    /// What is read after a question.
    private static let (mostTurns, mostWords) = (5, 160)
    /// A reader that learnt from written passages is seldom sure of talk; below this the order of turns says more.
    private static let least = 0.2

    /// - Parameters:
    ///   - language: ISO 639-1 of what is said.
    ///   - stops: Where sentences begin that no mark shows, of these cues.
    /// - Returns: `nil` without a reader, where it does not know the language, or where it cannot be used: rules go on without it.
    public init?(
        _ cues: [Cue], language: String, stops: RestoredStops? = nil, reader: (any ReadingModel)?
    ) async throws {
        guard let reader, reader.languages.contains(language) else { return nil }
        let context = SpokenContext(SpokenText(cues, language: language, stops: stops))
        let questions = QuestionFinder(context)
        let asked = context.text.sentences.indices.filter { questions.isQuestion($0) }
            .sorted { (context.importance[$1], $0) < (context.importance[$0], $1) }
            .prefix(Self.most)
        var found: [Int: (sentence: Int, worth: Double)] = [:]
        for question in asked.sorted() {
            let (passage, places) = Self.passage(after: question, context, questions)
            guard !places.isEmpty else { continue }
            let reading: PassageReading?
            do {
                reading = try await reader.read(
                    question: context.text.sentences[question].text, passages: [passage]
                ).first
            } catch is any ReadableError {
                return nil
            }
            guard let best = reading?.spans.max(by: { Self.worth($0) < Self.worth($1) }),
                Self.worth(best) >= Self.least,
                let answer = places.last(where: { $0.start <= best.place.start })
            else { continue }
            found[question] = (answer.sentence, Self.worth(best))
        }
        self.found = found
    }

    private static func worth(_ span: PassageReading.Span) -> Double {
        let worth = span.probability * span.answerable
        return worth.isNaN ? 0 : min(max(0, worth), 1)
    }

    private static func said(in turn: Int, _ context: SpokenContext) -> Int {
        context.text.sentences[context.text.turns[turn].sentences].reduce(0) { $0 + $1.words }
    }

    /// Words of others from which on an answer was given, and of the asker from which on they go on to something else.
    private static let (fullReply, goesOn) = (8, 4)

    /// What is said after a question, without what is asked, and where each sentence of it begins: until the asker goes on after another
    /// has answered. What comes then answers what was asked then, and a reader takes it for an answer all the same.
    private static func passage(
        after question: Int, _ context: SpokenContext, _ questions: QuestionFinder
    ) -> (String, [(start: Int, sentence: Int)]) {
        let sentences = context.text.sentences
        var passage = ""
        var places: [(start: Int, sentence: Int)] = []
        var (words, replied) = (0, 0)
        let asked = sentences[question].turn
        let asker = context.text.turns[asked].speaker
        for index in (question + 1)..<max(question + 1, sentences.count) {
            let turn = sentences[index].turn
            guard turn <= asked + mostTurns, words < mostWords else { break }
            if context.text.turns[turn].speaker != asker {
                replied += sentences[index].words
            } else if turn > asked, replied >= fullReply, said(in: turn, context) >= goesOn {
                break
            }
            if SentenceEnd.asks(sentences[index].text) || questions.isQuestion(index) { continue }
            if !passage.isEmpty { passage += " " }
            places.append((passage.utf8.count, index))
            passage += sentences[index].text.prefixOfBytes(2000)
            words += sentences[index].words
        }
        return (passage, places)
    }
}
