import HearthCore
import HearthText
import Testing

/// A vocabulary that has the words of a language, or only its letters.
@Suite struct VocabularyFitTests {
    /// Takes the words that it knows as one piece, and everything else letter by letter.
    private struct Pieces: TextTokenizer {
        let name = "pieces"
        let words: [String]
        /// Letters that it has not even alone.
        var lacks: Set<Character> = []

        func tokenEnds(in text: String) -> [Int] {
            var ends: [Int] = []
            var rest = text[...]
            while let next = rest.unicodeScalars.first {
                let known = words.first { rest.hasPrefix($0) }
                rest = rest[rest.unicodeScalars.index(rest.startIndex, offsetBy: known?.unicodeScalars.count ?? 1)...]
                if next != " " { ends.append(text.utf8.count - rest.utf8.count) }
            }
            return ends
        }

        func countUnknownTokens(_ text: String) -> Int { text.count(where: lacks.contains) }
    }

    private func fit(_ text: String, _ tokenizer: any TextTokenizer) -> Double? {
        VocabularyFit.familiarity(of: text, tokenizer: tokenizer)
    }

    @Test func wholeWordsAreHomeAndLettersAreForeign() {
        let pieces = Pieces(words: ["harbour", "fishermen", "evening", "λιμάνι", "ψαράδες"])
        #expect(fit("harbour fishermen evening", pieces) == 1)
        #expect(fit("λιμάνι ψαράδες", pieces) == 1)
        #expect(fit("Hafen Fischer Abend", pieces) == 0)
        #expect(fit("माछा नदी", pieces) == 0)
    }

    @Test func someWordsAreInBetween() throws {
        let pieces = Pieces(words: ["harbour", "fishermen", "evenings"])
        // 31 letters in 10 pieces are .775 fours a piece.
        let value = try #require(fit("harbour fishermen evenings boat net", pieces))
        #expect(abs(value - 0.5) < 1e-9, "\(value)")
    }

    @Test func whatIsTellingDependsOnTheScript() {
        let pairs = Pieces(words: ["东京", "大学", "学生"])
        #expect(fit("东京 大学 学生", pairs) == 1)
        #expect(fit("東 京 大 學", pairs) == 0, "one by one, as a vocabulary of English has them")
    }

    @Test func whatIsUnknownIsNotRead() throws {
        var pieces = Pieces(words: ["harbour", "fishermen"])
        pieces.lacks = ["h", "f"]
        #expect(fit("harbour fishermen", pieces) == 0)
    }

    @Test func numbersMarksAndSpacesSayNothing() {
        let pieces = Pieces(words: ["harbour"])
        #expect(fit("harbour — (harbour); harbour?", pieces) == 1)
        for empty in ["", "—!?", "🙂", "2024 12"] { #expect(fit(empty, pieces) == nil, "\(empty)") }
    }

    @Test func anEstimateSaysNothingAgainstAModel() {
        #expect(fit("λιμάνι", EstimatedTokenizer()) == 1)
    }

    @Test func whatIsSpelledLetterByLetterIsTold() {
        var pieces = Pieces(words: ["harbour", "fishermen", "Ha", "fen", "Fi", "sch"])
        #expect(VocabularyFit.isSpelled("λιμάνι ψαράδες", tokenizer: pieces))
        #expect(VocabularyFit.isSpelled("माछा नदी", tokenizer: pieces))
        #expect(
            !VocabularyFit.isSpelled("Hafen Fisch", tokenizer: pieces), "pieces of words, however short, are no letters"
        )
        #expect(
            !VocabularyFit.isSpelled("λιμάνι harbour fishermen harbour", tokenizer: pieces), "names make a text legible"
        )
        #expect(
            !VocabularyFit.isSpelled("2024 12", tokenizer: pieces) && !VocabularyFit.isSpelled("", tokenizer: pieces))
        #expect(!VocabularyFit.isSpelled("λιμάνι", tokenizer: EstimatedTokenizer()))
        pieces.lacks = ["h", "f"]
        #expect(VocabularyFit.isSpelled("harbour fishermen", tokenizer: pieces))
    }

    @Test func aLongTextIsReadInPart() {
        let long = String(repeating: "harbour ", count: 1_000)
        #expect(fit(long + String(repeating: "xyz ", count: 10_000), Pieces(words: ["harbour"])) == 1)
        #expect(fit(String(repeating: "é", count: 100_001), EstimatedTokenizer()) == 1)
    }
}
