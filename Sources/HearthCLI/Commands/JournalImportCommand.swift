import ArgumentParser
import Foundation
import Hearth

/// `hearth journal import`.
struct JournalImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Take in entries from a JSONL file, or - for standard input, or from the export of Day One or Apple's Journal.",
        discussion: """
            A row is {"id", "date"?, "time"?, "timeZone"?, "calendar"?, "title"?, "text", "duration"?, "languages"?, "label"?}. \
            Importing a row again changes nothing; another row with the same id replaces it, and keeps its date where it has \
            none of its own. A row without a date is kept, and enters no rollup. Dates are days on the writer's own clock; 1659/60-01-05 and "calendar": "julian" are for the Old \
            Style of diaries.

            EXAMPLES
              hearth journal import diary.jsonl
              hearth journal import DayOne.zip
              hearth journal import AppleJournalEntries.zip
              hearth journal import - --label personal < notes.jsonl
            """)
    @Argument(
        help: "A JSONL file, or -; or what Day One exports as JSON, or Apple's Journal (.zip).", completion: .file())
    var file: String
    @Option(help: "The label of rows without one: private, personal or public.")
    var label: SensitivityLabel = .private
    @OptionGroup var options: StoreOptions

    /// Rows that failed and are named; a file that is no journal at all has thousands.
    static let namedErrors = 10

    struct Output: Encodable {
        var id: RowID
        var status: String
    }

    func run() async throws {
        let data = try Batch.data(file)
        let bytes = Array(data)
        // Both are archives; Day One's says what is wrong with one that is neither.
        let apple = try AppleJournalExport(bytes)
        let dayOne = apple == nil ? try DayOneExport(bytes) : nil
        for warning in apple?.warnings ?? dayOne?.warnings ?? [] { Terminal.note(warning.message) }
        let rows = Batch.rows(in: (apple?.rows ?? dayOne?.rows).map { Data($0) } ?? data, as: JournalRow.self)
        tellRepeated(rows)
        let hearth = try Hearth()
        let journal = hearth.journal
        let counts = try await take(rows, journal)
        try await embed(journal)
        await EmbedderNote.tell(hearth)
        if !options.json {
            let unnamed = counts.failed - Self.namedErrors
            if unnamed > 0 { Terminal.note("\(unnamed) more could not be read; --json names each") }
            var facts = Hearth.Journal.ImportStatus.allCases.filter { counts[$0] > 0 }.map { status in
                "\(counts[status]) \(status.rawValue)"
            }
            if counts.failed > 0 { facts.append("\(counts.failed) failed") }
            Terminal.output.write(
                "\(Format.count(rows.count, "entry", many: "entries")): "
                    + (facts.isEmpty ? "nothing to do" : facts.joined(separator: ", ")) + ".\n")
        }
        if !rows.isEmpty, counts.failed == rows.count {
            throw CommandFailure(ExitStatus.failed, "No row of the batch could be served.")
        }
        try CommandFailure.check(done: rows.count - counts.failed, failed: counts.failed, json: options.json)
    }

    /// The entries are kept by now; what is left without vectors is found by its words, and gets them with the next entry.
    private func embed(_ journal: Hearth.Journal) async throws {
        let shows = Terminal.error.isInteractive
        do {
            try await journal.embed { count in
                if shows { Terminal.error.redraw("Indexing entries, \(Format.count(count, "passage"))") }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            Terminal.note(ErrorBody(error).message)
        }
        if shows { Terminal.error.redraw("") }
    }

    /// Stores the rows, and tells of each what became of it.
    private func take(
        _ rows: [BatchRow<JournalRow>], _ journal: Hearth.Journal
    ) async throws -> Hearth.Journal.ImportCounts {
        let lines = JSONLines()
        var failed = 0
        return try await journal.importRows(rows) { batch in
            batch.map { row in
                do { return .add(try row.row.get().session(label: label)) } catch { return .wrong(error) }
            }
        } answered: { answer in
            let row = rows[answer.row]
            switch answer.result {
            case .success(let status):
                if options.json { try lines.write(Output(id: row.id, status: status.rawValue)) }
            case .failure(let error):
                failed += 1
                let body = ErrorBody(error)
                if options.json {
                    try lines.write(RowError(id: row.id, error: body))
                } else if failed <= Self.namedErrors {
                    // What is wrong with a row as such names its line already.
                    let place = (error as? BatchError)?.reason == .badRow ? "" : "Line \(row.line): "
                    Terminal.error.write("error: \(place)\(Terminal.safe(body.message))\n")
                }
            }
        }
    }

    /// Of rows with one id the last is kept, which may be meant, and is most likely not.
    private func tellRepeated(_ rows: [BatchRow<JournalRow>]) {
        var places: [String: [Int]] = [:]
        for row in rows {
            guard let name = try? row.row.get().name else { continue }
            places[name, default: []].append(row.line)
        }
        let repeated = places.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
        for (name, lines) in repeated.prefix(Self.namedErrors) {
            Terminal.note(
                "the id \(Terminal.line(name)) stands in lines \(lines.map(String.init).joined(separator: ", ")); "
                    + "the last of them holds")
        }
        if repeated.count > Self.namedErrors {
            Terminal.note("\(repeated.count - Self.namedErrors) more ids stand in several lines")
        }
    }
}
