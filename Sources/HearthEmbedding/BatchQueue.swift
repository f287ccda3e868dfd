import Synchronization

/// Hands out texts in batches to the workers of one call, each worker taking the next when it is free.
final class BatchQueue: Sendable {
    private let texts: [String]
    private let maxTokens: Int
    private let rows: Int
    private let next = Mutex(0)

    /// - Parameters:
    ///   - maxTokens: The most tokens of a text that count.
    ///   - rows: About how many tokens make a batch.
    init(_ texts: [String], maxTokens: Int, rows: Int) {
        self.texts = texts
        self.maxTokens = maxTokens
        self.rows = rows
    }

    /// The next texts, or `nil` when none are left. At least one text, and by estimate no more than `rows` tokens.
    func take() -> ArraySlice<String>? {
        next.withLock { next in
            guard next < texts.count else { return nil }
            let first = next
            var sum = 0
            while next < texts.count {
                // About four bytes make a token, and every text has two special tokens.
                let estimate = min(texts[next].utf8.count / 4, maxTokens) + 2
                if next > first, sum + estimate > rows { break }
                sum += estimate
                next += 1
            }
            return texts[first..<next]
        }
    }
}
