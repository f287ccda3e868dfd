import ArgumentParser
import Foundation
import Hearth

/// `hearth work`: what is to be done, and doing it.
struct WorkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Do what waits in the library's queue: files that were sent, recordings to be written down.",
        discussion: """
            `hearth serve` does it by itself; another process helps. Files come from the library, and progress goes there, so that every \
            server shows it. What is under way when it is stopped goes back to the queue; what a worker that was killed had is taken over \
            after a minute.

            What fails and may pass is tried again after pauses that grow. What does not is kept with its reason: `hearth work list` \
            shows it, `hearth work retry` has it tried again, `hearth work cancel` lets it go. A library that others keep busy, or that \
            is away, costs a task no attempt for a day: it is held up, and `hearth work list` says since when.

            EXAMPLES
              hearth work
              hearth work --kind transcribe --parallel 2
              hearth work --once
              hearth work list --failed
              hearth work retry 3f2a90c1
            """,
        subcommands: [Run.self, List.self, Retry.self, Cancel.self], defaultSubcommand: Run.self)

    /// What is to be done, as it is called on the command line.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case ingest, transcribe

        var kind: Hearth.Work.Kind {
            switch self {
            case .ingest: .ingest
            case .transcribe: .transcription
            }
        }
    }

    // MARK: Doing

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Do what waits, until it is stopped.",
            discussion: "A line says how each task ended. With --once it ends when nothing more can be done now.")
        @Option(help: "What is done here: ingest or transcribe; may be given several times. Without it, everything.")
        var kind: [Kind] = []
        @Option(parsing: .unconditional, help: "How many tasks at a time, 1 to 64.") var parallel = 1
        @OptionGroup var library: LibraryOption
        @Flag(help: "End when nothing more can be done now.") var once = false
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard (1...64).contains(parallel) else { throw ValidationError("--parallel must be from 1 to 64.") }
        }

        func run() async throws {
            let hearth = try Hearth(flags: library.flags)
            let kinds = kind.isEmpty ? Hearth.Work.Kind.allCases : kind.map(\.kind)
            let json = json
            if !json, !once { Terminal.note("waiting for work; Ctrl-C ends it") }
            do {
                try await hearth.work.run(kinds, parallel: parallel, once: once) { task in
                    if json {
                        try? JSONLines().write(WorkRow(task))
                    } else {
                        Terminal.output.write(WorkRow(task).line + "\n")
                    }
                } waiting: { error in
                    Terminal.note("\(error.readable.map(HelpText.message) ?? "\(error)") It is waited for.")
                }
            } catch {
                await hearth.shutdown()
                throw error
            }
            await hearth.shutdown()
        }
    }

    // MARK: Looking

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "What is to be done, is being done, and failed; the newest first.",
            discussion: "What was done or cancelled is remembered for a day, what failed for 30 days.")
        @Option(help: "Only of a kind: ingest or transcribe.") var kind: Kind?
        @Flag(help: "Only what failed.") var failed = false
        @Flag(help: "Also what was done or cancelled.") var all = false
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard !failed || !all else { throw ValidationError("--failed and --all contradict each other.") }
        }

        func run() async throws {
            var states: Set<WorkTask.State> = failed ? [.failed] : [.arriving, .queued, .running, .failed]
            if all { states = Set(WorkTask.State.allCases) }
            let tasks = try await Hearth().work.list(states).filter { task in
                kind.map { $0.kind.rawValue == task.kind.rawValue } ?? true
            }
            for task in tasks {
                if json {
                    try JSONLines().write(WorkRow(task))
                } else {
                    Terminal.output.write(WorkRow(task).line + "\n")
                }
            }
            if tasks.isEmpty, !json {
                Terminal.output.write(failed ? "Nothing failed.\n" : "Nothing is to be done.\n")
            }
        }
    }

    // MARK: Changing

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Have a task tried again that failed.")
        @Argument(help: "Its id, or the beginning of it.") var id: String
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws { try WorkRow.show(try await Hearth().work.retry(id), json: json) }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "End a task; of one that failed, let it go with its files.")
        @Argument(help: "Its id, or the beginning of it.") var id: String
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws { try WorkRow.show(try await Hearth().work.cancel(id), json: json) }
    }
}

/// A task, as it is printed.
private struct WorkRow: Encodable {
    var id: String
    var kind: String
    var state: String
    var title: String
    var requester: String
    var priority: String
    var label: String
    var createdAt: Date
    /// Of one that waits for another try.
    var notBefore: Date?
    var attempts: Int
    var mostAttempts: Int
    /// Who works on it.
    var worker: String?
    var isCancelling: Bool
    var fraction: Double?
    var message: String?
    var endedAt: Date?
    var error: WorkFailure?

    init(_ task: WorkTask) {
        (id, kind, state, title) = (task.id, task.kind.rawValue, task.state.rawValue, task.title)
        (requester, priority, label) = (task.requester, "\(task.priority)", task.label.rawValue)
        (createdAt, endedAt, attempts, mostAttempts) = (task.createdAt, task.endedAt, task.attempts, task.mostAttempts)
        notBefore = task.state == .queued && task.notBefore > task.createdAt ? task.notBefore : nil
        (worker, isCancelling, error) = (task.lease?.worker, task.isCancelling, task.failure)
        let progress = Hearth.Work.progress(of: task)
        (fraction, message) = (progress?.fraction, progress?.message)
    }

    static func show(_ task: WorkTask, json: Bool) throws {
        if json { return try JSONLines().write(WorkRow(task)) }
        Terminal.output.write(WorkRow(task).line + "\n")
    }

    private var isEnded: Bool { WorkTask.State(rawValue: state)?.isFinal ?? true }

    /// For a person: one line, and the reason of what failed below it.
    var line: String {
        var facts = [isCancelling ? "is being stopped" : state]
        if state == "running" {
            if let worker { facts.append("on \(worker)") }
            if let message { facts.append(message) }
        }
        if attempts > 1 || state == "queued" && attempts > 0 { facts.append("attempt \(attempts) of \(mostAttempts)") }
        if let held = error?.heldUp, !isEnded {
            facts.append(
                "held up \(held.times == 1 ? "once" : "\(held.times) times") since \(held.since.formatted(.iso8601))")
        }
        if let notBefore { facts.append("again at \(notBefore.formatted(.iso8601))") }
        let head =
            "\(Terminal.output.bold(String(id.prefix(8))))  \(kind)  \(Terminal.line(title))  "
            + Terminal.line(facts.joined(separator: ", "))
        return error.map { head + "\n          " + Terminal.line($0.message) } ?? head
    }
}
