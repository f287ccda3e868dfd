import HearthCore
import Testing

@testable import HearthExtractive

@Suite struct CodeLinesTests {
    private func pieces(_ text: String) -> [String] {
        CodeLines.apart(text, TextSpan(start: 0, end: text.utf8.count + 5)).compactMap { text.text(in: $0) }
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

    @Test(arguments: ["", "\n", "E4:", "a\r\nE4 - b\r\n", "E4 = x\nE5 = y", "один\nE4 — два\nтри"])
    func piecesAreTheTextAgain(text: String) {
        #expect(pieces(text).joined() == text)
    }
}
