import ArgumentParser
import Foundation
import Hearth
import Synchronization

/// `hearth library`: the library as a whole, and where it is.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract:
            "Move the library between a data folder and PostgreSQL, join two, and keep the password of a database.",
        discussion: """
            EXAMPLES
              hearth library copy this postgres://hearth@localhost/hearth
              hearth library copy postgres://hearth@localhost/hearth ~/hearth-again
              hearth library merge ~/from-my-laptop this
              hearth library password
            """,
        subcommands: [Copy.self, Merge.self, Password.self])

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password",
            abstract: "Keep the password of the library in PostgreSQL.",
            discussion: """
                It is asked for, or read from standard input, and kept where keys are, for the user, host and database of the \
                library that is set (see `hearth settings show`) and no other.
                """)
        @Flag(help: "Forget it.") var remove = false

        func run() async throws {
            let hearth = try Hearth(environment: EnvironmentFlag.name)
            guard let account = hearth.privacy.libraryAccount else {
                throw CommandFailure(
                    ExitStatus.usage,
                    "The library is a file of this machine and has no password. `hearth settings set library` names another."
                )
            }
            if remove {
                guard try hearth.privacy.setLibraryPassword(nil) else {
                    throw CommandFailure(ExitStatus.failed, "No password is kept for \(account).")
                }
                return Terminal.output.write("The password for \(account) is forgotten.\n")
            }
            var bytes = try HiddenInput.read(prompt: "Password for \(account) (it is not shown): ")
            // `echo` and files end with a line.
            while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
            try hearth.privacy.setLibraryPassword(Secret(bytes: bytes))
            Terminal.output.write("The password for \(account) is kept.\n")
        }
    }

    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy",
            abstract: "Copy the whole library to another place, and compare the two.",
            discussion: """
                A place is a data folder, postgres://USER@HOST/DATABASE?owner=NAME on this machine, or `this` for the library \
                that is in use. Documents, labels, conversations, the journal, analyses, consents and the ledger are copied \
                with their ids and times; the library that is copied stays as it is. The index of words is made anew. Settings, \
                keys of services, models and environments are not part of a library.

                The place is a new or empty one. A copy that was broken off is gone on with by the same command; until it is \
                whole and the same, it is opened by no other. Close what else uses the two libraries, such as `hearth serve`.

                EXAMPLES
                  hearth library copy this postgres://hearth@localhost/hearth
                  hearth library copy ~/.local/share/hearth /media/disk/hearth --json
                """)
        @Argument(help: "The library that is copied: a data folder, postgres://…, or this.") var from: String
        @Argument(help: "Where it is copied to: a new or empty data folder, or postgres://…") var to: String
        @Flag(help: "Print one JSON object at the end.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let (source, target) = (try hearth.data.place(from), try hearth.data.place(to))
            let report = try await CopyBar.showing {
                try await hearth.data.copyLibrary(from: source, to: target, progress: $0)
            }
            if json { return try JSONLines().write(Row(report, from: source, to: target)) }
            Self.show(report, source, target)
        }

        private static func show(_ report: LibraryCopyReport, _ source: LibraryPlace, _ target: LibraryPlace) {
            let output = Terminal.output
            let kinds = report.kinds.filter { $0.count > 0 }
            let width = kinds.map { $0.kind.words.count }.max() ?? 0
            let digits = kinds.map { "\($0.count)".count }.max() ?? 0
            for kind in kinds {
                let name = kind.kind.words.padding(toLength: width, withPad: " ", startingAt: 0)
                let count = String(repeating: " ", count: digits - "\(kind.count)".count) + "\(kind.count)"
                output.write("\(name)  \(count)  sha256 \(kind.hash.hex)\n")
            }
            output.write(
                "Copied \(Terminal.line("\(source)")) to \(Terminal.line("\(target)")): both hold the same. The ledger is whole, "
                    + "with \(Format.count(report.ledger.records, "record")).\n")
            if target.isServer, report.privateDocuments > 0 {
                Terminal.note(
                    "\(Format.count(report.privateDocuments, "document")) in it \(report.privateDocuments == 1 ? "is" : "are") "
                        + "private; whoever administers that database can read all of it")
            }
            for note in Row.notCopied { Terminal.note(note) }
        }
    }
}

extension LibraryCommand.Copy {
    /// What `--json` prints.
    private struct Row: Encodable {
        struct Kind: Encodable {
            var kind: String
            var count: Int
            var sha256: String
        }

        var from: String
        var to: String
        var resumed: Bool
        var kinds: [Kind]
        var privateDocuments: Int
        var ledgerRecords: Int
        var ledgerAnchor: String?
        var notCopied: [String]

        /// What a person might look for in the copy, and why it is not there.
        static let notCopied = [
            "the index of words was made anew from the texts",
            "what models had read of conversations is not in the copy; they read it again",
            "settings, keys of services, models and environments are not part of a library and stay where they are",
        ]

        init(_ report: LibraryCopyReport, from: LibraryPlace, to: LibraryPlace) {
            (self.from, self.to, resumed) = ("\(from)", "\(to)", report.isResumed)
            kinds = report.kinds.map { Kind(kind: $0.kind.rawValue, count: $0.count, sha256: $0.hash.hex) }
            privateDocuments = report.privateDocuments
            ledgerRecords = report.ledger.records
            ledgerAnchor = report.ledger.anchor
            notCopied = Self.notCopied
        }
    }
}

/// Shows how a copy gets on: one line that is redrawn on a terminal, a plain line for each kind elsewhere.
final class CopyBar: Sendable {
    private struct State {
        var bar = ProgressBar()
        var last = ""
    }

    private let state = Mutex(State())
    private let isInteractive = Terminal.error.isInteractive

    func show(_ progress: LibraryCopyProgress) {
        let what =
            switch progress.step {
            case .copying: "copying \(progress.kind.words)"
            case .indexing: "making the index of words"
            case .comparing: "comparing \(progress.kind.words)"
            }
        state.withLock { state in
            if isInteractive {
                let fraction = progress.total > 0 ? Double(progress.done) / Double(progress.total) : nil
                state.bar.show(fraction, "\(what), \(progress.done)/\(progress.total)")
            } else if state.last != what {
                Terminal.error.write(what + "\n")
            }
            state.last = what
        }
    }

    func clear() { state.withLock { $0.bar.clear() } }

    /// Does some work on two libraries, and shows how it gets on.
    static func showing<Report>(
        _ work: (@escaping @Sendable (LibraryCopyProgress) throws -> Void) async throws -> Report
    ) async throws -> Report {
        let bar = CopyBar()
        defer { bar.clear() }
        return try await work { progress in
            try Task.checkCancellation()
            bar.show(progress)
        }
    }
}
