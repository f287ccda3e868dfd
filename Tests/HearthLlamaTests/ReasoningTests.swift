#if Llama
import Testing

@testable import HearthLlama

struct ReasoningTests {
    private static let style = ReasoningStyle("<think>", "</think>")

    private static func split(_ text: String, cut: Int, isInside: Bool = false) -> (reasoning: String, answer: String) {
        var splitter = ReasoningSplitter(style, isInside: isInside)
        var all = ReasoningSplitter.Pieces()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let pieces = splitter.append(Array(rest.prefix(cut)))
            rest = rest.dropFirst(cut)
            all.reasoning += pieces.reasoning
            all.answer += pieces.answer
        }
        let pieces = splitter.finish()
        return (
            String(decoding: all.reasoning + pieces.reasoning, as: UTF8.self),
            String(decoding: all.answer + pieces.answer, as: UTF8.self)
        )
    }

    @Test(arguments: 1...12)
    func reasoningIsToldFromTheAnswerWhereverTokensAreCut(_ cut: Int) {
        #expect(Self.split("\n<think>a < b</thin</think>\n\n{x}", cut: cut) == ("a < b</thin", "{x}"))
        #expect(Self.split("hm</think> yes", cut: cut, isInside: true) == ("hm", "yes"))
        #expect(Self.split("never ends</thi", cut: cut, isInside: true) == ("never ends</thi", ""))
        #expect(Self.split(" <thin ice", cut: cut) == ("", " <thin ice"))
        #expect(Self.split("<thi", cut: cut) == ("", "<thi"))
        #expect(Self.split("a <think>b</think>", cut: cut) == ("", "a <think>b</think>"))
    }

    @Test func marksAreFoundInTheTemplate() {
        #expect(ReasoningStyle(template: nil) == nil)
        #expect(ReasoningStyle(template: "{{ m.content }}") == nil)
        #expect(ReasoningStyle(template: "{{ m.content.split('</think>')[-1] }}") == Self.style)
        #expect(ReasoningStyle(template: "[THINK]")?.close == Array("[/THINK]".utf8))
        #expect(Self.style.isOpened(byEndOf: Array("assistant\n<think>\n".utf8)))
        #expect(!Self.style.isOpened(byEndOf: Array("<think>\n\n</think>\n\n".utf8)))
    }
}
#endif
