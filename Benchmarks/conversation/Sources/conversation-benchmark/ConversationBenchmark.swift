import Foundation
import HearthCore
import HearthPrompts
import HearthStore

@main
enum ConversationBenchmark {
    static func main() async throws {
        let count = max(2, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000)
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try HearthDatabase(.init(folder: folder, key: .random(count: 32)))
        let conversation = try await database.createConversation(systemPrompt: "Be brief.")
        let tokenizer = EstimatedTokenizer()
        let messages = (0..<count).map { ConversationMessage(id: Int64($0) + 1, message($0)) }
        try await database.append(messages, toConversation: conversation.id)

        let budget = ContextBudget(contextLength: 8_192)
        let new = [Message(.user, "And what did we decide about the garden?")]
        print(
            "\(count) messages, window of \(budget.contextLength ?? 0) tokens; milliseconds, least and median of \(rounds)"
        )

        func fromStore() async throws -> BuiltContext {
            try await database.context(
                ofConversation: conversation.id, systemPrompt: "Be brief.", budget: budget, tokenizer: tokenizer,
                new: new
            ).context
        }
        var built = try await fromStore()
        try await measure("store, first") { built = try await fromStore() }
        try await database.setTokenCounts(built.counted, tokenizer: tokenizer.name)
        try await measure("store, counted") { built = try await fromStore() }
        print("prompt: \(built.messages.count) messages, \(built.promptTokens) tokens; \(built.dropped.count) left out")

        try await measure("append") {
            try await database.append(
                [ConversationMessage(message(0)), ConversationMessage(message(1))], toConversation: conversation.id)
        }
        let states = database.promptStates()
        var generator = SystemRandomNumberGenerator()
        let data = (0..<(32 << 20) / 8).flatMap { _ in
            withUnsafeBytes(of: generator.next()) { Array($0) }
        }
        let state = PromptState(identity: "benchmark", tokens: (0..<1_024).map { $0 }, data: data)
        try await measure("state, save") { try states.save(state, ofConversation: conversation.id) }
        try await measure("state, load") {
            guard states.state(ofConversation: conversation.id, identity: "benchmark")?.data.count == data.count else {
                fatalError("the state did not come back")
            }
        }
        try database.close()
    }

    private static let rounds = 50

    private static func message(_ number: Int) -> Message {
        let words = ["garden", "the", "river", "house", "and", "quickly", "paper", "we", "of", "decide", "morning"]
        var text = ""
        for position in 0..<60 {
            let pick = number * 31 + position * 7
            text += words[pick % words.count] + " "
        }
        return Message(number % 2 == 0 ? .user : .assistant, text)
    }

    private static func measure(
        _ name: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = clock.now
            try await body()
            let time = (clock.now - start).components
            times.append(Double(time.seconds) * 1_000 + Double(time.attoseconds) / 1e15)
        }
        times.sort()
        let padded = name.padding(toLength: 18, withPad: " ", startingAt: 0)
        print(padded + String(format: "%8.3f %8.3f", times[0], times[rounds / 2]))
    }
}
