import Foundation
import Hearth

/// A folder as one JSON object.
struct FolderRow: Encodable {
    var name: String
    var path: String
    var label: SensitivityLabel
    var exclusions: [String]
    var deletions: WatchedFolder.Deletions
    var gitLists: WatchedFolder.GitLists
    var hidden: Bool
    var paused: Bool
    var addedAt: Date
    var lookedAt: Date?
    var absence: WatchedFolder.Absence?
    /// How many files are in each state.
    var files: [String: Int]
    var leftOut: Int
    var problems: [String]?

    init(_ state: FolderState) {
        let (status, folder) = (state.status, state.status.folder)
        (name, path, label) = (folder.name, folder.path, status.label ?? .personal)
        (exclusions, deletions, hidden) = (folder.exclusions, folder.deletions, folder.includesHidden)
        gitLists = folder.gitLists
        (paused, addedAt, lookedAt, absence) = (folder.isPaused, folder.addedAt, folder.lookedAt, folder.absence)
        files = status.files.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
        (leftOut, problems) = (folder.leftOut, folder.problems.isEmpty ? nil : folder.problems)
    }
}

/// Prints how folders are, and what looking at them reports: JSON Lines, or lines for a person.
struct FolderView {
    let json: Bool
    let isWatching: Bool
    private let lines = JSONLines()
    private var bar = ProgressBar()
    private var said: Set<String> = []

    init(json: Bool, isWatching: Bool = false) { (self.json, self.isWatching) = (json, isWatching) }

    private struct Moved: Encodable {
        var moved: String
        var to: String
    }

    private struct Gone: Encodable {
        var gone: String
        var kept: Bool
    }

    private struct File: Encodable {
        var folder: String
        var path: String
        var state: WatchedFile.State
        var code: String?
        var message: String?
    }

    // MARK: What happens

    mutating func show(_ events: EventStream<FolderEvent>) async throws {
        var (done, failed) = (0, 0)
        for try await event in events {
            switch event {
            case .looking(let folder): if !isWatching { bar.show(nil, "looking through \(Terminal.safe(folder))") }
            case .reading(let folder, let read, let total):
                let fraction = total > 0 ? Double(read) / Double(total) : nil
                bar.show(fraction, "\(Terminal.safe(folder)): \(read) of \(total) files")
            case .document(let report):
                bar.clear()
                // Of what is no document, the number is enough.
                guard json || report.status != .skipped else { continue }
                if report.status == .failed { failed += 1 } else { done += 1 }
                try show(report)
            case .moved(let from, let to):
                bar.clear()
                if json { try lines.write(Moved(moved: from, to: to)) } else { Self.say("moved", "\(from) to \(to)") }
            case .gone(let path, let isKept):
                bar.clear()
                if json {
                    try lines.write(Gone(gone: path, kept: isKept))
                } else {
                    Self.say("gone", isKept ? "\(path)  (its document is kept)" : path)
                }
            case .note(let note):
                guard said.insert(note).inserted else { continue }
                bar.clear()
                Terminal.note(Terminal.safe(note))
            case .report(let report):
                bar.clear()
                if report.absence == nil { done += 1 } else { failed += 1 }
                try show(report)
            }
        }
        bar.clear()
        try Task.checkCancellation()
        try CommandFailure.check(done: done, failed: failed, json: json)
    }

    private func show(_ report: IngestReport) throws {
        guard !json else {
            var view = FeedView(json: true)
            return try view.show(report)
        }
        guard report.status == .failed else { return Self.say(report.status.rawValue, report.path) }
        let words = ([report.problem?.message ?? ""] + (report.problem?.help ?? []).map(HelpText.sentence))
            .joined(separator: " ")
        Terminal.error.write(
            "\(Terminal.error.red("failed")) \(Terminal.line(report.path)): \(Terminal.safe(words))\n")
    }

    private func show(_ report: FolderReport) throws {
        if json { return try lines.write(report) }
        if isWatching, !report.isChange { return }
        let name = Terminal.line(report.name)
        if let absence = report.absence {
            Terminal.error.write("\(Terminal.error.red("missing")) \(name): \(Self.words(absence))\n")
            return
        }
        let counts: [(Int, String)] = [
            (report.added, "added"), (report.updated, "updated"), (report.moved, "moved"), (report.removed, "removed"),
            (report.kept, "deleted and kept"), (report.excluded, "left out from now on"), (report.skipped, "skipped"),
            (report.failed, "failed"), (report.waiting, "still being written"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        Terminal.output.write(
            "\(name): \(Format.count(report.files, "file")), "
                + "\(parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))\n")
    }

    private static func say(_ word: String, _ rest: String) {
        Terminal.output.write("\(Terminal.output.green(word)) \(Terminal.line(rest))\n")
    }

    static func words(_ absence: WatchedFolder.Absence) -> String {
        let why =
            switch absence {
            case .notThere: "there is no folder at its path. Its disk may not be there, or it was moved."
            case .emptied: "it is empty, and was not. Its disk may not be there."
            case .anotherOne: "there is another folder at its path, without most of what was in it."
            case .unreadable: "it cannot be read; check its permissions."
            }
        return why
            + " Nothing was forgotten. Where it is gone for good, remove it from the list, and add what stands in its place."
    }

    // MARK: How they are

    static func show(_ state: FolderState) {
        let (status, folder) = (state.status, state.status.folder)
        let looked = folder.lookedAt.map { "looked at \($0.formatted(.iso8601))" } ?? "not looked at yet"
        let kept = folder.deletions == .keep ? ", deleted ones are kept" : ""
        let paused = folder.isPaused ? ", paused" : ""
        Terminal.output.write(
            "\(Terminal.output.bold(Terminal.line(folder.name)))  \(Terminal.line(folder.path))  "
                + "\((status.label ?? .personal).rawValue), \(looked)\(kept)\(paused)\n")
        let named: [(WatchedFile.State, String)] = [
            (.read, "in the library"), (.failed, "could not be read"), (.skipped, "no document"),
            (.excluded, "left out by now, documents stay"), (.gone, "deleted, documents stay"),
            (.away, "on a disk that is not there"),
        ]
        let counts = named.compactMap { state, word in status.files[state].map { "\($0) \(word)" } }
        if !counts.isEmpty { Terminal.output.write("  \(counts.joined(separator: ", "))\n") }
        if folder.leftOut > 0 {
            Terminal.output.write(
                "  \(Format.count(folder.leftOut, "file or folder", many: "files and folders")) left out\n")
        }
        if !folder.exclusions.isEmpty {
            let patterns = folder.exclusions.map { Terminal.line($0) }.joined(separator: "  ")
            Terminal.output.write("  leaves out: \(patterns)\n")
        }
        switch folder.gitLists {
        case .repositories: break
        case .everywhere: Terminal.output.write("  .gitignore files count in every folder of it\n")
        case .nowhere: Terminal.output.write("  .gitignore files do not count\n")
        }
        if let absence = folder.absence {
            Terminal.output.write("  \(Terminal.output.red("missing")): \(words(absence))\n")
        }
        for problem in folder.problems { Terminal.output.write("  note: \(Terminal.safe(problem))\n") }
    }

    static func show(_ file: WatchedFile, of folder: WatchedFolder, json: Bool) throws {
        if json {
            return try JSONLines().write(
                File(
                    folder: folder.name, path: file.path, state: file.state, code: file.code, message: file.message))
        }
        let word = file.state == .failed ? Terminal.output.red("failed") : Terminal.output.dim(file.state.rawValue)
        Terminal.output.write("  \(word) \(Terminal.line(file.path)): \(Terminal.safe(file.message ?? ""))\n")
    }
}
