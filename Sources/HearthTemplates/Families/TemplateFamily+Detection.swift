extension TemplateFamily {
    /// The family that a template belongs to; `nil` when it resembles none.
    ///
    /// Both the template and what it makes of a sample conversation are searched for the marks of the families: marks
    /// put together from pieces (`'<|' + role + '|>'`) show only in the result, marks of branches not taken only in the
    /// text.
    public static func detect(_ template: String) -> TemplateFamily? {
        if let family = TemplateFamily(named: template.trimmingSpace()) { return family }
        var evidence = [decoded(template)]
        if let parsed = try? JinjaTemplate(template, limits: limits) {
            for messages in samples {
                let context: [String: TemplateValue] = [
                    "messages": messages, "add_generation_prompt": .bool(true), "bos_token": .string("<s>"),
                    "eos_token": .string("</s>"),
                ]
                guard let result = try? parsed.render(context) else { continue }
                evidence.append(Array(result.text.utf8))
            }
        }
        let texts = evidence.map { Text($0) }
        let scores = all.map { family in
            family.evidence.reduce(0) { sum, mark in
                let needle = Array(mark.text.utf8)
                return sum + (texts.contains { $0.find(needle) != nil } ? mark.weight : 0)
            }
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= 1.5 else { return nil }
        return all[best]
    }

    /// Detection answers in milliseconds or not at all.
    private static var limits: TemplateLimits {
        var limits = TemplateLimits()
        limits.steps = 200_000
        limits.outputBytes = 1 << 20
        return limits
    }

    /// With and without a system message, which some templates refuse.
    private static let samples: [TemplateValue] = {
        func message(_ role: String, _ content: String) -> TemplateValue {
            .object([("role", .string(role)), ("content", .string(content))])
        }
        let turns = [message("user", "qqqq"), message("assistant", "aaaa"), message("user", "qqqq")]
        return [.array([message("system", "ssss")] + turns), .array(turns)]
    }()

    /// The template with its escapes read, as if it were one string literal.
    private static func decoded(_ template: String) -> [UInt8] {
        let bytes = Array(template.utf8.prefix(1 << 20))
        return (try? StringEscapes.decoded(bytes[...])) ?? bytes
    }
}

extension String {
    func trimmingSpace() -> String { Text(self).stripped().string }
}
