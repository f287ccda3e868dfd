import HearthCore
import HearthModels
import HearthPrompts
import HearthText

/// Writes a period without a model: its insights are insights of the level below, word for word.
struct BasicPeriodWriter: Sendable {
    /// Goes into the keys of what was made: another number makes everything anew.
    static let version = 4

    func narrative(_ material: PeriodMaterial, numbers: PeriodNumbers) -> PeriodNarrative {
        let insights = insights(material, numbers)
        let origins = insights.compactMap(\.origin)
        return PeriodNarrative(
            headline: nil, keyInsights: insights.map(\.text),
            insightOrigins: origins.count == insights.count ? origins : nil,
            mainThemes: numbers.themes.prefix(5).map(\.theme),
            thoughtProcess: thoughtProcess(material), read: material.parts.count, shortened: 0)
    }

    private struct Insight {
        var part: Int
        var text: String
        var origin: InsightOrigin?
    }

    /// Insights of the level below that together say most: each is taken for what it is worth to who looks back, for the themes and names of the
    /// period that it adds, for its length, and for its part of the period not having spoken yet. In order of time.
    private func insights(_ material: PeriodMaterial, _ numbers: PeriodNumbers) -> [Insight] {
        let all = material.parts.enumerated().flatMap { index, part in
            part.insights.enumerated().map { place, text in
                Insight(
                    part: index, text: text, origin: part.origins.indices.contains(place) ? part.origins[place] : nil)
            }
        }
        let limit = Self.count(at: material.period.level)
        guard all.count > limit else { return all }
        var weights: [(needle: [UInt8], weight: Double)] = []
        for (rank, theme) in numbers.themes.enumerated() {
            weights.append((Array(JournalWords.key(theme.theme).utf8), 0.7 / (1 + 0.2 * Double(rank))))
        }
        for (rank, name) in (numbers.people.prefix(6) + numbers.places.prefix(4)).enumerated() {
            weights.append((Array(name.name.lowercased().utf8), 0.5 / (1 + 0.2 * Double(rank % 6))))
        }
        let found = all.map { insight in
            let bytes = Array(insight.text.lowercased().utf8)
            return weights.indices.filter { ByteSearch.first(weights[$0].needle, in: bytes) != nil }
        }
        let form = all.map { insight -> Double in
            let words = insight.text.split(separator: " ").count
            return (insight.origin?.weight ?? 0) + (BasicSessionAnalyst.isWhole(insight.text) ? 0.5 : 0)
                - (words > 45 ? 0.4 : words < 6 ? 0.3 : 0)
        }
        var chosen: [Int] = []
        var told = weights.map { _ in 0 }
        var spoken = Set<Int>()
        var said = RepetitionFilter()
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
        return chosen.sorted().map { all[$0] }
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
        // Of a few weeks that says less than their days do.
        guard [.year, .yearWrap].contains(material.period.level) else { return "" }
        // What each part turned to first, one after the other.
        var course: [String] = []
        for part in material.parts {
            guard let theme = part.themes.first(where: { !course.contains($0) }) else { continue }
            course.append(theme)
        }
        return course.prefix(12).joined(separator: " → ")
    }
}

/// Writes a period with a model, from what the level below says.
struct ModelPeriodWriter: Sendable {
    let model: any LanguageModel
    /// The label of the decision that allowed the model.
    let label: SensitivityLabel
    let options: GenerationOptions

    func narrative(_ material: PeriodMaterial, numbers: PeriodNumbers) async throws -> PeriodNarrative {
        guard let prompt = LevelPrompt.of(material.period.level) else {
            return BasicPeriodWriter().narrative(material, numbers: numbers)
        }
        try Task.checkCancellation()
        let window = try ModelSessionAnalyst.window(of: model, options)
        let (text, read, shortened) = Self.text(of: material.parts, window: window, tokenizer: model.tokenizer)
        var fitted = options
        fitted.maxTokens = ModelSessionAnalyst.answerTokens(options, of: model)
        var narrative: PeriodNarrative
        do {
            let answer = try await StructuredGeneration(model: model).response(
                to: ModelRequest(
                    task: .summarize,
                    messages: prompt.messages(
                        PeriodSummary.title(material.period), PeriodSummary.opening(material.period, numbers), text),
                    options: fitted, label: label),
                schema: prompt.schema)
            narrative = try prompt.narrative(answer.value)
        } catch let error as any ReadableError where ModelSessionAnalyst.isOfOneText(error) {
            narrative = BasicPeriodWriter().narrative(material, numbers: numbers)
            narrative.notes = [ModelSessionAnalyst.withoutModel(error, options, of: model)]
            narrative.isStandIn = ModelSessionAnalyst.mayPass(error)
            return narrative
        }
        narrative.isByModel = true
        narrative.read = read
        narrative.shortened = shortened
        return narrative
    }

    /// The parts as the model reads them: with all of their insights where these fit its window, else with fewer of each, so
    /// that no part is left out; only where not even titles fit, with evenly chosen parts.
    static func text(
        of parts: [PeriodMaterial.Part], window: Int, tokenizer: any TextTokenizer
    ) -> (text: String, read: Int, shortened: Int) {
        func render(_ parts: [PeriodMaterial.Part], insights: Int) -> String {
            parts.map { part in
                let title = part.title.isEmpty ? part.name : "\(part.name): \(part.title)"
                return ([title] + part.insights.prefix(insights).map { "- \($0)" }).joined(separator: "\n")
            }.joined(separator: "\n")
        }
        let most = parts.map(\.insights.count).max() ?? 0
        for insights in stride(from: most, through: 0, by: -1) {
            let text = render(parts, insights: insights)
            if tokenizer.countTokens(text) <= window {
                return (text, parts.count, parts.count { $0.insights.count > insights })
            }
        }
        var count = parts.count
        while count > 1 {
            count = max(1, count * 3 / 4)
            let chosen = count == 1 ? [parts[0]] : (0..<count).map { parts[$0 * (parts.count - 1) / (count - 1)] }
            let text = render(chosen, insights: 0)
            if tokenizer.countTokens(text) <= window { return (text, count, count) }
        }
        return (parts.first.map { String($0.name) } ?? "", min(1, parts.count), min(1, parts.count))
    }
}

/// The prompts of the levels behind one form.
struct LevelPrompt: Sendable {
    let version: Int
    let schema: GenerationSchema
    let messages: @Sendable (_ period: String, _ facts: String, _ parts: String) -> [Message]
    /// The fields of an answer; `read` and `shortened` are the caller's.
    let narrative: @Sendable (GeneratedContent) throws -> PeriodNarrative

    /// `nil` for parts and entries, which have prompts of their own form.
    static func of(_ level: RollupLevel) -> LevelPrompt? {
        switch level {
        case .chunk, .session: nil
        case .day:
            make(JournalDayPrompt.version, JournalDayPrompt.messages, JournalDayAnswer.self) {
                ($0.keyInsights, $0.mainThemes, $0.thoughtProcess, nil)
            }
        case .week:
            make(JournalWeekPrompt.version, JournalWeekPrompt.messages, JournalWeekAnswer.self) {
                ($0.keyInsights, $0.mainThemes, $0.thoughtProcess, nil)
            }
        case .month:
            make(JournalMonthPrompt.version, JournalMonthPrompt.messages, JournalMonthAnswer.self) {
                ($0.keyInsights, $0.mainThemes, $0.thoughtProcess, nil)
            }
        case .year:
            make(JournalYearPrompt.version, JournalYearPrompt.messages, JournalYearAnswer.self) {
                ($0.keyInsights, $0.mainThemes, $0.thoughtProcess, nil)
            }
        case .yearWrap:
            make(JournalYearWrapPrompt.version, JournalYearWrapPrompt.messages, JournalYearWrapAnswer.self) {
                ($0.keyInsights, $0.mainThemes, $0.thoughtProcess, $0.headline)
            }
        }
    }

    private static func make<Answer: Generable & Sendable>(
        _ version: Int, _ messages: @escaping @Sendable (String, String, String) -> [Message], _ type: Answer.Type,
        _ fields: @escaping @Sendable (Answer) -> ([String], [String], String, String?)
    ) -> LevelPrompt {
        LevelPrompt(version: version, schema: type.generationSchema, messages: messages) { content in
            let (insights, themes, thoughts, headline) = fields(try Answer(content))
            return PeriodNarrative(
                headline: headline, keyInsights: insights, mainThemes: themes, thoughtProcess: thoughts, read: 0,
                shortened: 0)
        }
    }
}
