#if canImport(Subprocess)
import HearthCore
import Subprocess
import Synchronization

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Runs another program in a session of its own, gives out what it writes as it comes, and leaves nothing of it behind: when
/// the task is cancelled, the reader throws or the program falls silent, it is killed with all its children.
struct ChildProcess {
    /// What the program may use up. Limits need `prlimit`, which every Linux has; without it they do not hold.
    struct Limits {
        /// Bytes of address space.
        var memory = 2 << 30
        /// Seconds of processor time; `nil` for a program that runs as long as the user wants.
        var processor: Int?
        /// Seconds in which we wait for output, or for the end, and nothing comes. The time that the reader takes does not
        /// count.
        var silence: Double?
        /// Whether it may write files. What talks to a sound server must: it shares memory with it, which counts as one.
        var mayWrite = false
    }

    struct Outcome: Sendable {
        var isSuccess: Bool
        /// The beginning of what it wrote to standard error.
        var errors: String
    }

    var path: String
    var arguments: [String]
    var limits = Limits()
    /// Written to its standard input, which then ends; `nil` for no input.
    var input: [UInt8]?
    /// Programs that decode files see none of the user's settings; those that play and record need to find the user's server.
    var inheritsEnvironment = false

    /// Runs the program to its end.
    ///
    /// - Parameter receive: Is given its output, piece by piece; while it works, the program waits. Returning `false` ends
    ///   the program.
    /// - Throws: `CancellationError`, what `receive` throws, or ``VoiceError``.
    func run(_ receive: ([UInt8]) async throws -> Bool) async throws -> Outcome {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100))
        ]
        let command = command
        let environment: Environment =
            inheritsEnvironment ? .inherit : .custom(["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        let watch = SilenceWatch()
        let name = ToolName.of(path)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
                environment: environment, platformOptions: options,
                input: .array(input ?? []), output: .sequence, error: .sequence
            ) { execution in
                let kill: @Sendable () -> Void = { try? execution.send(signal: .kill, toProcessGroup: true) }
                let (output, errors) = (execution.standardOutput, execution.standardError)
                return try await withThrowingTaskGroup(of: String.self) { group in
                    group.addTask { try await Self.text(of: errors) }
                    if let silence = limits.silence {
                        group.addTask {
                            try await watch.wait(seconds: silence)
                            kill()
                            return ""
                        }
                    }
                    do {
                        let wanted = try await Self.read(output, watch, receive)
                        if !wanted { kill() }
                        // The pipe of errors ends with the program, which may close its output and go on.
                        watch.begin()
                        let text = try await group.next() ?? ""
                        watch.end()
                        group.cancelAll()
                        return (text, wanted)
                    } catch {
                        // Whoever stops reading has no more use for the program.
                        kill()
                        throw error
                    }
                }
            }
            try Task.checkCancellation()
            if watch.isOver {
                throw VoiceError(.timeout, "\(name) gave no sign of life for too long and was stopped. Try again.")
            }
            let (errors, wanted) = result.closureResult
            return Outcome(isSuccess: result.terminationStatus.isSuccess || !wanted, errors: errors)
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw VoiceError(.toolMissing, "Could not run \(name): \(error).")
        }
    }

    /// Runs the program and collects what it writes, up to a limit.
    func collect(limit: Int) async throws -> (outcome: Outcome, output: [UInt8]) {
        var output: [UInt8] = []
        let outcome = try await run { bytes in
            output += bytes.prefix(limit - output.count)
            return output.count < limit
        }
        return (outcome, output)
    }

    private var command: [String] {
        guard let prlimit = ToolLocator.path(of: "prlimit") else { return [path] + arguments }
        var command = [prlimit, "--as=\(limits.memory)", "--core=0"]
        if let processor = limits.processor { command.append("--cpu=\(processor)") }
        if !limits.mayWrite { command.append("--fsize=0") }
        return command + ["--", path] + arguments
    }

    /// - Returns: Whether the reader wanted all of it.
    private static func read(
        _ output: SubprocessOutputSequence, _ watch: SilenceWatch, _ receive: ([UInt8]) async throws -> Bool
    ) async throws -> Bool {
        watch.begin()
        for try await buffer in output {
            watch.end()
            guard try await receive(buffer.withUnsafeBytes { Array($0) }) else { return false }
            watch.begin()
        }
        watch.end()
        return true
    }

    private static func text(of errors: SubprocessOutputSequence) async throws -> String {
        var bytes: [UInt8] = []
        // Read to the end, or the program would block on a full pipe.
        for try await buffer in errors where bytes.count < 8_192 {
            buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        return String(decoding: bytes.prefix(8_192), as: UTF8.self)
    }
}

/// Notices that a program has been silent for too long while somebody waited for it.
private final class SilenceWatch: Sendable {
    private struct State {
        var since: ContinuousClock.Instant?
        var isOver = false
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock(\.isOver) }

    func begin() { state.withLock { $0.since = .now } }

    func end() { state.withLock { $0.since = nil } }

    /// Returns when somebody has waited for this long; throws when the task is cancelled.
    func wait(seconds: Double) async throws {
        let seconds = TimeLimit.bounded(seconds)
        while true {
            try await Task.sleep(for: .seconds(min(seconds, 1)))
            let isOver = state.withLock { state in
                guard let since = state.since, since.duration(to: .now) >= .seconds(seconds) else { return false }
                state.isOver = true
                return true
            }
            if isOver { return }
        }
    }
}

enum ToolName {
    static func of(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
#endif
