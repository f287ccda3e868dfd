import HearthText

/// What stands before an answer in a list of questions with their answers: "Q: Can I cancel? A: Yes, until the day before." It marks the answer,
/// and says nothing of it.
enum AnswerLabel {
    /// Characters of a label, with what parts it from the answer.
    private static let longest = 14

    /// A line without the label before it; `nil` where it has none.
    ///
    /// - Parameters:
    ///   - line: As it is told, without marks of its format.
    ///   - before: The line above it in its text.
    static func without(_ line: String, below before: String?) -> String? {
        guard let before, let (label, rest) = parts(line), !rest.isEmpty else { return nil }
        let isBelowQuestion = SentenceEnd.asks(before)
        let asker = parts(before).map(\.label)
        // One letter may be anything, but below a question with its own.
        let isMarked = pairs.contains { pair in
            pair.answers.contains(label)
                && (asker.map(pair.questions.contains) == true || isBelowQuestion && label.count > 1)
        }
        return isMarked ? rest : nil
    }

    /// What stands before the first mark of a line, in lower case, and what behind it.
    private static func parts(_ line: String) -> (label: String, rest: String)? {
        let plain = line.drop { !$0.isLetter }
        guard let end = plain.prefix(longest).firstIndex(where: { ":：.)）、".contains($0) }) else { return nil }
        let behind = plain[plain.index(after: end)...]
        guard let next = behind.first, next == " " || next == "*" || !next.isASCII else { return nil }
        return (plain[..<end].lowercased(), String(behind.drop { $0 == " " || $0 == "*" }))
    }

    private struct Pair: Sendable {
        var questions: Set<String>
        var answers: Set<String>

        init(_ questions: String, _ answers: String) {
            (self.questions, self.answers) = (Set(words: questions), Set(words: answers))
        }
    }

    /// By language, of questions and of answers. Closed classes, kept here by hand; no script makes them.
    private static let pairs = [
        Pair("q question", "a answer"), Pair("f frage", "a antwort"), Pair("q question", "r réponse"),
        Pair("p pregunta", "r respuesta"), Pair("d domanda", "r risposta"), Pair("p pergunta", "r resposta"),
        Pair("v vraag", "a antwoord"), Pair("f fråga", "s svar"), Pair("s spørgsmål spørsmål", "s svar"),
        Pair("k kysymys", "v vastaus"), Pair("p pytanie", "o odpowiedź"), Pair("o otázka", "o odpověď"),
        Pair("k kérdés", "v válasz"), Pair("î întrebare", "r răspuns"), Pair("ε ερώτηση", "α απάντηση"),
        Pair("s soru", "c cevap yanıt"), Pair("в вопрос", "о ответ"), Pair("п питання", "в відповідь"),
        Pair("h hỏi", "đ đáp"), Pair("t tanya", "j jawab"), Pair("س سؤال", "ج جواب"), Pair("ש שאלה", "ת תשובה"),
        Pair("प्रश्न", "उत्तर"), Pair("问 問 q", "答 a"), Pair("問 q 質問", "答 a 回答"), Pair("문 질문 q", "답 답변 a"),
    ]
}
