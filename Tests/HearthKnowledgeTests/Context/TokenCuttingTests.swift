import HearthCore
import HearthPrompts
import Testing

@Suite struct TokenCuttingTests {
    private let tokenizer = EstimatedTokenizer()

    @Test(arguments: ["", "one two three four five", "東京は日本の首都です。", "a👩‍👩‍👧b👩‍👩‍👧c", "e\u{301}e\u{301}e\u{301} é", "日\r\n本"])
    func aHeadAndATailHoldNoMoreTokensThanAskedForAndWholeCharacters(_ text: String) {
        let all = tokenizer.countTokens(text)
        for tokens in -1...(all + 1) {
            let (head, tail) = (tokenizer.head(of: text, tokens: tokens), tokenizer.tail(of: text, tokens: tokens))
            #expect(text.hasPrefix(head) && text.hasSuffix(tail))
            #expect(
                Array(text).starts(with: Array(head)) && Array(text).reversed().starts(with: Array(tail).reversed()))
            #expect(tokenizer.countTokens(head) <= max(0, tokens), "\(head)")
            if tokens >= all { #expect(head == text && tail == text) }
        }
    }

    @Test func asMuchAsFitsIsTaken() {
        #expect(tokenizer.head(of: "one two three", tokens: 2) == "one two")
        #expect(tokenizer.tail(of: "one two six", tokens: 1).contains("six"))
        #expect(tokenizer.head(of: "日本語", tokens: 2) == "日本")
    }
}
