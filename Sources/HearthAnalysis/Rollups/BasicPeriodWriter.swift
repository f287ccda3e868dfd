import HearthBasic
import HearthCore

/// Writes a period without a model: its insights are insights of the level below, word for word.
struct BasicPeriodWriter: Sendable {
    /// Goes into the keys of what was made: another number makes everything anew.
    static let version = 1

    func narrative(_ material: PeriodMaterial, numbers: PeriodNumbers) -> PeriodNarrative {
        PeriodNarrative(
            headline: nil, keyInsights: insights(material), mainThemes: numbers.themes.prefix(5).map(\.theme),
            thoughtProcess: thoughtProcess(material), read: material.parts.count, shortened: 0)
    }

    private func insights(_ material: PeriodMaterial) -> [String] {
        let all = material.parts.flatMap(\.insights)
        if material.parts.count == 1, all.count <= 4 { return all }
        let words =
            switch material.period.level {
            case .chunk, .session, .day: 60
            case .week: 80
            case .month: 100
            case .year, .yearWrap: 140
            }
        // One paragraph each, so that two never become one sentence.
        let text = all.joined(separator: "\n\n")
        let sentences = ExtractiveSummarizer().summarize(text, words: words).sentences.map(\.text)
        if sentences.isEmpty { return Array(all.prefix(3)) }
        return sentences.prefix(6).map(BasicSessionAnalyst.singleSpaced)
    }

    private func thoughtProcess(_ material: PeriodMaterial) -> String {
        if material.period.level == .day {
            return material.sessions.map(\.thoughtProcess).filter { !$0.isEmpty }.prefix(3).joined(separator: " … ")
        }
        // What each part turned to first, one after the other.
        var course: [String] = []
        for part in material.parts {
            guard let theme = part.themes.first(where: { !course.contains($0) }) else { continue }
            course.append(theme)
        }
        return course.prefix(12).joined(separator: " → ")
    }
}
