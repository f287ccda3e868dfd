import HearthCore
import HearthExtractive
import HearthPrompts
import HearthText

/// What is found in the parts and checked against them: names and highlights.
extension ModelTranscriptAnalyst {
    func entities() async throws -> TranscriptEntities {
        let output = budget.output
        let read: [(part: TranscriptPart, outcome: NodeRunner.Outcome<TranscriptEntitiesAnswer>)] = try await self.read(
            "entities", for: .entities, message: { "Looking for names in part \($0) of \($1)" }
        ) { part in
            NodeRunner.Ask(
                kind: "entities", version: TranscriptEntitiesPrompt.version,
                messages: TranscriptEntitiesPrompt.messages(part: part.text), maxTokens: output)
        }
        var collector = EntityCollector(transcript)
        collector.addSpeakers()
        for (part, outcome) in read {
            try Task.checkCancellation()
            switch outcome {
            case .answered(let answer, _, _):
                for item in answer.entities {
                    guard let kind = EntityCollector.Kind(rawValue: item.kind.rawValue),
                        let place = place(of: item, in: part)
                    else {
                        unverified(1)
                        continue
                    }
                    collector.add(item.name, kind, at: place)
                }
            case .basic: collector.recognize(in: part.range)
            case .gap: break
            }
        }
        return collector.entities()
    }

    /// The quote where it stands and holds the name; else the sentence in which the name stands.
    private func place(of item: TranscriptEntityItem, in part: TranscriptPart) -> TimedQuote? {
        let verifier = transcript.verifier
        if let quote = verifier.place(of: item.quote, in: part.range), verifier.holds(quote, item.name) { return quote }
        return verifier.place(ofName: item.name, in: part.range)
    }

    // MARK: - Highlights

    struct Candidate {
        var kind: TranscriptMomentKind
        var title: String
        var place: TimedQuote
        var interest: Int
        var part: Int

        var moment: Quoted<TranscriptMoment> { Quoted(TranscriptMoment(title: title), place: place) }
    }

    func reel() async throws -> TranscriptReel {
        let output = budget.output
        let read: [(part: TranscriptPart, outcome: NodeRunner.Outcome<TranscriptHighlightsAnswer>)] =
            try await self.read(
                "highlights", for: .highlights, message: { "Looking for highlights in part \($0) of \($1)" }
            ) { part in
                NodeRunner.Ask(
                    kind: "highlights", version: TranscriptHighlightsPrompt.version,
                    messages: TranscriptHighlightsPrompt.messages(part: part.text), maxTokens: output)
            }
        var candidates: [Candidate] = []
        var decisions: [Quoted<TranscriptDecision>] = []
        var tasks: [Quoted<TranscriptTask>] = []
        for (number, (part, outcome)) in read.enumerated() {
            switch outcome {
            case .answered(let answer, _, _):
                for item in answer.moments {
                    guard let place = transcript.verifier.place(of: item.quote, in: part.range) else {
                        unverified(1)
                        continue
                    }
                    candidates.append(
                        Candidate(
                            kind: item.kind, title: item.title, place: place, interest: item.interest, part: number))
                }
                for item in answer.decisions {
                    guard let place = transcript.verifier.place(of: item.quote, in: part.range) else {
                        unverified(1)
                        continue
                    }
                    let decision = item.decision.isEmpty ? place.quote : item.decision
                    decisions.append(Quoted(TranscriptDecision(decision: decision), place: place))
                }
                for item in answer.actionItems {
                    guard let place = transcript.verifier.place(of: item.quote, in: part.range) else {
                        unverified(1)
                        continue
                    }
                    tasks.append(task(item, place, part))
                }
            case .basic: standIn(for: part, number, &candidates, &decisions, &tasks)
            case .gap: break
            }
        }
        return Self.reel(candidates, decisions, tasks, parts: read.count)
    }

    /// Owner and date are kept only where the part speaks of them.
    private func task(_ item: TranscriptTaskItem, _ place: TimedQuote, _ part: TranscriptPart) -> Quoted<TranscriptTask>
    {
        let near = TranscriptText.fold(part.text)
        func isSaid(_ words: String?) -> Bool {
            guard let words, !words.isEmpty else { return false }
            return ByteSearch.first(TranscriptText.fold(words), in: near) != nil
        }
        let task = item.task.isEmpty ? place.quote : item.task
        return Quoted(
            TranscriptTask(
                task: task, owner: isSaid(item.owner) ? item.owner : nil, due: isSaid(item.due) ? item.due : nil),
            place: place)
    }

    private func standIn(
        for part: TranscriptPart, _ number: Int, _ candidates: inout [Candidate],
        _ decisions: inout [Quoted<TranscriptDecision>], _ tasks: inout [Quoted<TranscriptTask>]
    ) {
        let found = TranscriptHighlighter().highlights(
            of: Array(transcript.cues[part.cues]), language: transcript.language,
            stops: transcript.stops?.within(transcript.text.range(of: part.cues)))
        func place(_ quote: TranscriptQuote) -> TimedQuote { TimedQuote(quote).shifted(by: part.cues.lowerBound) }
        func add(_ highlight: TranscriptHighlight?, _ kind: TranscriptMomentKind) {
            guard let highlight else { return }
            candidates.append(
                Candidate(
                    kind: kind, title: highlight.title, place: place(highlight.quote), interest: 5, part: number))
        }
        add(found.keyMoments.first, .important)
        add(found.bestQuote, .quotable)
        add(found.entertainingMoment, .entertaining)
        add(found.controversialPoint, .controversial)
        decisions += found.decisions.map {
            Quoted(TranscriptDecision(decision: transcript.worded($0.quote.text)), place: place($0.quote))
        }
        tasks += found.actionItems.map {
            let task = transcript.worded($0.quote.text)
            return Quoted(
                TranscriptTask(task: task, owner: $0.owner, due: $0.due, context: $0.context.map(place)),
                place: place($0.quote))
        }
    }

    /// The most interesting of all parts, not too many from one of them.
    static func reel(
        _ candidates: [Candidate], _ decisions: [Quoted<TranscriptDecision>], _ tasks: [Quoted<TranscriptTask>],
        parts: Int
    ) -> TranscriptReel {
        var seen: Set<String> = []
        let distinct = candidates.enumerated().filter {
            seen.insert("\($0.element.kind) \($0.element.place.quote)").inserted
        }
        func best(_ kind: TranscriptMomentKind) -> Quoted<TranscriptMoment>? {
            let found = distinct.filter { $0.element.kind == kind }
                .max { ($0.element.interest, -$0.offset) < ($1.element.interest, -$1.offset) }
            return found.map { $0.element.moment }
        }
        let ranked = distinct.sorted {
            let (a, b) = ($0.element, $1.element)
            if (a.kind == .important) != (b.kind == .important) { return a.kind == .important }
            return a.interest != b.interest ? a.interest > b.interest : $0.offset < $1.offset
        }.map(\.element)
        // Five of as many parts as there are; what one part has beyond its share comes in when others have less.
        let share = max(1, (5 + parts - 1) / max(1, parts))
        var counts: [Int: Int] = [:]
        var chosen: [Candidate] = []
        var rest: [Candidate] = []
        var quotes: Set<String> = []
        for candidate in ranked where quotes.insert(candidate.place.quote).inserted {
            if counts[candidate.part, default: 0] < share, chosen.count < 5, candidate.kind == .important {
                counts[candidate.part, default: 0] += 1
                chosen.append(candidate)
            } else {
                rest.append(candidate)
            }
        }
        chosen += rest.prefix(max(0, 3 - chosen.count))
        let inTime = chosen.sorted { ($0.place.cues.lowerBound, $0.part) < ($1.place.cues.lowerBound, $1.part) }
        var (said, decided): (Set<String>, Set<String>) = ([], [])
        return TranscriptReel(
            highlights: inTime.map(\.moment), bestQuote: best(.quotable),
            entertainingMoment: best(.entertaining), controversialPoint: best(.controversial),
            decisions: decisions.filter { decided.insert($0.place.quote).inserted }
                .sorted { $0.place.cues.lowerBound < $1.place.cues.lowerBound },
            actionItems: tasks.filter { said.insert($0.place.quote).inserted }
                .sorted { $0.place.cues.lowerBound < $1.place.cues.lowerBound })
    }
}
