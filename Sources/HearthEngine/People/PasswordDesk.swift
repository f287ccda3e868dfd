import HearthCore
import Synchronization

/// Looks at one password at a time, each of which takes 128 MB; more than a few that wait are sent away.
///
/// Of those a few at most are of one place, so that somebody who sends one wrong password after the other keeps out whoever tries from the same
/// place, and nobody else.
final class PasswordDesk: Sendable {
    private enum Queue: Hashable { case only }

    private struct Waiting {
        var all = 0
        var byPlace: [String: Int] = [:]
    }

    static let mostWaiting = 16
    /// Of one place; as many as mistype at the same time in a household.
    static let mostOfPlace = 4
    private let turns = FairSemaphore<Queue>(limit: 1)
    private let waiting = Mutex(Waiting())

    /// How many wait now, with the one that is looked at; for tests.
    var waitingCount: Int { waiting.withLock { $0.all } }

    /// - Parameter place: From where somebody tries: a network, or an account that is signed in; `nil` where it tells nothing, as of this machine, where
    ///   a proxy may stand for everybody.
    /// - Throws: ``AccountError`` `too-many-guesses` where too many wait; what `work` throws.
    func run<Value: Sendable>(
        from place: String? = nil, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try enter(place)
        defer { leave(place) }
        try await turns.acquire(.only)
        defer { turns.release(.only) }
        // To its end, also where nobody waits any more: the memory is taken until then.
        return try await Task { try await BlockingWork.run(on: "hearth.password", work) }.value
    }

    private func enter(_ place: String?) throws {
        try waiting.withLock { waiting in
            let fromHere = place.map { waiting.byPlace[$0, default: 0] } ?? 0
            guard waiting.all < Self.mostWaiting, fromHere < Self.mostOfPlace else {
                throw AccountError(
                    .tooManyGuesses, "Too many people are signing in at once. Try again in a moment.",
                    secondsToWait: 5)
            }
            waiting.all += 1
            if let place { waiting.byPlace[place] = fromHere + 1 }
        }
    }

    private func leave(_ place: String?) {
        waiting.withLock { waiting in
            waiting.all -= 1
            guard let place, let count = waiting.byPlace[place] else { return }
            // One that nobody waits from is forgotten, so that these stay few.
            waiting.byPlace[place] = count > 1 ? count - 1 : nil
        }
    }
}
