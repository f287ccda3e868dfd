import HearthCore
import HearthExtractive
import Testing

/// Questions to begin with, made of one document.
@Suite struct SuggestedQuestionsTests {
    @Test(arguments: [
        ("pl", "Instrukcja domu", "Ogrzewanie", "Jak zamówić serwis?", "„Instrukcja domu”: ogrzewanie"),
        ("el", "Οδηγίες του σπιτιού", "Θέρμανση", "Πού είναι ο διακόπτης;", "«Οδηγίες του σπιτιού»: θέρμανση"),
        ("hi", "घर की पुस्तिका", "गैस बॉयलर", "पानी कैसे बंद करें?", "“घर की पुस्तिका”: गैस बॉयलर"),
        ("tr", "Ev kılavuzu", "Termostat", "Su nasıl kapatılır acaba?", "“Ev kılavuzu”: termostat"),
    ])
    func `Where nobody wrote the words of a question, the document's own stand alone`(
        language: String, title: String, heading: String, asked: String, expected: String
    ) throws {
        let lines: [(Block.Kind, String)] = [
            (.heading(level: 2), heading), (.paragraph, "\(heading), \(heading.lowercased())."),
            (.heading(level: 2), asked),
            (.paragraph, "1 2 3 \(heading)."),
        ]
        var text = ""
        let blocks = lines.map { kind, words in
            let start = text.utf8.count
            text += words + "\n\n"
            return Block(kind, span: TextSpan(start: start, end: start + words.utf8.count))
        }
        let document = ExtractedDocument(format: .markdown, text: text, blocks: blocks)
        let found = try #require(SuggestedQuestions(title: title, language: language)?.questions(about: document))
        #expect(found.topics == [asked, expected] && found.whole == nil)
        // Of what language it is, nobody knows: then nothing is said around the words either.
        let unknown = try #require(SuggestedQuestions(title: title, language: nil)?.questions(about: document))
        #expect(unknown.whole == nil && !unknown.topics.contains { $0.contains("What") })
    }

    @Test func `Nobody is asked about an abbreviation, a unit or a word that stands by itself`() throws {
        let text = "Mr. Okafor and Mr. Nilsen come along. Parents pay 310 euros until March, and 40 euros on the way."
        let trip = ExtractedDocument(
            format: .text, text: text, blocks: [Block(.paragraph, span: TextSpan(start: 0, end: text.utf8.count))])
        let questions = try #require(SuggestedQuestions(title: "school-trip_2026", language: "en"))
        let found = try #require(questions.questions(about: trip))
        #expect(found.topics.isEmpty && found.whole == "What is “school trip 2026” about?")
        #expect(SuggestedQuestions(title: " ", language: "en") == nil)
        // What comes again in a table are the names of its columns.
        let rows =
            "Row 1 · Day · Amount EUR\nRow 2 · Day: Monday · Amount EUR: 40\nRow 3 · Day: Friday · Amount EUR: 12"
        let table = ExtractedDocument(
            format: .csv, text: rows, blocks: [Block(.table, span: TextSpan(start: 0, end: rows.utf8.count))])
        let asked = try #require(questions.questions(about: table))
        #expect(asked.topics.isEmpty && asked.whole != nil)
        let empty = ExtractedDocument(format: .text, text: "", blocks: [])
        #expect(questions.questions(about: empty) == nil)
    }
}
