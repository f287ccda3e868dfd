import Hearth

/// Shows an analysis to a person.
struct TranscriptAnalysisView {
    private let terminal = Terminal.output

    func show(_ summary: TranscriptSummary?) {
        guard let summary else { return }
        head("Summary")
        terminal.write(Terminal.safe(summary.summary) + "\n")
        list("Topics", summary.mainTopics)
        list("Takeaways", summary.keyTakeaways)
        if let audience = summary.targetAudience { fact("For", audience) }
        fact("Engagement", summary.engagementLevel.rawValue + estimate("engagementLevel", summary.estimated))
    }

    func show(_ tags: TranscriptTags?) {
        guard let tags else { return }
        head("Tags")
        terminal.write(Terminal.safe(tags.keywords.joined(separator: ", ")) + "\n")
        if let category = tags.primaryCategory {
            fact("Category", ([category] + tags.secondaryCategories).joined(separator: ", "))
        }
        if let difficulty = tags.difficulty {
            fact("Difficulty", difficulty.rawValue + estimate("difficulty", tags.estimated))
        }
        if !tags.technicalTerms.isEmpty {
            fact("Terms", tags.technicalTerms.joined(separator: ", ") + estimate("technicalTerms", tags.estimated))
        }
    }

    func show(_ entities: TranscriptEntities?) {
        guard let entities else { return }
        let groups = [
            ("People", entities.people), ("Organizations", entities.organizations), ("Products", entities.products),
            ("Places", entities.locations), ("Resources", entities.resources),
        ]
        for (name, group) in groups where !group.isEmpty {
            head(name)
            for entity in group {
                let count = entity.mentions > 1 ? " ×\(entity.mentions)" : ""
                terminal.write(
                    "\(time(entity.place))\(terminal.bold(Terminal.safe(entity.name)))\(terminal.dim(count))\n"
                        + excerpt(entity.place, lines: 1))
            }
        }
        if groups.allSatisfy(\.1.isEmpty) { terminal.write("Nothing is named.\n") }
    }

    func show(_ reel: TranscriptReel?) {
        guard let reel else { return }
        moments("Highlights", reel.highlights)
        moments("Best quote", [reel.bestQuote].compactMap { $0 })
        moments("Entertaining", [reel.entertainingMoment].compactMap { $0 })
        moments("Controversial", [reel.controversialPoint].compactMap { $0 })
        if !reel.decisions.isEmpty { head("Decided") }
        for item in reel.decisions {
            terminal.write("\(time(item.place))\(Terminal.safe(item.decision))\n")
            if item.decision != PlainText.line(item.place.quote) {
                terminal.write(excerpt(item.place, lines: 2))
            }
        }
        guard !reel.actionItems.isEmpty else { return }
        head("To do")
        for item in reel.actionItems {
            // A task may be a sentence with its full stop.
            let rest = [item.owner, item.due].compactMap(\.self).joined(separator: ", ")
            terminal.write("\(time(item.place))\(Terminal.safe(item.task + (rest.isEmpty ? "" : " — \(rest)")))\n")
            if let context = item.context { terminal.write(excerpt(context, lines: 2)) }
            if item.task != PlainText.line(item.place.quote) {
                terminal.write(excerpt(item.place, lines: 2))
            }
        }
    }

    func show(_ chapters: [TranscriptChapter]?) {
        guard let chapters else { return }
        head("Chapters")
        for chapter in chapters {
            terminal.write(time(chapter.start, about: chapter.aboutStart) + Terminal.safe(chapter.title) + "\n")
        }
    }

    func show(_ exchanges: [TranscriptExchange]?) {
        guard let exchanges, !exchanges.isEmpty else { return }
        head("Questions")
        for exchange in exchanges {
            terminal.write(
                time(exchange.question)
                    + terminal.bold(Terminal.safe(PlainText.line(exchange.question.quote))) + "\n")
            if let answer = exchange.answer { terminal.write(excerpt(answer, lines: 3)) }
        }
    }

    /// All that was found.
    func showFindings(_ analysis: TranscriptAnalysis) {
        show(analysis.summary)
        show(analysis.tags)
        show(analysis.entities)
        show(analysis.highlights)
        show(analysis.chapters)
        show(analysis.exchanges)
    }

    /// What was found, and what is to be known of how.
    func showAll(_ analysis: TranscriptAnalysis) {
        showFindings(analysis)
        showFacts(analysis)
    }

    /// What was not read, who worked, and what there is to know.
    func showFacts(_ analysis: TranscriptAnalysis) {
        let coverage = analysis.coverage
        var facts =
            "by: \(WriterText.names(of: analysis)); read \(coverage.read) of \(Format.count(coverage.parts, "part"))"
        if analysis.reused > 0 {
            facts +=
                "; \(Format.count(analysis.reused, "answer")) \(analysis.reused == 1 ? "was" : "were") there from before"
        }
        terminal.write("\n" + terminal.dim(Terminal.safe(facts)) + "\n")
        for gap in coverage.gaps.prefix(20) {
            let from = gap.startTime.map { Format.time(max(0, $0)) } ?? "cue \(gap.cues.lowerBound + 1)"
            let to = gap.endTime.map { Format.time(max(0, $0)) } ?? "cue \(gap.cues.upperBound)"
            Terminal.note("\(gap.work), \(from)–\(to): \(gap.outcome.rawValue): \(gap.reason)")
        }
        if coverage.gaps.count > 20 {
            Terminal.note("and \(coverage.gaps.count - 20) more; --json shows all.")
        }
        for note in analysis.notes { Terminal.note(note) }
    }

    // MARK: - Pieces

    private func head(_ title: String) { terminal.write("\n" + terminal.bold(title) + "\n") }

    private func fact(_ name: String, _ value: String) {
        terminal.write(terminal.dim(name + ": ") + Terminal.safe(value) + "\n")
    }

    private func list(_ name: String, _ items: [String]) {
        guard !items.isEmpty else { return }
        terminal.write(terminal.dim(name + ":") + "\n")
        for item in items { terminal.write("  - \(Terminal.safe(item))\n") }
    }

    private func moments(_ title: String, _ moments: [Quoted<TranscriptMoment>]) {
        guard !moments.isEmpty else { return }
        head(title)
        for moment in moments {
            terminal.write(time(moment.place) + terminal.bold(Terminal.safe(moment.title)) + "\n")
            terminal.write(excerpt(moment.place, lines: 3))
        }
    }

    private func estimate(_ field: String, _ estimated: [String]) -> String {
        estimated.contains(field) ? " (estimated)" : ""
    }

    private func time(_ quote: TimedQuote) -> String {
        time(quote.startTime, about: quote.aboutTime)
    }

    private func time(_ start: Double?, about: Double?) -> String {
        if let start { return terminal.dim(Format.time(max(0, start))) + "  " }
        return about.map { terminal.dim("about " + Format.time(max(0, $0))) + "  " } ?? ""
    }

    private func excerpt(_ quote: TimedQuote, lines: Int) -> String {
        let speaker = quote.speaker.map { "\($0): " } ?? ""
        let text = Format.excerpt(
            "\(speaker)“\(PlainText.line(quote.quote))”", width: terminal.width, lines: lines)
        return terminal.dim(Terminal.safe(text)) + "\n"
    }
}
