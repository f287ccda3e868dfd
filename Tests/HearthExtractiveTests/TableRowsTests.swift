import HearthCore
import Testing

@testable import HearthExtractive

/// Rows of tables stand for themselves in answers.
@Suite struct TableRowsTests {
    private let table =
        "Item\tAmount\tWhen\nRent\t£1,140 a month\tby the 5th\nDeposit\t£1,315\tpaid in February\nGround\t£96\tin April\n"

    private func pieces(_ text: String, _ span: TextSpan? = nil) -> [String] {
        TableRows.apart(text, span ?? TextSpan(start: 0, end: text.utf8.count)).map { text.text(in: $0) ?? "?" }
    }

    @Test func eachRowIsAPieceAndTheRestStaysTogether() {
        let text = "What is paid\nand when.\n\n" + table + "\n\tIndented, and\nno row.\n"
        let found = pieces(text)
        #expect(found.joined() == text)
        #expect(found.first == "What is paid\nand when.\n\n")
        #expect(found.contains("Deposit\t£1,315\tpaid in February\n"))
        #expect(found.last == "\n\tIndented, and\nno row.\n")
        #expect(found.count == 6)
    }

    @Test func aLineThatTellsWhatACodeMeansBeginsAPiece() {
        let text = "Codes\nE1 - door not closed\n- E7: pump overheated,\nlet it cool\nF12 – sensor fault\n"
        #expect(
            pieces(text) == [
                "Codes\n", "E1 - door not closed\n", "- E7: pump overheated,\nlet it cool\n", "F12 – sensor fault\n",
            ])
        // Prose that begins with a number or a name has none.
        for line in ["12 - 14 people came.\nThey left.\n", "Anna - my sister - came.\n", "B12 helps.\nIt does.\n"] {
            #expect(pieces("First.\n" + line).count == 1)
        }
    }

    @Test(arguments: ["", "\n", "\t", "a\tb", "a\tb\r\nc\td\r\n", "\t\n\t\n", "один\tдва\nтри"])
    func piecesAreTheTextAgain(text: String) {
        #expect(pieces(text).joined() == text)
        #expect(pieces(text, TextSpan(start: 0, end: text.utf8.count + 5)).joined() == text)
    }

    @Test func anAnswerIsOneRow() {
        let answer = ExtractiveAnswerer().answer(
            question: "How much is the deposit?",
            passages: [AnswerPassage(id: 1, text: "The landlord is Mrs Oyelaran.\n\n" + table, score: 1)])
        #expect(answer.sentences.first?.text == "Deposit\t£1,315\tpaid in February")
    }
}
