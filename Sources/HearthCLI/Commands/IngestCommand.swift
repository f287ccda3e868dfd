import ArgumentParser
import Hearth

/// `hearth ingest PATH…`: reads files into the encrypted store.
struct IngestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Read files and folders into the encrypted store.",
        discussion: """
            Reads text, Markdown, HTML, PDF, Word (docx), Rich Text (rtf), Excel (xlsx), PowerPoint (pptx), EPUB, OpenDocument (odt, ods, odp), CSV and TSV, saved mail (eml, mbox), calendars (ics), contacts (vcf), notebooks (ipynb), source code, pictures of text and scans (PNG, JPEG, TIFF), SubRip and WebVTT, the exports of messengers, assistants, notes and browsers (`docs/formats.md` names them), and archives (zip) of all of these; `hearth transcribe` \
            writes down recordings. A folder is read with everything below it; unchanged files are skipped. The run can be \
            stopped at any time and goes on where it was. The files stay where they are; what is read of them is in the data \
            folder, encrypted.

            LABELS
              private   never leaves this machine
              personal  goes to a remote engine with your consent alone (`hearth help consent`); so is what nobody labelled
              public    may go to any engine that you have set up

            EXAMPLES
              hearth ingest ~/Documents
              hearth ingest 'notes/**/*.md' contract.pdf --label private
              hearth ingest ~/notes --watch
            """)

    @Argument(help: "Files, folders or patterns.", completion: .file())
    var paths: [String]

    @Flag(help: "Read hidden files and folders too.")
    var hidden = false

    @Option(
        help: """
            How private the documents are, and the folders that are named: what comes into one of these later has its label too.
            """)
    var label: SensitivityLabel?

    @Flag(help: "Forget documents whose files are gone from the named folders.")
    var prune = false

    @Flag(help: "Stay and keep the store in step with the folders, until Ctrl-C.")
    var watch = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    func validate() throws {
        // As a variable of a script has it that was never set; the current folder is not meant.
        guard !paths.contains("") else { throw ValidationError("A path is empty. Name files, folders or patterns.") }
    }

    func run() async throws {
        let hearth = try Hearth()
        var options = IngestOptions()
        options.includesHidden = hidden
        options.label = label
        options.lowersLabels = true
        options.prunes = prune || watch
        var output = IngestView(json: json)
        let summary = try await output.show(try await hearth.documents.ingest(paths, options: options))
        if watch {
            try await output.show(changes: try await hearth.documents.watch(paths, options: options))
        } else {
            try CommandFailure.check(
                done: summary.added + summary.updated + summary.unchanged, failed: summary.failed, json: json)
        }
    }
}

/// Prints what ingestion reports: JSON Lines, or lines for a person with a progress bar.
struct IngestView {
    let json: Bool
    private var progress = ProgressLine()
    private let lines = JSONLines()

    init(json: Bool) { self.json = json }

    struct Output: Encodable {
        var path: String
        var documentID: String?
        var status: String
        var format: String?
        var pages: Int
        var chunks: Int
        var bytes: Int
        var withoutText: Bool
        var warnings: [ExtractionWarning]?
        var error: IngestReport.Problem?
    }

    struct Summary: Encodable {
        var summary: IngestSummary
    }

    mutating func show(_ events: EventStream<IngestEvent>) async throws -> IngestSummary {
        var result = IngestSummary()
        for try await event in events {
            switch event {
            case .progress(let done, let total, let chunks): progress.show(done: done, total: total, chunks: chunks)
            case .vectors(let done, let total): progress.show(vectors: done, of: total)
            case .note(let note): show(note: note)
            case .file(let report): try show(report)
            case .pictures(let path, let left): show(pictures: path, left: left)
            case .recognized(let report): try show(report, word: "read")
            case .summary(let summary):
                progress.clear()
                result = summary
                try show(summary)
            }
        }
        try Task.checkCancellation()
        return result
    }

    /// Rounds of watching: only files that changed are shown, and what was forgotten.
    mutating func show(changes events: EventStream<IngestEvent>) async throws {
        for try await event in events {
            switch event {
            case .file(let report) where report.status != .unchanged && report.status != .skipped: try show(report)
            case .note(let note): show(note: note)
            case .recognized(let report): try show(report, word: "read")
            case .file, .progress, .vectors, .pictures, .summary: break
            }
        }
    }

    private mutating func show(note: String) {
        progress.clear()
        Terminal.error.write("note: \(Terminal.safe(note))\n")
    }

    /// That everything else is there already is worth to know for whoever waits.
    private mutating func show(pictures path: String, left: Int) {
        guard !json else { return }
        progress.show(
            nil,
            "all text is stored; reading \(Terminal.line(path)) from its pictures"
                + (left > 1 ? ", \(Format.count(left - 1, "file")) more" : ""))
    }

    /// - Parameter word: What became of it, where that is not its status.
    private mutating func show(_ report: IngestReport, word: String? = nil) throws {
        if json {
            try lines.write(
                Output(
                    path: report.path, documentID: report.documentID, status: report.status.rawValue,
                    format: report.format?.rawValue, pages: report.pages, chunks: report.chunks, bytes: report.bytes,
                    withoutText: report.isWithoutText, warnings: report.warnings.isEmpty ? nil : report.warnings,
                    error: report.problem))
            return
        }
        guard report.status != .unchanged else { return }
        progress.clear()
        let path = Terminal.line(report.path)
        switch report.status {
        case .added, .updated, .unchanged:
            let pages = report.pages > 1 ? Format.count(report.pages, "page") + ", " : ""
            let word = word ?? report.status.rawValue
            let content =
                report.isWithoutText ? "no text, so nothing to find or quote" : Format.count(report.chunks, "chunk")
            Terminal.output.write("\(Terminal.output.green(word)) \(path)  (\(pages)\(content))\n")
        case .skipped:
            Terminal.output.write(
                "\(Terminal.output.dim("skipped")) \(path): \(Terminal.safe(words(report.problem)))\n")
        case .failed:
            Terminal.error.write(
                "\(Terminal.error.red("failed")) \(path): \(Terminal.safe(words(report.problem)))\n")
        }
        for warning in report.warnings {
            let page = warning.page.map { "page \($0): " } ?? ""
            let help = warning.help.map { " " + HelpText.sentence($0) }.joined()
            Terminal.error.write("  note: \(page)\(Terminal.safe(warning.message))\(help)\n")
        }
    }

    /// What happened and what to type.
    private func words(_ problem: IngestReport.Problem?) -> String {
        guard let problem else { return "" }
        return ([problem.message] + (problem.help ?? []).map(HelpText.sentence)).joined(separator: " ")
    }

    private func show(_ summary: IngestSummary) throws {
        if json {
            try lines.write(Summary(summary: summary))
        } else {
            let parts = [
                "\(summary.added) added", "\(summary.updated) updated", "\(summary.unchanged) unchanged",
                "\(summary.skipped) skipped", "\(summary.failed) failed",
            ]
            let recognized = summary.recognized == 0 ? "" : "; \(summary.recognized) read from pictures"
            let withoutText = recognized + (summary.withoutText == 0 ? "" : "; \(summary.withoutText) without text")
            Terminal.output.write(
                parts.joined(separator: ", ") + withoutText
                    + "; \(Format.count(summary.chunks, "chunk")) in \(Format.decimal(summary.seconds, places: 1)) s\n")
            showMilder(summary.milder)
        }
    }

    /// What may be seen by more than before is said, also of files that are as they were.
    private func showMilder(_ milder: [IngestSummary.Milder]) {
        for from in SensitivityLabel.allCases {
            for to in SensitivityLabel.allCases {
                let paths = milder.filter { $0.from == from && $0.to == to }.map { Terminal.line($0.path) }
                guard !paths.isEmpty else { continue }
                let (was, isNow) = paths.count == 1 ? ("was", "is") : ("were", "are")
                let more = paths.count > 5 ? " and \(paths.count - 5) more" : ""
                Terminal.error.write(
                    "note: \(Format.count(paths.count, "document")) \(was) \(from.rawValue) and \(isNow) \(to.rawValue) now: "
                        + paths.prefix(5).joined(separator: ", ") + more + "\n")
            }
        }
    }
}
