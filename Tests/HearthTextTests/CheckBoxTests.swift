import HearthCore
import Testing

@testable import HearthText

/// Whether an item of a list is done is nowhere else than in its box.
struct CheckBoxTests {
    private func items(_ text: String) -> [String] {
        CheckBox.all(in: text).map { "\($0.state.rawValue): \(text.text(in: $0.words) ?? "?")" }
    }

    @Test func boxesOfMarkdownOrgAndLettersAreRead() {
        let text = """
            # To do

            - [x] Book flight
            - [ ] Answer Hannah
              * [X] Slides
            1. [ ] Order chair
            + [✓] Receipt
            > - [ ] Quoted
            ☐ Passport
            ☑️ Badge
            - ✔ Garden
            [ ] Milk
            """
        #expect(
            items(text) == [
                "done: Book flight", "open: Answer Hannah", "done: Slides", "open: Order chair", "done: Receipt",
                "open: Quoted", "open: Passport", "done: Badge", "done: Garden", "open: Milk",
            ])
        #expect(CheckBox.all(in: text).map { text.text(in: $0.line) ?? "" }[1] == "- [ ] Answer Hannah")
    }

    @Test func aTickAloneIsTheMarkOfAnyList() {
        #expect(items("✓ Free delivery\n✓ No contract").isEmpty)
        #expect(items("✓ Flight\n☐ Hannah") == ["done: Flight", "open: Hannah"])
        #expect(items("□ Flight\n□ Hannah").isEmpty)
    }

    @Test(arguments: [
        "[1] Smith, J.", "- [link](x)", "- [ ]", "[x]", "x[ ] y", "```\n- [ ] code\n```", "- [-] dropped", "[^1]: note",
    ])
    func whatIsNoBoxIsNone(_ text: String) {
        #expect(items(text).isEmpty)
    }

    @Test func theStateIsToldBehindTheWords() throws {
        let text = "- [ ] Answer Hannah"
        let box = try #require(CheckBox.ofLine(at: 6, in: text))
        #expect(box.told("Answer Hannah") == "Answer Hannah (open)")
        #expect(box.told("☐ Answer Hannah") == "Answer Hannah (open)")
        #expect(CheckBox.ofLine(at: 2, in: "Answer Hannah\n- [x] Flight") == nil)
    }
}
