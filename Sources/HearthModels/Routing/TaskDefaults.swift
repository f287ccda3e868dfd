public import HearthCore

/// How freely and how long an engine writes, by task. The one table of these numbers.
public enum TaskDefaults {
    /// Temperature and length for a task; the rest are the defaults of ``HearthCore/GenerationOptions``.
    public static func options(for task: TaskKind) -> GenerationOptions {
        GenerationOptions(temperature: temperature(for: task), maxTokens: maxTokens(for: task))
    }

    public static func temperature(for task: TaskKind) -> Double {
        switch task {
        // The same words must give the same action every time.
        case .intentToAction: 0.0
        // Facts are copied, vectors and scores are not sampled at all.
        case .extract, .embed, .rerank, .transcribe: 0.0
        // Questions should differ from each other.
        case .studyQuestionGen: 0.7
        // Another wording is wanted, the meaning is to stay.
        case .rewrite: 0.5
        // Close to the sources, not stiff.
        case .summarize, .textCompletion, .chat, .answer: 0.3
        }
    }

    /// Three limits, because there are three sizes of answers.
    public static func maxTokens(for task: TaskKind) -> Int {
        switch task {
        case .intentToAction, .embed, .rerank, .textCompletion: short
        case .summarize, .answer, .chat, .extract: medium
        case .rewrite, .studyQuestionGen, .transcribe: long
        }
    }

    /// One action or one line.
    public static let short = 256
    /// About 700 words: more is not read, and a small model loses the thread.
    public static let medium = 1_024
    /// As long as a text that is written anew, or a set of questions with answers.
    public static let long = 2_048
}
