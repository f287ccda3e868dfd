import Testing

@testable import HearthLlama

struct AnswerTextTests {
    /// Feeds `pieces` one by one and returns what came out at each, the end included.
    private func run(_ pieces: [[UInt8]], stops: [String] = []) -> (shown: [String], text: String, stopped: Bool) {
        var answer = AnswerText(stopSequences: stops)
        var shown = pieces.map { answer.append($0) }
        shown.append(answer.finish())
        return (shown, answer.text, answer.isStopped)
    }

    private func bytes(_ pieces: String...) -> [[UInt8]] { pieces.map { Array($0.utf8) } }

    @Test func aCharacterSplitOverTokensIsShownWhole() {
        for text in ["é", "€", "😀", "a😀b", "日本語"] {
            let result = run(Array(text.utf8).map { [$0] })
            #expect(result.text == text)
            #expect(result.shown.joined() == text)
            #expect(!result.shown.contains { $0.contains("\u{FFFD}") })
        }
    }

    @Test func bytesThatAreNoTextBecomeReplacementCharactersAndHoldNothingBack() {
        let result = run([[0x61], [0xFF], [0x80], [0x62], [0xF0, 0x9F], [0x63]])
        #expect(result.text == result.shown.joined())
        #expect(result.text.hasPrefix("a\u{FFFD}\u{FFFD}b\u{FFFD}"))
        #expect(result.text.hasSuffix("c"))
    }

    @Test func anUnfinishedCharacterAtTheEndIsNotLost() {
        #expect(run([[0x61], [0xE2, 0x82]]).text == "a\u{FFFD}")
    }

    @Test func aStopSequenceAcrossTokensIsNeverShown() {
        let result = run(bytes("Hello ", "wor", "ld <", "|e", "nd|", "> more"), stops: ["<|end|>"])
        #expect(result.text == "Hello world ")
        #expect(result.shown.joined() == "Hello world ")
        #expect(result.stopped)
    }

    @Test func textThatOnlyBeginsLikeAStopSequenceIsShownInTheEnd() {
        let result = run(bytes("a<", "|e", "x", "b<|"), stops: ["<|end|>"])
        #expect(result.shown == ["a", "", "<|ex", "b", "<|"])
        #expect(!result.stopped)
    }

    @Test func theStopSequenceThatBeginsFirstWins() {
        #expect(run(bytes("one two three"), stops: ["three", "two"]).text == "one ")
    }

    @Test func overlappingBeginningsAreFound() {
        #expect(run(bytes("aa", "a", "b", "c"), stops: ["aab"]).text == "a")
        #expect(run(bytes("ab", "ab", "ac"), stops: ["abac"]).text == "ab")
    }

    @Test func emptyStopSequencesStopNothing() {
        #expect(run(bytes("text"), stops: [""]).text == "text")
    }

    @Test func aStopSequenceOfSeveralBytesACharacterIsFoundByteByByte() {
        let result = run(Array("vor €nach".utf8).map { [$0] }, stops: ["€n"])
        #expect(result.text == "vor ")
        #expect(result.shown.joined() == "vor ")
    }
}
