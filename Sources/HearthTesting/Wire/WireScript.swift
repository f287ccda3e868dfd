import Synchronization

/// Answers in their order; the last one again and again.
final class WireScript: Sendable {
    private let responses: [WireResponse]
    private let position = Mutex(0)

    init(_ responses: [WireResponse]) {
        self.responses = responses.isEmpty ? [.hangUp] : responses
    }

    func next() -> WireResponse {
        let index = position.withLock { position in
            defer { position += 1 }
            return position
        }
        return responses[min(index, responses.count - 1)]
    }
}
