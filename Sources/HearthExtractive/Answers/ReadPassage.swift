import HearthCore
import HearthText

/// A passage, read for answering one question.
struct ReadPassage {
    let passage: AnswerPassage
    /// ISO 639-1.
    let language: String
    let table: TableRows
    let sentences: [AnswerSentence]
    /// How well its title says each term of the question, and the head of a table that began before it.
    let title: [Double]
    let tableHead: [Double]
    /// What its sentences are by their shape.
    let roles: [LineRole]
    /// Whether its sentences tell of who is asked about.
    let bindings: [NameBinding]

    /// Whether a line stands above what follows, as a heading does.
    func isAbove(_ line: Int) -> Bool { sentences[line].isHeading || roles[line].isAbove }
}
