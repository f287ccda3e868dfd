import Foundation

/// Calls to the other process whose callers wait on their threads for the answer.
///
/// `@unchecked Sendable`: every access to its fields holds `condition`.
final class PendingCalls: @unchecked Sendable {
    enum Answer {
        case result([UInt8])
        case failed([UInt8])
    }

    private let condition = NSCondition()
    private var answers: [UInt32: Answer] = [:]
    private var waiting: Set<UInt32> = []
    private var isClosed = false

    /// Expects an answer to the call of that number; before it is sent.
    func expect(_ number: UInt32) {
        condition.lock()
        waiting.insert(number)
        condition.unlock()
    }

    /// - Returns: Whether somebody waits for it.
    @discardableResult
    func answer(_ number: UInt32, _ answer: Answer) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard waiting.contains(number), answers[number] == nil else { return false }
        answers[number] = answer
        condition.broadcast()
        return true
    }

    /// Nobody answers any more.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    /// The answer; `nil` when none comes, or not within `seconds`.
    func wait(for number: UInt32, seconds: Double? = nil) -> Answer? {
        let end = seconds.map { Date(timeIntervalSinceNow: $0) }
        condition.lock()
        defer {
            waiting.remove(number)
            answers[number] = nil
            condition.unlock()
        }
        while answers[number] == nil, !isClosed {
            guard let end else {
                condition.wait()
                continue
            }
            guard condition.wait(until: end) else { break }
        }
        return answers[number]
    }
}

/// A result that one thread waits for and another one brings.
///
/// `@unchecked Sendable`: every access to its field holds `condition`.
final class BlockingFuture<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    /// Only the first result counts.
    func settle(_ result: Result<Value, any Error>) {
        condition.lock()
        if self.result == nil { self.result = result }
        condition.broadcast()
        condition.unlock()
    }

    func wait() throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }
}
