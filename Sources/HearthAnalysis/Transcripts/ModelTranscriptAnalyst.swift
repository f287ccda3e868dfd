import HearthCore
import HearthKnowledge
import HearthPrompts

/// Analyses a transcript with a model: reads it in parts, joins what was found, and checks it against the transcript.
///
/// An actor for its coverage and its notes; its steps follow each other, and only the parts of one step are read at the same
/// time.
actor ModelTranscriptAnalyst {
    let transcript: ReadTranscript
    let runner: NodeRunner
    let budget: TokenBudget
    let parts: [TranscriptPart]
    /// The parts that are read, ascending.
    let chosen: [Int]
    let concurrency: Int
    let meter: ProgressMeter
    private(set) var coverage: CoverageReport
    private(set) var notes: [String] = []
    private(set) var writers: [TranscriptAspect: [PartWriter]] = [:]
    private var joined: [PartNotes]?
    private var madeBasic: BasicTranscriptAnalyst?
    private var unread: Set<Int> = []

    init(
        _ transcript: ReadTranscript, runner: NodeRunner, budget: TokenBudget, sample: Int?,
        aspects: Set<TranscriptAspect>,
        concurrency: Int, report: @escaping @Sendable (AnalysisState) -> Void
    ) {
        self.transcript = transcript
        self.runner = runner
        self.budget = budget
        self.concurrency = max(1, concurrency)
        let parts = transcript.parts(budget, tokenizer: runner.primary.tokenizer)
        let chosen = Self.sample(parts.count, sample)
        self.parts = parts
        self.chosen = chosen
        coverage = CoverageReport()
        coverage.parts = parts.count
        coverage.cues = transcript.cues.count { !$0.text.allSatisfy(\.isWhitespace) }
        var steps = 0
        if aspects.contains(.summary) || aspects.contains(.tags) { steps += chosen.count + chosen.count / 2 }
        for aspect in aspects {
            switch aspect {
            case .summary, .tags: steps += 1
            case .entities, .highlights: steps += chosen.count
            case .chapters: steps += transcript.topics.count
            case .exchanges: break
            }
        }
        meter = ProgressMeter(total: steps, report: report)
    }

    /// `count` of the parts, evenly spread, the first and the last among them.
    static func sample(_ parts: Int, _ count: Int?) -> [Int] {
        guard let count, count < parts else { return Array(0..<parts) }
        guard count > 1 else { return parts > 0 ? [0] : [] }
        return (0..<count).map { $0 * (parts - 1) / (count - 1) }
    }

    var basic: BasicTranscriptAnalyst {
        if let madeBasic { return madeBasic }
        let made = BasicTranscriptAnalyst(transcript)
        madeBasic = made
        return made
    }

    // MARK: - Steps

    /// Asks for one node for each item, some at the same time; the answers come in the order of the items.
    func map<Item: Sendable, Value: Generable>(
        _ items: [Item], as type: Value.Type = Value.self,
        message: @escaping @Sendable (_ number: Int, _ count: Int) -> String,
        ask: @escaping @Sendable (Item) -> NodeRunner.Ask
    ) async throws -> [NodeRunner.Outcome<Value>] {
        let (runner, meter, count) = (runner, meter, items.count)
        var outcomes = [NodeRunner.Outcome<Value>?](repeating: nil, count: count)
        try await withThrowingTaskGroup(of: (Int, NodeRunner.Outcome<Value>).self) { group in
            var next = 0
            func start() {
                guard next < count else { return }
                let (index, item) = (next, items[next])
                next += 1
                group.addTask {
                    await meter.begin(message(index + 1, count))
                    let outcome = try await runner.run(ask(item), as: type)
                    await meter.finish()
                    return (index, outcome)
                }
            }
            for _ in 0..<concurrency { start() }
            for try await (index, outcome) in group {
                outcomes[index] = outcome
                start()
            }
        }
        return outcomes.compactMap { $0 }
    }

    /// - Parameter aspect: What the parts are read for, whose writers are those that answer; `nil` where others write it of the
    ///   answers.
    func read<Value: Generable>(
        _ work: String, for aspect: TranscriptAspect? = nil, as type: Value.Type = Value.self,
        message: @escaping @Sendable (_ number: Int, _ count: Int) -> String,
        ask: @escaping @Sendable (TranscriptPart) -> NodeRunner.Ask
    ) async throws -> [(part: TranscriptPart, outcome: NodeRunner.Outcome<Value>)] {
        let items = chosen.map { parts[$0] }
        let outcomes = try await map(items, as: type, message: message, ask: ask)
        for (place, outcome) in zip(chosen, outcomes) {
            let part = parts[place]
            switch outcome {
            case .answered(_, let isCut, let writer):
                if isCut { gap(.truncated, work, part.cues, "The engine's answer about it was cut off at its limit.") }
                standIn(writer, work, part.cues)
                if let aspect { wrote(aspect, writer) }
            case .basic(let reason):
                gap(.stoodIn, work, part.cues, reason, standIn: .basic)
                if let aspect { wrote(aspect, Self.basicWriter(because: reason)) }
            case .gap(let outcome, let reason):
                gap(outcome, work, part.cues, reason)
                unread.insert(place)
            }
        }
        let failures = outcomes.filter { if case .gap = $0 { true } else { false } }
        if failures.count == outcomes.count, case .gap(let outcome, let reason)? = failures.first {
            throw outcome == .refused ? AnalysisError.refused : .nothingRead(reason)
        }
        return Array(zip(items, outcomes))
    }

    func gap(
        _ outcome: CoverageReport.Outcome, _ work: String, _ cues: Range<Int>, _ reason: String, standIn: Engine? = nil
    ) {
        let times = transcript.cues.indices.contains(cues.lowerBound) && cues.upperBound <= transcript.cues.count
        coverage.gaps.append(
            .init(
                outcome: outcome, work: work,
                startTime: times ? transcript.cues[cues.lowerBound].start.flatMap { $0.isFinite ? $0 : nil } : nil,
                endTime: times && !cues.isEmpty
                    ? transcript.cues[cues.upperBound - 1].end.flatMap { $0.isFinite ? $0 : nil } : nil,
                cues: cues, reason: reason, standIn: standIn))
    }

    /// That another engine than the one that was chosen read it, where that is so.
    func standIn(_ writer: PartWriter, _ work: String, _ cues: Range<Int>) {
        guard writer.wasFallback else { return }
        gap(.stoodIn, work, cues, writer.fallbackReason ?? "another engine stood in", standIn: writer.engine)
    }

    func wrote(_ aspect: TranscriptAspect, _ writer: PartWriter) { writers[aspect, default: []].count(writer) }

    /// The basic engine in the place of the one that was chosen; without a reason, where its work is what was wanted.
    static func basicWriter(because reason: String? = nil) -> PartWriter {
        PartWriter(
            engine: .basic, model: RoutingDecision.basicModel, wasFallback: reason != nil, fallbackReason: reason)
    }

    func unverified(_ count: Int) { coverage.unverified += count }

    func note(_ note: String) { if !notes.contains(note) { notes.append(note) } }

    // MARK: - Notes, level by level

    /// Notes on the whole, few enough for one request.
    func wholeNotes() async throws -> [PartNotes] {
        if let joined { return joined }
        let limit = budget.input / 2 - 16
        let tokenizer = runner.primary.tokenizer
        let output = budget.output
        let read: [(part: TranscriptPart, outcome: NodeRunner.Outcome<TranscriptNotesAnswer>)] = try await self.read(
            "notes", message: { "Summarizing part \($0) of \($1)" }
        ) { part in
            NodeRunner.Ask(
                kind: "notes", version: TranscriptNotesPrompt.version,
                messages: TranscriptNotesPrompt.messages(part: part.text), maxTokens: output)
        }
        var level: [PartNotes] = []
        for (part, outcome) in read {
            switch outcome {
            case .answered(let answer, _, _):
                level.append(PartNotes(answer, cues: part.cues, limit: limit, tokenizer: tokenizer))
            case .basic:
                level.append(
                    PartNotes(basic: part, language: transcript.language, limit: limit, tokenizer: tokenizer))
            case .gap: break
            }
        }
        reportTruncated(level)
        while true {
            let groups = pack(level, tokenizer: tokenizer)
            guard groups.count > 1 else { break }
            level = try await merge(groups, limit: limit, tokenizer: tokenizer)
        }
        joined = level
        return level
    }

    private func merge(
        _ groups: [[PartNotes]], limit: Int, tokenizer: any TextTokenizer
    ) async throws -> [PartNotes] {
        let output = budget.output
        // A note that is alone in its group goes up as it is.
        let several = groups.filter { $0.count > 1 }
        let outcomes: [NodeRunner.Outcome<TranscriptNotesAnswer>] = try await map(
            several, message: { "Joining notes \($0) of \($1)" }
        ) { group in
            NodeRunner.Ask(
                kind: "joined notes", version: TranscriptNotesPrompt.version,
                messages: TranscriptNotesPrompt.merge(group.map(\.text)), maxTokens: output)
        }
        var answers = outcomes.makeIterator()
        var level: [PartNotes] = []
        for group in groups {
            let cues = group[0].cues.lowerBound..<group[group.count - 1].cues.upperBound
            guard group.count > 1, let outcome = answers.next() else {
                level += group
                continue
            }
            switch outcome {
            case .answered(let answer, let isCut, let writer):
                if isCut { gap(.truncated, "notes", cues, "The engine's joined notes were cut off at their limit.") }
                standIn(writer, "notes", cues)
                level.append(PartNotes(answer, cues: cues, limit: limit, tokenizer: tokenizer))
            case .basic(let reason), .gap(_, let reason):
                // Nothing is lost but detail: the first lines of each go on.
                gap(.truncated, "notes", cues, "The notes on it could not be joined and were shortened: \(reason)")
                level.append(shortened(group, cues: cues, limit: limit, tokenizer: tokenizer))
            }
        }
        reportTruncated(level)
        return level
    }

    private func shortened(
        _ group: [PartNotes], cues: Range<Int>, limit: Int, tokenizer: any TextTokenizer
    ) -> PartNotes {
        let each = max(8, limit / group.count - 2)
        let texts = group.map {
            PartNotes(text: $0.text, cues: $0.cues, limit: each, tokenizer: tokenizer).text
        }
        return PartNotes(text: texts.joined(separator: " "), cues: cues, limit: limit, tokenizer: tokenizer)
    }

    private func reportTruncated(_ level: [PartNotes]) {
        for notes in level where notes.isTruncated {
            gap(.truncated, "notes", notes.cues, "The engine's notes on it were too long to be passed on whole.")
        }
    }

    /// Notes in groups that fit one request; each group but the last holds two at least, so that every level is shorter.
    private func pack(_ level: [PartNotes], tokenizer: any TextTokenizer) -> [[PartNotes]] {
        var groups: [[PartNotes]] = []
        var left = 0
        for notes in level {
            let cost = tokenizer.countTokens(notes.text) + 8
            if groups.isEmpty || cost > left {
                groups.append([])
                left = budget.input
            }
            groups[groups.count - 1].append(notes)
            left -= cost
        }
        return groups
    }

    // MARK: - End

    /// The coverage with its counts.
    func finishedCoverage() -> CoverageReport {
        var report = coverage
        let skipped = Set(parts.indices).subtracting(chosen).sorted()
        var place = 0
        while place < skipped.count {
            var last = place
            while last + 1 < skipped.count, skipped[last + 1] == skipped[last] + 1 { last += 1 }
            let cues = parts[skipped[place]].cues.lowerBound..<parts[skipped[last]].cues.upperBound
            let count = last - place + 1
            gap(
                .skipped, "all", cues,
                "\(count == 1 ? "One part was" : "\(count) parts were") left out, as sampling asks.")
            report.gaps.append(coverage.gaps.removeLast())
            place = last + 1
        }
        report.gaps.sort { ($0.cues.lowerBound, $0.work) < ($1.cues.lowerBound, $1.work) }
        report.skipped = skipped.count
        report.read = chosen.count { !unread.contains($0) }
        report.refused = report.gaps.count { $0.outcome == .refused }
        report.failed = report.gaps.count { $0.outcome == .failed }
        report.truncated = report.gaps.count { $0.outcome == .truncated }
        return report
    }
}

/// Turns steps done into a fraction that only grows.
actor ProgressMeter {
    private let report: @Sendable (AnalysisState) -> Void
    private var done = 0
    private var total: Int
    private var highest = 0.0

    init(total: Int, report: @escaping @Sendable (AnalysisState) -> Void) {
        self.total = max(1, total)
        self.report = report
    }

    /// A step begins.
    func begin(_ message: String) { tell(message) }

    /// A step is done.
    func finish() {
        done += 1
        total = max(total, done)
    }

    /// More steps than were foreseen.
    func expect(_ steps: Int) { total += steps }

    private func tell(_ message: String) {
        highest = max(highest, min(1, Double(done) / Double(total)))
        report(.analyzing(fraction: highest, message: message))
    }
}
