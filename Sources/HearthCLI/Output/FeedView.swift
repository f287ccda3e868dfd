import Hearth

/// Prints what looking at feeds and pages reports: JSON Lines, or lines for a person.
struct FeedView {
    let json: Bool
    private let lines = JSONLines()
    private var bar = ProgressBar()
    private var said: Set<String> = []

    init(json: Bool) { self.json = json }

    private struct Output: Encodable {
        var feed: String
        var added: Int
        var updated: Int
        var transcripts: Int
        var waiting: Int
        var notes: [String]?
        /// Hosts from which nothing may be fetched yet.
        var refusedHosts: [String]?
        var error: FeedReport.Problem?
    }

    mutating func show(_ events: EventStream<FeedEvent>) async throws {
        var (done, failed, last): (Int, Int, Failure.Kind?) = (0, 0, nil)
        for try await event in events {
            switch event {
            case .doing(let what): bar.show(nil, Terminal.safe(what))
            case .document(let report):
                try show(report)
                if report.status == .failed { failed += 1 } else { done += 1 }
            case .note(let note):
                // What holds for a run holds for each of its parts.
                guard said.insert(note).inserted else { continue }
                bar.clear()
                Terminal.note(Terminal.safe(note))
            case .feed(let report):
                try show(report)
                if report.problem == nil { done += 1 } else { failed += 1 }
                last = report.problem?.kind ?? last
            }
        }
        bar.clear()
        try Task.checkCancellation()
        // Where it was one alone, its status is the program's.
        if done == 0, failed == 1, let last { throw CommandFailure(ExitStatus.of(last)) }
        try CommandFailure.check(done: done, failed: failed, json: json)
    }

    mutating func show(_ report: IngestReport) throws {
        if json {
            try lines.write(
                IngestView.Output(
                    path: report.path, documentID: report.documentID, status: report.status.rawValue,
                    format: report.format?.rawValue, pages: report.pages, chunks: report.chunks, bytes: report.bytes,
                    withoutText: report.isWithoutText, warnings: report.warnings.isEmpty ? nil : report.warnings,
                    error: report.problem))
            return
        }
        bar.clear()
        // What an item is kept under says little to a person.
        let title = report.title.map { Terminal.output.bold(Terminal.line($0)) + "  " } ?? ""
        let path = title + Terminal.line(report.path)
        let word = report.status.rawValue
        let shown = report.status == .unchanged ? Terminal.output.dim(word) : Terminal.output.green(word)
        Terminal.output.write("\(shown) \(path)  (\(Format.count(report.chunks, "chunk")))\n")
        for warning in report.warnings { Terminal.error.write("  note: \(Terminal.safe(warning.message))\n") }
    }

    private mutating func show(_ report: FeedReport) throws {
        if json {
            try lines.write(
                Output(
                    feed: report.name, added: report.added, updated: report.updated, transcripts: report.transcripts,
                    waiting: report.waiting, notes: report.notes.isEmpty ? nil : report.notes,
                    refusedHosts: report.refusedHosts.isEmpty ? nil : report.refusedHosts, error: report.problem))
            return
        }
        bar.clear()
        let name = Terminal.line(report.name)
        if let problem = report.problem {
            let help = report.refusedHosts.isEmpty ? (problem.help ?? []).map(HelpText.sentence) : [allowing(report)]
            let words = ([problem.message] + help).joined(separator: " ")
            Terminal.error.write("\(Terminal.error.red("failed")) \(name): \(Terminal.safe(words))\n")
            return
        }
        var parts: [String] = []
        if report.added > 0 { parts.append("\(report.added) new") }
        if report.updated > 0 { parts.append("\(report.updated) changed") }
        if report.transcripts > 0 { parts.append(Format.count(report.transcripts, "transcript")) }
        if report.waiting > 0 { parts.append("\(Format.count(report.waiting, "transcript")) not fetched yet") }
        Terminal.output.write("\(name): \(parts.isEmpty ? "nothing new" : parts.joined(separator: ", "))\n")
        for note in report.notes { Terminal.error.write("  note: \(Terminal.safe(note))\n") }
        if !report.refusedHosts.isEmpty { Terminal.error.write("  note: \(Terminal.safe(allowing(report)))\n") }
    }

    /// What to type.
    private func allowing(_ report: FeedReport) -> String {
        let hosts = report.refusedHosts.map { "--host \(Format.shellWord($0))" }.joined(separator: " ")
        return "`hearth feeds refresh \(Format.shellWord(report.name)) \(hosts)` allows that."
    }
}
