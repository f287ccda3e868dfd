import HearthCore

/// Puts a period together: what an engine wrote, and what is counted and quoted by code.
enum PeriodComposer {
    static let mostActionItems = 20

    static func compose(
        _ material: PeriodMaterial, numbers: PeriodNumbers, narrative: PeriodNarrative, engine: String, model: String
    ) -> PeriodIntelligence {
        let period = material.period
        var told = Set<String>()
        let actionItems = material.sessions.flatMap(\.actionItems).filter { told.insert($0).inserted }
        return PeriodIntelligence(
            level: period.level, period: period.name, start: period.start, end: period.end, numbers: numbers,
            headline: narrative.headline, keyInsights: narrative.keyInsights, mainThemes: narrative.mainThemes,
            thoughtProcess: narrative.thoughtProcess, actionItems: Array(actionItems.prefix(mostActionItems)),
            quotes: QuoteChoice.quotes(of: material.sessions, in: period), label: material.label, engine: engine,
            model: model,
            coverage: RollupCoverage(
                parts: material.parts.count, read: narrative.read, shortened: narrative.shortened,
                actionItems: actionItems.count),
            notes: narrative.notes,
            summary: PeriodSummary.text(
                period, numbers: numbers, headline: narrative.headline, insights: narrative.keyInsights,
                themes: narrative.mainThemes, thoughtProcess: narrative.thoughtProcess))
    }
}
