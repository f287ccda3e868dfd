import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting

/// A model as the analyses see it, whose answers are made from the request.
enum Scripted {
    static func model(
        _ engine: Engine = .local, id: String = "scripted", window: Int? = 4_096,
        replies: [ScriptedModel.Reply] = [], _ answer: @escaping @Sendable (ModelRequest) -> ScriptedModel.Reply
    ) -> ScriptedModel {
        ScriptedModel(
            engine: engine, modelID: id,
            capabilities: ModelCapabilities(
                offline: true, contextLength: window, tasks: Set(TaskKind.allCases), structuredOutput: .prompted),
            replies: replies, otherwise: answer)
    }

    static func router(_ models: [any RoutableEngine]) -> ModelRouter {
        ModelRouter(models: models, policy: RoutingPolicy(order: [.apple, .local, .custom, .basic]))
    }

    /// What is asked for, told by the words of the prompt.
    static func kind(_ request: ModelRequest) -> String {
        let system = request.messages.first?.content ?? ""
        if system.hasPrefix("You take notes") { return "notes" }
        if system.hasPrefix("You join") { return "merge" }
        if system.hasPrefix("You sum up") { return "summary" }
        if system.hasPrefix("You choose how") { return "tags" }
        if system.hasPrefix("You list what is named") { return "entities" }
        if system.hasPrefix("You find what stands out") { return "highlights" }
        if system.hasPrefix("You give a chapter") { return "chapter" }
        if system.hasPrefix("You answer a question") { return "answer" }
        return "unknown"
    }

    /// The transcript's words in a request.
    static func part(_ request: ModelRequest) -> String {
        let user = request.messages.last { $0.role == .user }?.content ?? ""
        return String(user.drop { $0 != "\n" }.dropFirst())
    }

    static func json(_ value: Any) -> ScriptedModel.Reply {
        let data = (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])) ?? Data()
        return .text(String(decoding: data, as: UTF8.self))
    }

    static var notes: [String: Any] {
        [
            "summary": "They talk about lamps.", "topics": ["lamps"], "takeaways": ["Lamps are bright."],
            "terms": ["lumen"],
        ]
    }
    static var summary: [String: Any] {
        [
            "summary": "A talk about lamps.", "mainTopics": ["lamps"], "keyTakeaways": ["Lamps are bright."],
            "targetAudience": "buyers of lamps", "engagementLevel": "medium",
        ]
    }

    /// Valid answers to everything; highlights and names quote the first words of their part.
    static func plausible(_ request: ModelRequest) -> ScriptedModel.Reply {
        switch kind(request) {
        case "notes", "merge": return json(notes)
        case "summary": return json(summary)
        case "tags":
            return json([
                "keywords": ["lamps", "light"], "primaryCategory": "Home", "secondaryCategories": ["Technology"],
                "difficulty": "beginner", "technicalTerms": ["never said"],
            ])
        case "entities": return json(["entities": [Any]()])
        case "highlights":
            return json([
                "moments": [
                    ["kind": "important", "title": "Start", "quote": opening(request), "interest": 5],
                    ["kind": "important", "title": "Made up", "quote": "Nobody ever said these words.", "interest": 9],
                ], "decisions": [Any](), "actionItems": [Any](),
            ])
        case "chapter": return json(["title": "A named chapter"])
        default: return .failure(Refusal())
        }
    }

    /// The first words of a part, without the speaker's name.
    static func opening(_ request: ModelRequest) -> String {
        let line = part(request).split(separator: "\n").first.map(String.init) ?? ""
        let words = line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? line
        return String(words.prefix(40))
    }
}

/// The error of an engine that declines.
struct Refusal: ReadableError {
    let code = "refused-by-model"
    let kind = Failure.Kind.refusedByModel
    let message = "The model declined to answer."
}

enum Samples {
    /// A conversation of about so many estimated tokens, each cue five seconds long and each sentence unlike all others.
    static func english(tokens: Int) -> [Cue] {
        let nouns = [
            "lamp", "garden", "engine", "market", "school", "harbour", "budget", "theatre", "bridge", "forest",
        ]
        let verbs = ["changes", "supports", "replaces", "improves", "follows", "surprises", "protects"]
        return talk(tokens: tokens) { index in
            "The \(nouns[index % 10]) number \(index) \(verbs[index % 7]) the \(nouns[(index * 3 + 1) % 10]) of our town."
        }
    }

    static func japanese(tokens: Int) -> [Cue] {
        let nouns = ["電灯", "庭園", "機械", "市場", "学校", "港湾", "予算", "劇場", "橋梁", "森林"]
        return talk(tokens: tokens) { index in
            "第\(index)回の会議では\(nouns[index % 10])と\(nouns[(index * 3 + 1) % 10])の計画について話し合いました。"
        }
    }

    private static func talk(tokens: Int, _ sentence: (Int) -> String) -> [Cue] {
        let tokenizer = EstimatedTokenizer()
        var cues: [Cue] = []
        var count = 0
        while count < tokens {
            let text = sentence(cues.count)
            count += tokenizer.countTokens(text)
            let start = Double(cues.count * 5)
            cues.append(
                Cue(start: start, end: start + 5, speaker: cues.count / 4 % 2 == 0 ? "Anna" : "Ben", text: text))
        }
        return cues
    }
}
