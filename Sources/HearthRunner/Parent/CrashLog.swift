import Foundation
import HearthLlama
import HearthSystem
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Remembers which model files ended their processes, over the program's end: a file that does it twice within a day is
/// doubtful, and not loaded again before the day is over or the file is another one.
///
/// What ended because the machine had no memory left, or by a person's `kill -9`, is waited for before the next start, and says
/// nothing against the file. A log that cannot be read counts as empty.
final class CrashLog: Sendable {
    /// How many times make a file doubtful.
    static let most = 2
    /// How long they count, in seconds.
    static let memory = 86_400.0
    /// The wait before the next start of the same file, in seconds: doubled with each end, up to the longest.
    static let firstWait = 0.25
    static let longestWait = 30.0
    static let mostEntries = 64

    private struct Entry: Codable {
        var times: [Double]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// What could not be written, which the file does not know when it is read again.
        var unwritten: [String: [Double]] = [:]
        var ends: [String: (count: Int, last: Double)] = [:]
    }

    private let file: SmallFile?
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    /// - Parameter url: The file that keeps it; `nil` remembers for as long as the program runs.
    init(url: URL?, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
        file = url.map { SmallFile($0) }
        self.now = now
    }

    /// - Throws: ``LlamaError`` `model-doubtful`.
    func check(_ identity: String, _ path: String) throws {
        let recent = recent(identity)
        guard recent.count >= Self.most, let last = recent.max() else { return }
        throw LlamaError.doubtful(
            path, count: recent.count, hours: max(1, Int(((last + Self.memory - now()) / 3600).rounded(.up))))
    }

    /// Seconds to wait before the file is loaded again.
    func wait(before identity: String) -> Double {
        state.withLock { state in
            guard let ends = state.ends[identity] else { return 0 }
            let wait = min(Self.longestWait, Self.firstWait * pow(2, Double(min(ends.count, 16) - 1)))
            return max(0, ends.last + wait - now())
        }
    }

    /// A process ended that nobody told to.
    ///
    /// - Parameter isFault: Whether it did so itself, which speaks against the file.
    func add(_ identity: String, isFault: Bool) {
        let moment = now()
        state.withLock { state in
            read(&state)
            let count = state.ends[identity]?.count ?? 0
            state.ends[identity] = (count + 1, moment)
            guard isFault else { return }
            state.entries[identity, default: Entry(times: [])].times.append(moment)
            state.unwritten[identity, default: []].append(moment)
            write(&state, keeping: identity)
        }
    }

    /// A model of the file worked: the next end is the first one again.
    func worked(_ identity: String) { state.withLock { _ = $0.ends.removeValue(forKey: identity) } }

    private func recent(_ identity: String) -> [Double] {
        state.withLock { state in
            read(&state)
            return (state.entries[identity]?.times ?? []).filter { abs(now() - $0) < Self.memory }
        }
    }

    private func read(_ state: inout State) {
        // Another process of the program may have written it.
        guard let bytes = file?.read(),
            let entries = try? JSONDecoder().decode([String: Entry].self, from: Data(bytes))
        else { return }
        state.entries = entries
        for (identity, times) in state.unwritten { state.entries[identity, default: Entry(times: [])].times += times }
    }

    /// - Parameter identity: The file that was noted now.
    private func write(_ state: inout State, keeping identity: String) {
        state.entries = state.entries.compactMapValues { entry in
            let times = entry.times.filter { abs(now() - $0) < Self.memory }.suffix(8)
            return times.isEmpty ? nil : Entry(times: Array(times))
        }
        Self.shorten(&state.entries, keeping: identity)
        state.unwritten = state.unwritten.filter { state.entries[$0.key] != nil }
        guard let file, let data = try? JSONEncoder().encode(state.entries) else { return }
        // Which model files ended a process, and when; nothing of the user's.
        guard (try? file.write(data)) != nil else { return }
        state.unwritten = [:]
    }
}

extension CrashLog {
    /// Forgets what is beyond the most, the oldest first. What is doubtful goes last: else many files that end a process once would
    /// let one of them in again.
    private static func shorten(_ entries: inout [String: Entry], keeping identity: String) {
        guard entries.count > mostEntries else { return }
        let others = entries.filter { $0.key != identity }.sorted { first, second in
            let (one, other) = (first.value.times, second.value.times)
            if one.count >= most, other.count < most { return false }
            if one.count < most, other.count >= most { return true }
            return (one.max() ?? 0) < (other.max() ?? 0)
        }
        for entry in others.prefix(entries.count - mostEntries) { entries[entry.key] = nil }
    }
}

extension LlamaError {
    static func doubtful(_ path: String, count: Int, hours: Int) -> LlamaError {
        LlamaError(
            .modelDoubtful,
            "The model \(path) ended its process \(count) times and is not loaded again for \(hours) hours: it is damaged, or "
                + "made to do harm. Choose another one, or fetch it again.")
    }

    /// - Parameter status: How the process ended, as a part of a sentence.
    static func crashed(_ path: String, status: String) -> LlamaError {
        LlamaError(
            .modelCrashed,
            "The model \(path) ended its process (\(status)); nothing else is affected. Try again; if that happens twice the model "
                + "is damaged: fetch it again, or choose another one.",
            detail: status)
    }

    static func killed(_ path: String) -> LlamaError {
        LlamaError(
            .modelKilled,
            "The process of the model \(path) was killed from outside; usually the system does that when memory runs out. Try "
                + "again, or choose a smaller model or a shorter context.")
    }

    static func stuck(_ path: String) -> LlamaError {
        LlamaError(
            .modelStuck,
            "Loading the model \(path) was given up: nothing more of it was loaded for minutes. See whether its disk answers, then "
                + "try again; if that happens twice the file is damaged: fetch it again, or choose another one.")
    }

    static let tooLong = LlamaError(
        .contextOverflow, "The text has more than \(Frame.usualLimit >> 20) MB, which no model reads. Send less text."
    )

    static func notStarted(_ program: String, _ reason: String) -> LlamaError {
        LlamaError(
            .runnerUnavailable,
            "The program that runs models, \(program), cannot be started (\(reason)). Install Hearth again.")
    }
}
