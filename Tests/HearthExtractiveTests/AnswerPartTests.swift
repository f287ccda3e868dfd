import HearthCore
import HearthText
import Testing

@testable import HearthExtractive

/// How much is told of a sentence whose end nothing shows.
@Suite struct AnswerPartTests {
    private func answer(_ question: String, _ text: String) throws -> ExtractiveAnswer.Sentence {
        let answer = ExtractiveAnswerer().answer(
            question: question, passages: [AnswerPassage(id: 0, text: text, score: 1)])
        return try #require(answer.sentences.first)
    }

    private let lease = """
        สัญญาเช่าบ้านหลังนี้ทำขึ้นระหว่างผู้ให้เช่าและผู้เช่าที่สำนักงานเทศบาล ผู้เช่าต้องวางเงินประกันจำนวน 12,000 บาท นอกจากนี้ผู้เช่าต้องดูแลสวนหลังบ้านให้สะอาด
        """

    @Test func aShortParagraphInThaiIsToldWhole() throws {
        let found = try answer("เงินประกันเท่าไร", lease)
        #expect(found.text == lease)
    }

    @Test func linesAndMarksEndSentencesInThai() throws {
        let found = try answer("เงินประกันเท่าไร", "สวนหลังบ้านสวยมากใช่ไหม? เงินประกันจำนวน 12,000 บาท\n\nหลังคาบ้านเป็นสีแดง")
        #expect(found.text == "เงินประกันจำนวน 12,000 บาท")
    }

    @Test func ofALongParagraphThePhrasesAroundTheBestAreTold() throws {
        let filler = Array(repeating: "ทางเดินริมแม่น้ำมีต้นไม้ใหญ่และนกหลายชนิด", count: 30).joined(separator: " ")
        let text = "\(filler) \(lease) \(filler)"
        let found = try answer("ผู้เช่าต้องวางเงินประกันเท่าไร", text)
        #expect(found.text.contains("12,000 บาท"))
        #expect(found.text.unicodeScalars.count <= AnswerPart.longest)
        #expect(found.text.unicodeScalars.count > AnswerPart.longest / 2)
        #expect(text.text(in: found.span) == found.text)
        #expect(found.quote.contains(found.span))
    }

    @Test func aLongPhraseIsNotCut() throws {
        let text = String(repeating: "เงินประกันของบ้านหลังนี้", count: 60)
        #expect(try answer("เงินประกันเท่าไร", text).text == text)
    }

    @Test func aTextWithoutAnySpaceIsToldInParts() throws {
        let filler = String(repeating: "บนต้นไม้ใหญ่มีนกหลายชนิด", count: 200)
        let found = try answer("เงินประกันเท่าไร", filler + "เงินประกันของบ้านหลังนี้" + filler)
        #expect(found.text.unicodeScalars.count < 2_000)
        #expect(found.text.unicodeScalars.first.map { (0xE40...0xE44).contains($0.value) || $0 == "บ" } == true)
    }

    @Test func aLongSentenceWhoseSpacesPartWordsIsToldWhole() throws {
        let text = "The deposit is paid" + String(repeating: " and paid and kept", count: 60) + " by the tenants."
        #expect(try answer("Who pays the deposit?", text).text == text)
    }

    @Test func manyPhrasesAreServed() throws {
        let text = String(repeating: "กข คง ", count: 1_000) + "เงินประกัน"
        #expect(try answer("เงินประกันเท่าไร", text).text.contains("เงินประกัน"))
    }
}
