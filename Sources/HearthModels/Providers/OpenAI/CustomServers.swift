import Foundation
import HearthCore
import Synchronization

/// What is known of the servers of custom endpoints, by address and model: what they said of themselves, and which fields of a
/// request they refused. Kept in memory alone, for as long as it may hold.
public final class CustomServers: Sendable {
    /// A model of a server.
    struct Place: Hashable {
        var url: URL
        var model: String
    }

    private struct Entry {
        var facts: CustomServerFacts?
        /// When the server was last asked of itself; `nil` before.
        var asked: ContinuousClock.Instant?
        var refused: ToldFields = []
        var refusedSince: ContinuousClock.Instant?
    }

    /// A server may be started again with another window or another model.
    static let factsHold = Duration.seconds(600)
    /// After a server that did not answer, or told nothing.
    static let silenceHolds = Duration.seconds(60)
    /// A server may be replaced by a newer one.
    static let refusalHolds = Duration.seconds(3600)
    private static let placeLimit = 64

    private let entries = Mutex<[Place: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: The time, by which what is known grows old.
    public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// What the server said of itself; `nil` where it was not asked, or said nothing.
    func facts(of place: Place) -> CustomServerFacts? { entries.withLock { $0[place]?.facts } }

    /// The fields that the server is known to refuse.
    func refused(by place: Place) -> ToldFields {
        let now = now()
        return entries.withLock { entries in
            guard let entry = entries[place] else { return [] }
            var fields = entry.refused
            if let since = entry.refusedSince, now - since > Self.refusalHolds { fields = [] }
            if entry.facts?.takesTools == false { fields.insert(.tools) }
            return fields
        }
    }

    func note(refusalOf fields: ToldFields, by place: Place) {
        let now = now()
        change(place) { entry in
            entry.refused.formUnion(fields)
            entry.refusedSince = now
        }
    }

    /// Asks a server of itself where that is due. What it does not tell is no error: much is known without it.
    ///
    /// - Throws: `CancellationError`.
    func ask(_ place: Place, _ question: () async throws -> CustomServerFacts?) async throws {
        let now = now()
        let isDue = entries.withLock { entries in
            let entry = entries[place]
            let holds = entry?.facts == nil ? Self.silenceHolds : Self.factsHold
            if let asked = entry?.asked, now - asked <= holds { return false }
            return true
        }
        guard isDue else { return }
        // Before it is asked, so that of requests that come together one asks.
        change(place) { $0.asked = now }
        do {
            let facts = try await question()
            change(place) { $0.facts = facts }
        } catch {
            change(place) { $0.facts = nil }
            if error is CancellationError || Task.isCancelled {
                change(place) { $0.asked = nil }
                throw CancellationError()
            }
        }
    }

    private func change(_ place: Place, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            if entries[place] == nil, entries.count >= Self.placeLimit { entries.removeAll() }
            body(&entries[place, default: Entry()])
        }
    }
}

/// Fields of a request that a server may not know, and that can be told to the model in words instead.
struct ToldFields: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// `response_format`
    static let schema = ToldFields(rawValue: 1)
    /// `tools`
    static let tools = ToldFields(rawValue: 2)
}

/// What a server says of itself and a model of its.
struct CustomServerFacts: Hashable, Sendable {
    /// Tokens of prompt and answer together.
    var window: Int?
    /// Whether `tool_choice: required` is enforced while the model writes, and not only hoped for.
    var enforcesToolChoice = false
    /// `nil` where it does not say.
    var takesTools: Bool?

    private static let sensibleWindows = 256...100_000_000

    private static func window(_ value: JSONValue?) -> Int? {
        guard let count = value?.numberValue?.intValue, sensibleWindows.contains(count) else { return nil }
        return count
    }

    /// Asks a server: the list of models first, which all have; then what its kind has beside.
    ///
    /// Of `/v1/models`, vLLM tells `max_model_len`, gateways `context_length` or `context_window`. llama-server's list has only
    /// the window that the model was trained with; the one that it opened is in `/props` (`n_ctx`, of one slot). Ollama's window
    /// is in the parameters of `/api/show`, or that of the running model in `/api/ps`.
    ///
    /// - Throws: What ends all asking: a server that cannot be reached or lets nobody in, and `CancellationError`.
    static func asked(_ server: CustomServerQuestions, model: String) async throws -> CustomServerFacts? {
        var facts = CustomServerFacts()
        var owner = ""
        if let list = try await server.answer(.get, "models", isAtRoot: false)?["data"]?.arrayValue {
            // A server of one model takes any name for it.
            let named = list.first { $0["id"]?.stringValue == model }
            let entry: JSONValue = named ?? (list.count == 1 ? list[0] : .null)
            owner = entry["owned_by"]?.stringValue ?? ""
            for name in ["loaded_context_length", "max_model_len", "context_length", "context_window"] {
                if facts.window == nil { facts.window = window(entry[name]) }
            }
            facts.enforcesToolChoice = owner == "vllm"
        }
        if facts.window == nil, owner != "library" {
            let settings = try await server.answer(.get, "props", isAtRoot: true)?["default_generation_settings"]
            facts.window = window(settings?["n_ctx"])
            if facts.window != nil { facts.enforcesToolChoice = true }
        }
        if facts.window == nil, owner != "llamacpp" { try await facts.askOllama(server, model) }
        return facts == CustomServerFacts() ? nil : facts
    }

    /// What Ollama opens unless it is told otherwise (its FAQ, "How can I specify the context window size?", as of 2025-08).
    static let usualWindowOfOllama = 4096

    private mutating func askOllama(_ server: CustomServerQuestions, _ model: String) async throws {
        guard
            let shown = try await server.answer(.post, "api/show", isAtRoot: true, body: ["model": .string(model)]),
            let info = shown["model_info"]?.objectValue
        else { return }
        if let abilities = shown["capabilities"]?.arrayValue { takesTools = abilities.contains("tools") }
        var trained = Self.usualWindowOfOllama
        for (name, value) in info where name.hasSuffix(".context_length") {
            if let window = Self.window(value) { trained = min(trained, window) }
        }
        window = Self.setWindow(shown["parameters"]?.stringValue ?? "") ?? trained
        let running = try await server.answer(.get, "api/ps", isAtRoot: true)?["models"]?.arrayValue ?? []
        for entry in running {
            guard let name = entry["name"]?.stringValue, name == model || name == model + ":latest" else { continue }
            if let opened = Self.window(entry["context_length"]) { window = opened }
        }
    }

    /// The window in a list of parameters, one a line.
    private static func setWindow(_ parameters: String) -> Int? {
        for line in parameters.prefix(10_000).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "num_ctx", let count = Int(words[1]) else { continue }
            return sensibleWindows.contains(count) ? count : nil
        }
        return nil
    }
}

/// Puts questions to a server that is allowed by a decision, each for a short time and with a bound on what it answers.
struct CustomServerQuestions: Sendable {
    private static let timeLimit = Duration.seconds(5)
    private static let answerLimit = 8 << 20
    private static let meansNothingThere: Set<ProviderError.Reason> = [
        .wrongAddress, .unknownModel, .badRequest, .malformedResponse,
    ]

    let connection: ProviderConnection
    let ledgerRecord: Int
    let mayLeave: @Sendable () async throws -> Void

    /// - Parameter isAtRoot: Whether the path lies beside `/v1`, not below it.
    /// - Returns: `nil` where the server has nothing there that can be read.
    /// - Throws: What ends all asking: a server that cannot be reached, fails, or lets nobody in. More questions would only count
    ///   as more failures of it.
    func answer(
        _ method: HTTPRequest.Method, _ path: String, isAtRoot: Bool, body: JSONValue? = nil
    ) async throws -> JSONValue? {
        do {
            return try await connection.answer(
                method, path, isAtRoot: isAtRoot, body: body, ledgerRecord: ledgerRecord, timeLimit: Self.timeLimit,
                limit: Self.answerLimit, mayLeave: mayLeave)
        } catch let error as ProviderError where Self.meansNothingThere.contains(error.reason) {
            return nil
        }
    }
}
