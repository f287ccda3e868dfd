import HearthCore
import HearthPrompts
import HearthStore

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
