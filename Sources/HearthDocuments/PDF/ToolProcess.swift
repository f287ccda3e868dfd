#if canImport(Subprocess)
import HearthCore
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Runs a program that reads untrusted files: in a session of its own, with limits on memory, processor time and output, and
/// killed with all its children when time is up or the task is cancelled.
struct ToolProcess {
    struct Outcome: Sendable {
        var output: [UInt8] = []
        /// The beginning of what it wrote to standard error.
        var errors: [UInt8] = []
        var isSuccess = false
        var timedOut = false
        /// The output was cut at its limit.
        var truncated = false
    }

    var path: String
    /// Wraps the program where it is there: it limits address space, processor time, file size and core dumps.
    private let prlimit = ToolLocator.path(of: "prlimit")

    /// - Throws: `CancellationError`, or ``DocumentError`` when the program cannot be started.
    func run(_ arguments: [String], seconds: Double, outputLimit: Int) async throws -> Outcome {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100))
        ]
        let command = command(arguments, seconds: seconds)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
                // No home folder: the tool's own settings shall not change what is read.
                environment: .custom(["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]), platformOptions: options,
                input: .none, output: .sequence, error: .sequence
            ) { execution in
                try await Self.collect(
                    execution.standardOutput, execution.standardError, seconds: seconds, outputLimit: outputLimit
                ) { try? execution.send(signal: .kill, toProcessGroup: true) }
            }
            try Task.checkCancellation()
            var outcome = result.closureResult
            outcome.isSuccess = result.terminationStatus.isSuccess && !outcome.timedOut
            return outcome
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw DocumentError(.notReadable, "Could not run \(path): \(error).")
        }
    }

    private func command(_ arguments: [String], seconds: Double) -> [String] {
        guard let prlimit else { return [path] + arguments }
        return [
            prlimit, "--as=\(2 << 30)", "--cpu=\(Int(seconds.rounded(.up)) + 5)", "--core=0", "--fsize=0", "--", path,
        ] + arguments
    }

    private static func collect(
        _ output: SubprocessOutputSequence, _ errors: SubprocessOutputSequence, seconds: Double, outputLimit: Int,
        kill: @escaping @Sendable () -> Void
    ) async throws -> Outcome {
        enum Part: Sendable {
            case output([UInt8], truncated: Bool)
            case errors([UInt8])
            case timeIsUp
        }
        return try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask {
                var bytes: [UInt8] = []
                for try await buffer in output {
                    buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
                    if bytes.count > outputLimit {
                        kill()
                        bytes.removeSubrange(outputLimit...)
                        return .output(bytes, truncated: true)
                    }
                }
                return .output(bytes, truncated: false)
            }
            group.addTask {
                var bytes: [UInt8] = []
                // Read to the end, or the program would block on a full pipe.
                for try await buffer in errors where bytes.count < 16_384 {
                    buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
                }
                return .errors(bytes)
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return .timeIsUp
            }
            var outcome = Outcome()
            var open = 2
            while open > 0, let part = try await group.next() {
                switch part {
                case .output(let bytes, let truncated):
                    (outcome.output, outcome.truncated) = (bytes, truncated)
                    open -= 1
                case .errors(let bytes):
                    outcome.errors = bytes
                    open -= 1
                case .timeIsUp:
                    // The pipes end with the processes, and with them the two readers.
                    outcome.timedOut = true
                    kill()
                }
            }
            group.cancelAll()
            return outcome
        }
    }
}
#endif
