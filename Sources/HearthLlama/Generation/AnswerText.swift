/// Puts the bytes of tokens together to text that may be shown: whole characters only, and nothing of a stop sequence.
///
/// A token may end inside a character, and a stop sequence may begin in one token and end in another; such bytes are
/// held back until the next tokens settle what they are.
struct AnswerText {
    /// Everything that was given out, and after ``finish()`` all of the answer.
    private(set) var text = ""
    private(set) var isStopped = false
    private let stops: [[UInt8]]
    private let longestStop: Int
    private var held: [UInt8] = []

    init(stopSequences: [String]) {
        stops = stopSequences.map { Array($0.utf8) }.filter { !$0.isEmpty }
        longestStop = stops.map(\.count).max() ?? 0
    }

    /// Takes the bytes of one token and returns the text that can be shown now; empty when all of it must wait.
    mutating func append(_ bytes: [UInt8]) -> String {
        guard !isStopped else { return "" }
        held += bytes
        if let start = stops.compactMap({ held.firstRange(of: $0)?.lowerBound }).min() {
            isStopped = true
            held.removeSubrange(start...)
            return release(held.count)
        }
        return release(min(held.count - beginningOfStop(), wholeCharacters()))
    }

    /// Returns the text held back, for an answer that ended another way.
    mutating func finish() -> String { release(held.count) }

    private mutating func release(_ count: Int) -> String {
        guard count > 0 else { return "" }
        let piece = String(decoding: held[..<count], as: UTF8.self)
        held.removeFirst(count)
        text += piece
        return piece
    }

    /// The length of the longest end of `held` with which a stop sequence begins.
    private func beginningOfStop() -> Int {
        guard longestStop > 1, !held.isEmpty else { return 0 }
        for length in stride(from: min(longestStop - 1, held.count), to: 0, by: -1) {
            let end = held[(held.count - length)...]
            if stops.contains(where: { $0.count > length && $0.starts(with: end) }) { return length }
        }
        return 0
    }

    /// How many bytes of `held` end with a whole character. Bytes that cannot become a character count as whole.
    private func wholeCharacters() -> Int {
        for back in 1...3 where back <= held.count {
            let byte = held[held.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let width =
                byte >= 0xF0 && byte <= 0xF4 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1
            return width > back ? held.count - back : held.count
        }
        return held.count
    }
}
