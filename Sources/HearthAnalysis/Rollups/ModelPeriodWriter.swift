import HearthCore
import HearthModels

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
