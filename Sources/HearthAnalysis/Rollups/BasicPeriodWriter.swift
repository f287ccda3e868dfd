import HearthCore

/// Writes a period without a model: its insights are insights of the level below, word for word.
struct BasicPeriodWriter: Sendable {
    /// Goes into the keys of what was made: another number makes everything anew.
    static let version = 2

    func narrative(_ material: PeriodMaterial, numbers: PeriodNumbers) -> PeriodNarrative {
        PeriodNarrative(
            headline: nil, keyInsights: insights(material, numbers), mainThemes: numbers.themes.prefix(5).map(\.theme),
            thoughtProcess: thoughtProcess(material), read: material.parts.count, shortened: 0)
    }

    /// Insights of the level below that together say most: each is taken for the themes and names of the period that it adds,
    /// for its length, and for its part of the period not having spoken yet. In order of time.
    private func insights(_ material: PeriodMaterial, _ numbers: PeriodNumbers) -> [String] {
        let all = material.parts.enumerated().flatMap { index, part in part.insights.map { (part: index, text: $0) } }
        let limit = Self.count(at: material.period.level)
        guard all.count > limit else { return all.map(\.text) }
        var weights: [(needle: [UInt8], weight: Double)] = []
        for (rank, theme) in numbers.themes.enumerated() {
            weights.append((Array(JournalWords.key(theme.theme).utf8), 1 / (1 + 0.2 * Double(rank))))
        }
        for (rank, name) in (numbers.people.prefix(6) + numbers.places.prefix(4)).enumerated() {
            weights.append((Array(name.name.lowercased().utf8), 0.7 / (1 + 0.2 * Double(rank % 6))))
        }
        let found = all.map { insight in
            let bytes = Array(insight.text.lowercased().utf8)
            return weights.indices.filter { ByteSearch.first(weights[$0].needle, in: bytes) != nil }
        }
        let form = all.map { insight -> Double in
            let words = insight.text.split(separator: " ").count
            return (BasicSessionAnalyst.isWhole(insight.text) ? 0.5 : 0) - (words > 45 ? 0.4 : words < 6 ? 0.3 : 0)
        }
        var chosen: [Int] = []
        var told = weights.map { _ in 0 }
        var spoken = Set<Int>()
        var said = SaidWords()
        // The same in nearly the same words is left out: one repeated remark must not fill a year.
        var open = Set(all.indices)
        while chosen.count < limit {
            var best: (index: Int, score: Double)?
            for index in open.sorted() {
                // What was told once is worth a third the next time.
                var score = form[index] + (spoken.contains(all[index].part) ? 0 : 0.6)
                for concept in found[index] { score += weights[concept].weight / (1 + 2 * Double(told[concept])) }
                if score > best?.score ?? -.infinity { best = (index, score) }
            }
            guard let best else { break }
            open.remove(best.index)
            guard said.insert(all[best.index].text) else { continue }
            chosen.append(best.index)
            spoken.insert(all[best.index].part)
            for concept in found[best.index] { told[concept] += 1 }
        }
        return chosen.sorted().map { all[$0].text }
    }

    /// How many insights a period has, at most.
    private static func count(at level: RollupLevel) -> Int {
        switch level {
        case .chunk, .session, .day: 3
        case .week: 4
        case .month: 5
        case .year, .yearWrap: 8
        }
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
