import HearthCore
import Synchronization

/// Holds back those who guess passwords: after a few wrong ones for a name, each further try of it has to wait, twice as long each time.
///
/// A person who is guessed at waits as well, for a minute at most; sessions that they have go on. Kept in memory: a server that starts
/// anew begins anew, and starting it is its owner's.
final class GuessLimit: Sendable {
    private struct Entry {
        var wrong = 0
        var until: ContinuousClock.Instant
    }

    /// Failed attempts without a delay, for typing errors.
    static let free = 5
    private static let longest = 60.0
    /// Names beyond that push out the one that waits for least.
    private static let most = 4096
    private let entries = Mutex<[String: Entry]>([:])

    /// - Throws: ``AccountError`` `too-many-guesses`.
    func check(_ name: String, now: ContinuousClock.Instant = .now) throws {
        guard let until = entries.withLock({ $0[name]?.until }), now < until else { return }
        let seconds = (until - now).seconds.rounded(.up)
        throw AccountError(
            .tooManyGuesses, "Too many wrong passwords for this name. Try again in \(Int(seconds)) seconds.",
            secondsToWait: seconds)
    }

    func wasWrong(_ name: String, now: ContinuousClock.Instant = .now) {
        entries.withLock { entries in
            if entries[name] == nil, entries.count >= Self.most,
                let least = entries.min(by: { $0.value.until < $1.value.until })
            {
                entries[least.key] = nil
            }
            var entry = entries[name] ?? Entry(until: now)
            // One that was left alone for an hour begins anew.
            if now - entry.until > .seconds(3600) { entry.wrong = 0 }
            entry.wrong += 1
            let doubled = entry.wrong - Self.free
            let seconds = doubled < 0 ? 0 : min(Self.longest, Double(1 << min(doubled, 10)))
            entry.until = now + .seconds(seconds)
            entries[name] = entry
        }
    }

    func wasRight(_ name: String) { entries.withLock { $0[name] = nil } }
}
