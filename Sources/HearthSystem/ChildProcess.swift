import CSandbox

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Runs another program behind a wall, gives out what it writes as it comes, and leaves nothing of it behind: it is killed
/// with all that it started when the task is cancelled, the reader throws, its time is up, or this process ends, however.
///
/// The program has a session of its own, no descriptors but those given to it, and limits. ``Wall/closed`` is for everything
/// that parses what comes from outside: decoders written in C have had, and will have, faults that a file can use, and what
/// takes one over then is alone with its pipes. Linux enforces it by seccomp and Landlock; elsewhere the limits hold.
package struct ChildProcess: Sendable {
    package enum Wall: Sendable {
        /// No network, no other program, no file but the one it is handed and those of the system, nothing written but to its
        /// output.
        case closed
        /// No internet. For programs that talk to the desktop, or to a sound server, with which they share memory.
        case device
        /// No internet, and on Linux no program of this machine that listens. For programs that the user adds to be called by models.
        case tool
    }

    /// What the program may use up.
    package struct Limits: Sendable {
        /// Bytes of address space; 0 sets no limit, for programs that reserve far more than they use.
        package var memory: Int
        /// Seconds of processor time; `nil` for a program that runs as long as the user wants.
        package var processor: Int?
        /// Seconds that it may run.
        package var seconds: Double?
        /// Seconds in which we wait for output, or for the end, and nothing comes. The time that the reader takes does not
        /// count.
        package var silence: Double?

        package init(memory: Int = 2 << 30, processor: Int? = nil, seconds: Double? = nil, silence: Double? = nil) {
            self.memory = memory
            self.processor = processor
            self.seconds = seconds
            self.silence = silence
        }
    }

    package struct Outcome: Sendable {
        /// It ended by itself with the status 0, or because the reader had enough.
        package var isSuccess = false
        /// Its exit status; `nil` where a signal ended it.
        package var status: Int32?
        /// It was stopped because its time was up.
        package var timedOut = false
        /// It was stopped because nothing came for too long.
        package var fellSilent = false
        /// The reader did not want all of it.
        package var wasCut = false
        /// The beginning of what it wrote to standard error.
        package var errors: [UInt8] = []

        package var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    package var path: String
    package var arguments: [String]
    package var wall: Wall
    package var limits: Limits
    /// Written to its standard input, which then ends.
    package var input: [UInt8]
    /// The file that it reads, under the name ``OpenFile/pathInChild``.
    package var file: OpenFile?
    /// Its environment. `nil` is the bare one of programs that must not see the user's settings.
    package var environment: [String: String]?

    package init(
        path: String, arguments: [String], wall: Wall = .closed, limits: Limits = Limits(), input: [UInt8] = [],
        file: OpenFile? = nil, environment: [String: String]? = nil
    ) {
        self.path = path
        self.arguments = arguments
        self.wall = wall
        self.limits = limits
        self.input = input
        self.file = file
        self.environment = environment
    }

    /// Runs the program to its end.
    ///
    /// - Parameter receive: Is given its output, piece by piece; while it works, the program waits. Returning `false` ends
    ///   the program.
    /// - Throws: `CancellationError`, what `receive` throws, or ``SystemError`` `tool-not-started`.
    package func run(_ receive: ([UInt8]) async throws -> Bool) async throws -> Outcome {
        try Task.checkCancellation()
        let run = try ChildRun(self)
        return try await withTaskCancellationHandler {
            run.startThread()
            do {
                while let bytes = await run.next() {
                    guard try await receive(bytes) else {
                        run.stop(wasCut: true)
                        break
                    }
                }
            } catch {
                // Whoever stops reading has no more use for the program.
                run.stop(wasCut: true)
                _ = await run.outcome()
                throw error
            }
            let outcome = await run.outcome()
            try Task.checkCancellation()
            return try outcome.get()
        } onCancel: {
            run.stop(wasCut: true)
        }
    }

    /// Runs the program and collects what it writes, up to a limit; one byte more ends it.
    package func collect(limit: Int) async throws -> (outcome: Outcome, output: [UInt8]) {
        var output: [UInt8] = []
        let outcome = try await run { bytes in
            output += bytes.prefix(limit - output.count + 1)
            return output.count <= limit
        }
        if output.count > limit { output.removeSubrange(limit...) }
        return (outcome, output)
    }

    /// The same for callers that cannot wait otherwise; the thread that calls is blocked meanwhile.
    package func collectBlocking(limit: Int) throws -> (outcome: Outcome, output: [UInt8]) {
        let run = try ChildRun(self)
        var output: [UInt8] = []
        let outcome = run.pump { bytes in
            output += bytes.prefix(limit - output.count + 1)
            if output.count > limit { run.stop(wasCut: true) }
        }
        if output.count > limit { output.removeSubrange(limit...) }
        return (try outcome.get(), output)
    }
}

// MARK: -

/// What this process does against being looked into.
package enum ProcessWall {
    /// No core dumps, and no other process of the same user may read this one's memory. For the start of a program that will
    /// hold a key.
    ///
    /// - Returns: Whether the system does it.
    @discardableResult
    package static func closeToOthers() -> Bool { csandbox_close_to_others() == 0 }

    /// What the wall around programs that parse files from outside is made of here.
    package static var aroundChildren: (filtersCalls: Bool, restrictsFiles: Bool) {
        let walls = csandbox_walls()
        return (walls & CSANDBOX_HAS_FILTER != 0, walls & CSANDBOX_HAS_LANDLOCK != 0)
    }
}

// MARK: - Where programs are

/// Finds programs in the folders where systems and package managers put them.
///
/// The caller's `PATH` is not asked: what reads private documents and hears private recordings is not left to a variable.
package enum ToolLocator {
    private static let folders = [
        "/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin",
    ]

    package static func path(of program: String) -> String? { path(of: program, alsoIn: []) }

    /// - Parameter others: Folders that are looked into after those, for programs that the user names.
    package static func path(of program: String, alsoIn others: [String]) -> String? {
        (folders + others).map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// The last part of a path, for messages.
    package static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }
}

// MARK: - Conversations

/// A program behind a wall that is talked with: it is told things while it runs, and says things, until either side ends.
///
/// It is killed with all that it started when this is let go. Who reads may be cancelled without ending it, so that one question
/// that takes too long is not the end of the conversation.
package final class ChildConversation: Sendable {
    private let run: ChildRun

    /// Starts the program. That it could not be started is told by ``ending()``.
    package init(_ child: ChildProcess) throws {
        run = try ChildRun(child, isTalk: true)
        run.startThread()
    }

    deinit { run.stop(wasCut: true) }

    /// Tells the program something, behind what it was told before; it does not wait until that is read.
    ///
    /// - Returns: `false` where the program is gone, or leaves too much unread.
    package func send(_ bytes: [UInt8]) -> Bool { run.send(bytes) }

    /// The next piece of what it says, cut anywhere; `nil` when it says no more. One reader at a time.
    ///
    /// - Throws: `CancellationError`; the program goes on.
    package func next() async throws -> [UInt8]? { try await run.nextOrCancelled() }

    /// How it ended, once it says no more.
    ///
    /// - Throws: ``SystemError`` `tool-not-started`.
    package func ending() async throws -> ChildProcess.Outcome {
        run.stop(wasCut: false)
        return try await run.outcome().get()
    }

    /// Tells it that nothing more comes, and ends it where it does not end by itself.
    ///
    /// - Parameter patience: For a program that has something to put away.
    package func end(patience: Duration = .seconds(1)) async {
        run.endInput()
        // A task of its own: the wait below ends with the program, whatever becomes of the task that waits.
        let timer = Task { [run] in
            try await Task.sleep(for: patience)
            run.stop(wasCut: true)
        }
        _ = await run.outcome()
        timer.cancel()
    }
}
