public import ArgumentParser
import Foundation
public import Hearth

/// `hearth ledger`: what was decided, what was sent where, and the proof that the record of it is whole.
struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Show, export and verify the record of every decision and every connection.",
        discussion: """
            Nothing can be changed, removed or put in without `verify` finding it. docs/ledger.md says how to check an export \
            with a program of your own.

            EXAMPLES
              hearth ledger list --since 2026-11-01 --engine openai
              hearth ledger verify
              hearth ledger anchor >> ~/elsewhere/anchors
              hearth ledger verify --anchor ~/elsewhere/anchors
              hearth ledger export > ledger.jsonl
            """,
        subcommands: [List.self, Export.self, Verify.self, Anchor.self], defaultSubcommand: List.self)

    /// What a check found wrong, and what to type where that would help.
    fileprivate static func problem(_ result: LedgerVerification) -> String? {
        guard let message = result.message, result.reason == .anchor else { return result.message }
        return message + " `hearth ledger anchor --accept` does that."
    }

    struct Filter: ParsableArguments {
        @Option(help: "Only from this day (UTC) or moment on, as 2026-11-01 or 2026-11-01T09:30:00Z.") var since:
            Moment?
        @Option(help: "Only what concerns this engine.") var engine: Engine?
        @Option(
            help: """
                Only one kind: decision, refusal, connection, outcome, read (given to a program) or label (a label that was \
                changed).
                """)
        var kind: LedgerEntry.Kind?

        func value(limit: Int? = nil) -> LedgerFilter {
            LedgerFilter(since: since?.date, engine: engine, kind: kind, limit: limit)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Records, oldest first.")
        @OptionGroup var filter: Filter
        @Option(parsing: .unconditional, help: "Only the latest N.") var limit: Int?
        @OptionGroup var options: StoreOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        }

        func run() async throws {
            let lines = JSONLines()
            let isJSON = options.json
            var count = 0
            func show(_ record: LedgerRecord) throws {
                count += 1
                if isJSON { try lines.write(record) } else { Terminal.output.write(LedgerLine(record).text) }
            }
            let ledger = try Hearth().privacy.ledger
            if limit != nil {
                for record in try await ledger.records(filter.value(limit: limit)) { try show(record) }
            } else {
                try await ledger.forEach(filter.value(), show)
            }
            if count == 0, !isJSON { Terminal.output.write("No records.\n") }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "All records as JSON Lines with their hashes, which other programs can verify.",
            discussion: "An export is not encrypted.")
        @Argument(help: "A new file; by default standard output.", completion: .file()) var file: String?
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let ledger = hearth.privacy.ledger
            guard let file else {
                let lines = JSONLines()
                return try await ledger.forEach { try lines.write($0) }
            }
            try hearth.data.requireOutside(URL(fileURLWithPath: file))
            let files = FileManager.default
            guard !files.fileExists(atPath: file) else {
                throw CommandFailure(ExitStatus.failed, "\(file) is there already; name a new file.")
            }
            // Under another name until it is whole: a part of a chain verifies like a whole one.
            let partial = "\(file).\(UUID().uuidString.prefix(8)).partial"
            let handle = try NewFile.create(partial)
            defer { try? files.removeItem(atPath: partial) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try await ledger.forEach {
                try handle.write(contentsOf: try encoder.encode($0) + [UInt8(ascii: "\n")])
            }
            try handle.synchronize()
            try handle.close()
            try files.moveItem(atPath: partial, toPath: file)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Walk along the whole chain, and name the first record that is not as it was written.",
            discussion: """
                Prints an anchor, COUNT:HASH. Note it outside this machine (`hearth ledger anchor` prints it alone): with \
                --anchor it shows later that not even the whole data folder was put back to an older state.
                """)
        @Option(
            help: "An anchor that was noted earlier, or a file with one on each line.", completion: .file())
        var anchor: String?
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let anchors = try anchor.map(AnchorArgument.read) ?? []
            let result = try await Hearth().privacy.ledger.verify(anchors: anchors)
            if options.json {
                try JSONLines().write(result)
            } else if result.valid {
                Terminal.output.write(
                    Terminal.output.green("✓")
                        + " \(Format.count(result.records, "record")), all as they were written\n"
                        + (result.anchor.map { "anchor \($0)\n" } ?? ""))
                if result.anchor != nil, result.records > 0 {
                    Terminal.note(
                        "the anchor says how far the ledger reaches; keep it outside this machine, and `hearth ledger "
                            + "verify --anchor` finds later whether records were taken away")
                }
                showUnfinished(result.unfinished)
            } else {
                Terminal.output.write(
                    "\(Terminal.output.red("✗")) \(Format.count(result.records, "record")); "
                        + "the first that is wrong is \(result.firstBroken ?? 0)\n")
            }
            if !result.valid { throw CommandFailure(ExitStatus.failed, LedgerCommand.problem(result)) }
        }

        /// What was cut off is no fault of the chain, and is still something to know.
        private func showUnfinished(_ numbers: [Int]) {
            guard !numbers.isEmpty else { return }
            let latest = numbers.suffix(10).map(String.init).joined(separator: ", ")
            Terminal.note(
                "nothing says how \(Format.count(numbers.count, "decision")) ended (record \(latest)): the program was "
                    + "ended while it worked, or is at work now. Something may have been sent to the host that is named there."
            )
        }
    }
}

/// What `--anchor` names: an anchor, or a file of them.
private enum AnchorArgument {
    private static let mostBytes = 1 << 20

    static func read(_ argument: String) throws -> [LedgerAnchor] {
        if let anchor = LedgerAnchor(argument) { return [anchor] }
        let wrong = CommandFailure(
            ExitStatus.usage, "--anchor is COUNT:HASH, as `hearth ledger anchor` prints it, or a file with such lines.")
        guard let file = try? OpenFile(path: argument), file.size <= mostBytes,
            let bytes = try? file.bytes(count: file.size)
        else { throw wrong }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .filter { $0.contains { !$0.isWhitespace } }
        let anchors = lines.compactMap { LedgerAnchor(String($0)) }
        guard !anchors.isEmpty, anchors.count == lines.count else { throw wrong }
        return anchors
    }
}

extension LedgerCommand {
    struct Anchor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "anchor",
            abstract: "Print one line to keep elsewhere, against which `verify --anchor` checks later.",
            discussion: """
                The chain is verified first; one that is not whole gives no anchor.

                --accept is for a database that was copied without its file ledger.anchor: what the ledger holds now is taken \
                for whole from here on, and a record says that this was done.
                """)
        @Flag(help: "Take the ledger as it is for whole, and make its anchor anew.") var accept = false
        @OptionGroup var options: StoreOptions

        struct Output: Encodable {
            var anchor: String
            var records: Int
            var time: Date
        }

        func run() async throws {
            let ledger = try Hearth().privacy.ledger
            if accept { try await ledger.accept() }
            let result = try await ledger.verify()
            guard result.valid, let anchor = result.anchor else {
                throw CommandFailure(ExitStatus.failed, LedgerCommand.problem(result) ?? "There is no ledger yet.")
            }
            let now = Date()
            if options.json {
                try JSONLines().write(Output(anchor: anchor, records: result.records, time: now))
            } else {
                Terminal.output.write("\(anchor)  \(now.formatted(.iso8601))\n")
            }
        }
    }
}

extension LedgerEntry.Kind: ExpressibleByArgument {}

/// One record for a person, on one line.
private struct LedgerLine {
    var text: String

    init(_ record: LedgerRecord) {
        let entry = record.entry
        let time = entry.time.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        var parts = [entry.kind.rawValue]
        if let purpose = entry.purpose { parts.append(purpose) }
        if let task = entry.task { parts.append(task.rawValue) }
        if let engine = entry.engine {
            parts.append([engine.rawValue, entry.model].compactMap { $0 }.joined(separator: "/"))
        }
        if let host = entry.host { parts.append("→ " + host) }
        if let label = entry.label { parts.append(label.rawValue) }
        if entry.kind == .read || entry.kind == .label, let text = entry.text { parts.append(text) }
        if let bytes = entry.bytesOut { parts.append("\(Format.bytes(bytes)) out") }
        if let bytes = entry.bytesIn { parts.append("\(Format.bytes(bytes)) in") }
        if let usage = entry.usage { parts.append("\(usage.promptTokens)+\(usage.completionTokens) tokens") }
        if let cost = entry.costMicros { parts.append(Format.dollars(micros: cost)) }
        if let duration = entry.duration { parts.append(Format.decimal(duration, places: 2) + " s") }
        if entry.wasFallback { parts.append("fallback") }
        let failure = entry.errorCode.map { Terminal.output.red(Terminal.safe($0)) } ?? ""
        text =
            "\(record.number)  \(Terminal.output.dim(time))  "
            + ([Terminal.safe(parts.joined(separator: "  "))] + (failure.isEmpty ? [] : [failure])).joined(
                separator: "  ")
            + "\n"
    }
}

extension Format {
    /// Millionths of a US dollar as "$0.0012".
    static func dollars(micros: Int) -> String { "$" + decimal(Double(micros) / 1e6, places: 4) }
}

// MARK: - Usage

/// `hearth usage`: tokens and costs, from the ledger.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Tokens and costs by engine and model.",
        discussion: """
            Costs are those of the price list at the time of each request; requests to models that it does not hold are \
            counted apart.

            EXAMPLES
              hearth usage --since 2026-11-01
              hearth usage --by-day --json
            """)
    @Option(help: "Only from this day (UTC) or moment on, as 2026-11-01 or 2026-11-01T09:30:00Z.") var since: Moment?
    @Flag(help: "Sum up each day (UTC) by itself.") var byDay = false
    @OptionGroup var options: StoreOptions

    func run() async throws {
        let sums = try await Hearth().privacy.ledger.usage(since: since?.date, byDay: byDay)
        let lines = JSONLines()
        for sum in sums {
            if options.json {
                try lines.write(UsageJSON(sum))
                continue
            }
            let name = [sum.engine?.rawValue, sum.model].compactMap { $0 }.joined(separator: "/")
            let cost =
                sum.costMicros == 0 && sum.unpriced > 0 ? "price unknown" : Format.dollars(micros: sum.costMicros)
            let rest = sum.costMicros > 0 && sum.unpriced > 0 ? " and \(sum.unpriced) at an unknown price" : ""
            Terminal.output.write(
                (sum.day.map { $0 + "  " } ?? "") + Terminal.output.bold(Terminal.safe(name.isEmpty ? "unknown" : name))
                    + "  \(Format.count(sum.requests, "request"))" + (sum.failed > 0 ? " (\(sum.failed) failed)" : "")
                    + "  \(Format.count(sum.tokens.promptTokens, "token")) in, \(sum.tokens.completionTokens) out  \(cost)\(rest)\n"
            )
        }
        if sums.isEmpty, !options.json {
            Terminal.output.write("No model was asked yet. The basic engine uses no tokens and costs nothing.\n")
        }
    }
}
