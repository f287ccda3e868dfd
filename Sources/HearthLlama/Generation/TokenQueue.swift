import HearthCore

/// Tokens whose bytes wait for being shown, in their order.
struct TokenQueue: Sendable {
    private var tokens: [TokenLogprob] = []
    /// The bytes of all of them.
    private(set) var byteCount = 0

    init() {}

    /// Takes a token in; one without bytes shows nothing, and is left out.
    mutating func append(_ token: TokenLogprob) {
        guard !token.bytes.isEmpty else { return }
        tokens.append(token)
        byteCount += token.bytes.count
    }

    /// Where tokens end, in bytes from the beginning.
    var ends: [Int] {
        var end = 0
        return tokens.map { token in
            end += token.bytes.count
            return end
        }
    }

    /// Takes out what the first `count` bytes are of. A token that goes on behind them is taken with the bytes it has there,
    /// and stays with the rest.
    mutating func take(_ count: Int) -> [TokenLogprob] {
        var taken: [TokenLogprob] = []
        var left = min(max(0, count), byteCount)
        byteCount -= left
        var whole = 0
        while left > 0 {
            let token = tokens[whole]
            if token.bytes.count > left {
                taken.append(token.keeping(token.bytes[..<left]))
                tokens[whole] = token.keeping(token.bytes[left...])
                break
            }
            taken.append(token)
            left -= token.bytes.count
            whole += 1
        }
        tokens.removeFirst(whole)
        return taken
    }

    /// Leaves out what comes after the first `count` bytes.
    mutating func truncate(to count: Int) {
        guard count < byteCount else { return }
        let kept = take(count)
        self = TokenQueue()
        for token in kept { append(token) }
    }

    /// Takes out everything, of which only the last `count` bytes are given.
    mutating func takeLast(_ count: Int) -> [TokenLogprob] {
        _ = take(byteCount - count)
        return take(byteCount)
    }
}
