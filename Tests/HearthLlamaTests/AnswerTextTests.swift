import HearthCore
import HearthTesting
import Testing

@testable import HearthLlama

struct AnswerTextTests {
    /// Feeds `pieces` one by one and returns what came out at each, the end included.
    private func run(_ pieces: [[UInt8]], stops: [String] = []) -> (shown: [String], text: String, stopped: Bool) {
        var answer = AnswerText(stopSequences: stops)
        var shown = pieces.map { answer.append($0).text }
        shown.append(answer.finish().text)
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

    @Test func whichStopSequenceEndedItIsTold() {
        for (stops, found) in [
            (["three", "two"], "two"), (["tw", "two"], "tw"), (["two", "tw"], "two"), (["four"], nil),
        ] as [([String], String?)] {
            var answer = AnswerText(stopSequences: stops)
            for piece in bytes("one t", "wo th", "ree") { _ = answer.append(piece) }
            _ = answer.finish()
            #expect(answer.stop == found, "\(stops)")
        }
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

    // MARK: - Tokens

    /// The same with tokens followed: the pieces that showed something.
    private func follow(_ tokens: [[UInt8]], stops: [String]) -> (pieces: [AnswerText.Piece], text: String) {
        var answer = AnswerText(stopSequences: stops, followsTokens: true)
        var pieces = tokens.enumerated().map { number, bytes in
            answer.append(bytes, of: [TokenLogprob(bytes: bytes, logprob: -Double(number))])
        }
        pieces.append(answer.finish())
        return (pieces.filter { $0 != AnswerText.Piece() }, answer.text)
    }

    @Test func aPieceIsOfWholeTokensAlsoWhereAStopSequenceMightBegin() {
        let (pieces, text) = follow(bytes("one\n", "two\n", "\nthree"), stops: ["\n\n"])
        #expect(text == "one\ntwo")
        #expect(pieces.map(\.text) == ["one\n", "two"])
        // Of the token in which the stop sequence begins there is what is shown, and the probability of all of it.
        #expect(pieces.map { $0.tokens.map(\.text) } == [["one\n"], ["two"]])
        #expect(pieces.flatMap(\.tokens).map(\.logprob) == [0, -1])
    }

    @Test func tokensOfOneCharacterComeWithIt() {
        let (pieces, _) = follow([[0x61], [0xE2], [0x82], [0xAC, 0x62]], stops: [])
        #expect(pieces.map(\.text) == ["a", "€b"])
        #expect(pieces.last?.tokens.map(\.text) == ["\\xe2", "\\x82", "\\xacb"])
    }

    @Test func tokensOfRandomTextsAreTheirBytesWhateverIsHeldBackOrCutOff() {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("ab\n€é😀".utf8) + [0xFF, 0xC3, 0xE2, 0x80, 0xF0]
        let texts = ["a", "b", "\n", "€", "é", "😀", "ab", "\n\n", "a€", "😀b"]
        var cut = 0
        for _ in 0..<5_000 {
            var whole: [UInt8] = []
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                if Int.random(in: 0..<6, using: &random) == 0 {
                    whole.append(alphabet.randomElement(using: &random) ?? 0)
                } else {
                    whole += Array((texts.randomElement(using: &random) ?? "").utf8)
                }
            }
            var tokens: [[UInt8]] = []
            while !whole.isEmpty {
                let length = Int.random(in: 0...4, using: &random)
                tokens.append(Array(whole.prefix(length)))
                whole = Array(whole.dropFirst(length))
            }
            let stops = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                (0..<Int.random(in: 1...3, using: &random)).map { _ in texts.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let (pieces, text) = follow(tokens, stops: stops)
            #expect(text.utf8.elementsEqual(run(tokens, stops: stops).text.utf8), "\(tokens) \(stops)")
            for piece in pieces {
                let bytes = piece.tokens.flatMap(\.bytes)
                #expect(
                    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(piece.text.utf8), "\(tokens) \(stops)")
                #expect(piece.tokens.allSatisfy { !$0.bytes.isEmpty } && !piece.text.isEmpty)
            }
            let shown = pieces.flatMap(\.tokens)
            #expect(String(decoding: shown.flatMap(\.bytes), as: UTF8.self).utf8.elementsEqual(text.utf8))
            // Each token is the one that it is said to be, once, and whole but for the last.
            let numbers = shown.map { Int(-$0.logprob) }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            for (number, token) in zip(numbers, shown).dropLast() { #expect(tokens[number] == token.bytes) }
            if let number = numbers.last, let last = shown.last {
                #expect(tokens[number].starts(with: last.bytes))
                if tokens[number].count > last.bytes.count { cut += 1 }
            }
        }
        #expect(cut > 100, "stop sequences are to begin within tokens")
    }
}

// MARK: -

struct TokenQueueTests {
    private func queue(_ texts: String...) -> TokenQueue {
        var queue = TokenQueue()
        for (number, text) in texts.enumerated() {
            queue.append(TokenLogprob(bytes: Array(text.utf8), logprob: -Double(number)))
        }
        return queue
    }

    @Test func tokensAreTakenByTheirBytes() {
        var queue = queue("ab", "", "c", "def")
        #expect(queue.byteCount == 6)
        #expect(queue.ends == [2, 3, 6])
        #expect(queue.take(3).map(\.text) == ["ab", "c"])
        #expect(queue.take(0) == [])
        #expect(queue.byteCount == 3)
        let rest = queue.take(99)
        #expect(rest.map(\.text) == ["def"] && rest.map(\.logprob) == [-3])
        #expect(queue.byteCount == 0 && queue.ends == [] && queue.take(1) == [])
    }

    @Test func aTokenThatIsCutIsThereWithEachPart() {
        var queue = queue("abc", "d")
        #expect(queue.take(2).map(\.text) == ["ab"])
        #expect(queue.ends == [1, 2])
        let rest = queue.take(2)
        #expect(rest.map(\.text) == ["c", "d"] && rest.map(\.logprob) == [0, -1])
    }

    @Test func anEndOrABeginningCanBeLeftOut() {
        var cut = queue("abc", "def", "g")
        cut.truncate(to: 4)
        #expect(cut.byteCount == 4)
        #expect(cut.take(9).map(\.text) == ["abc", "d"])
        cut.truncate(to: 0)
        var whole = queue("abc", "def", "g")
        whole.truncate(to: 99)
        #expect(whole.takeLast(3).map(\.text) == ["ef", "g"])
        #expect(whole.byteCount == 0)
        #expect(whole.takeLast(3) == [])
    }
}
