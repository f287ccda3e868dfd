import HearthCore
import Testing

@testable import HearthLlama

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
