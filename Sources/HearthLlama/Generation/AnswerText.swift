import HearthCore

/// Puts the bytes of tokens together to text that may be shown: whole characters only, and nothing of a stop sequence.
///
/// A token may end inside a character, and a stop sequence may begin in one token and end in another; such bytes are
/// held back until the next tokens settle what they are.
struct AnswerText {
    /// What can be shown at once.
    struct Piece: Equatable {
        var text = ""
        /// The tokens of the text, where they are followed.
        var tokens: [TokenLogprob] = []
    }

    /// Everything that was given out, and after ``finish()`` all of the answer.
    private(set) var text = ""
    private(set) var isStopped = false
    private let stops: [[UInt8]]
    private let longestStop: Int
    private var held: [UInt8] = []
    /// The tokens of ``held``; `nil` where they are not followed.
    private var tokens: TokenQueue?

    /// - Parameter followsTokens: Lets each piece consist of whole tokens, and say which.
    init(stopSequences: [String], followsTokens: Bool = false) {
        tokens = followsTokens ? TokenQueue() : nil
        stops = stopSequences.map { Array($0.utf8) }.filter { !$0.isEmpty }
        longestStop = stops.map(\.count).max() ?? 0
    }

    /// Takes the bytes of one token and returns what can be shown now; empty when all of it must wait.
    ///
    /// - Parameter tokens: What the bytes are of, where tokens are followed: several where what began like a mark was none.
    mutating func append(_ bytes: [UInt8], of tokens: [TokenLogprob] = []) -> Piece {
        guard !isStopped else { return Piece() }
        held += bytes
        for token in tokens { self.tokens?.append(token) }
        if let start = stops.compactMap({ held.firstRange(of: $0)?.lowerBound }).min() {
            isStopped = true
            held.removeSubrange(start...)
            self.tokens?.truncate(to: start)
            return release(held.count)
        }
        let settled = held.count - beginningOfStop()
        guard let ends = self.tokens?.ends else { return release(min(settled, wholeCharacters(of: held.count))) }
        return release(ends.last { $0 <= settled && wholeCharacters(of: $0) == $0 } ?? 0)
    }

    /// Returns what was held back, for an answer that ended another way.
    mutating func finish() -> Piece { release(held.count) }

    private mutating func release(_ count: Int) -> Piece {
        guard count > 0 else { return Piece() }
        let piece = Piece(text: String(decoding: held[..<count], as: UTF8.self), tokens: tokens?.take(count) ?? [])
        held.removeFirst(count)
        text += piece.text
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

    /// How many of the first `count` bytes of `held` end with a whole character. Bytes that cannot become a character count
    /// as whole.
    private func wholeCharacters(of count: Int) -> Int {
        for back in 1...3 where back <= count {
            let byte = held[count - back]
            if byte & 0xC0 == 0x80 { continue }
            let width =
                byte >= 0xF0 && byte <= 0xF4 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1
            return width > back ? count - back : count
        }
        return count
    }
}
