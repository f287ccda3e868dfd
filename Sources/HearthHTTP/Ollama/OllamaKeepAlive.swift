import Foundation
import HearthCore
import HearthModels
import Synchronization

/// How long a model stays in memory after a request, as Ollama's clients say it (`keep_alive`). Where they say nothing it stays until
/// others need its room.
enum OllamaKeepAlive: Sendable, Equatable {
    /// Until others need its room: what is negative, or longer than a server runs.
    case whileThereIsRoom
    /// Until nobody has used it for so long; zero takes it out at once.
    case unused(Duration)

    /// A year; what is longer is meant as forever.
    private static let longest = 365.0 * 86_400

    /// - Returns: `nil` where the client says nothing of it.
    /// - Throws: ``ServerError`` where it is neither a number of seconds nor a duration.
    static func read(_ fields: RequestFields) throws -> OllamaKeepAlive? {
        guard let value = fields["keep_alive"] else { return nil }
        let given = value.numberValue.flatMap { Double($0.description) } ?? value.stringValue.flatMap(Self.seconds)
        guard let seconds = given else {
            throw fields.wrong("keep_alive", "a number of seconds, or a duration such as 5m, 1h30m, 0 or -1")
        }
        return seconds < 0 || seconds > longest ? .whileThereIsRoom : .unused(.seconds(seconds))
    }

    /// Seconds of a unit, as Go's durations have them. A number without one counts as seconds.
    private static let units: [String: Double] = [
        "": 1, "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600,
    ]

    /// Seconds of a duration as `1h30m`; `nil` where it is none.
    static func seconds(_ text: String) -> Double? {
        var rest = text[...]
        guard rest.utf8.count <= 64 else { return nil }
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let number = rest.prefix(while: isOfNumber)
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { !isOfNumber($0) }
            rest = rest.dropFirst(unit.count)
            guard let count = Double(number), let seconds = units[String(unit)] else { return nil }
            total += count * seconds
        }
        return isNegative ? -total : total
    }

    private static func isOfNumber(_ character: Character) -> Bool {
        character == "." || character.isASCII && character.isNumber
    }
}

/// Takes models out of memory when nobody has used them for as long as a client said last.
actor IdleModels {
    private let service: any ModelService
    /// A look at a model that is still to come.
    private struct Wait {
        /// Tells it from one that took its place.
        var number: Int
        var task: Task<Void, Never>
        /// When the model goes, unless it is used until then.
        var end: Date
    }

    /// By the names of models in memory.
    private var waits: [String: Wait] = [:]
    private var lastNumber = 0

    /// Before it is looked again whether a model is still in use.
    private static let shortest = Duration.seconds(1)

    init(_ service: any ModelService) { self.service = service }

    deinit { for wait in waits.values { wait.task.cancel() } }

    /// When models are let go unless they are used until then, by their names.
    var ends: [String: Date] { waits.mapValues(\.end) }

    /// Models that are let go when nobody has used them for a while.
    var waitingCount: Int { waits.count }

    /// Runs a call, and keeps the model that served it for as long as its client said; also where the client left before the end.
    nonisolated func run(
        _ call: GenerationCall, _ keepAlive: OllamaKeepAlive?,
        emit: @escaping @Sendable (GenerationEvent) async throws -> Void
    ) async throws -> GenerationResult {
        let generator = Generator(service: service)
        guard let keepAlive else { return try await generator.run(call, emit: emit) }
        let last = LastDecision()
        do {
            var result = try await generator.run(call) { event in
                guard case .served(let decision, let notes) = event else { return try await emit(event) }
                last.set(decision)
                let more = Self.note(decision, call.caller).map { [$0] } ?? []
                try await emit(.served(decision, notes: notes + more))
            }
            if let note = Self.note(result.decision, call.caller) { result.notes.append(note) }
            await keep(result.decision, keepAlive, for: call.caller)
            return result
        } catch {
            if let decision = last.value { await keep(decision, keepAlive, for: call.caller) }
            throw error
        }
    }

    /// Why nothing is done about how long a model stays; `nil` where it is done.
    private static func note(_ decision: RoutingDecision, _ caller: Caller) -> String? {
        if caller == .nobody { return "keep_alive: it is not for programs without the token to say." }
        return decision.engine == .local ? nil : "keep_alive: only models that run here are kept in memory."
    }

    /// From now on, in the place of what was said of the model before.
    func keep(_ decision: RoutingDecision, _ keepAlive: OllamaKeepAlive, for caller: Caller) async {
        guard Self.note(decision, caller) == nil else { return }
        let model = GenerationResult.name(decision)
        waits.removeValue(forKey: model)?.task.cancel()
        guard case .unused(let time) = keepAlive else { return }
        let service = service
        let start = Date.now
        if time == .zero, await Self.lastUse(of: model, since: start, service) == nil { return }
        waits.removeValue(forKey: model)?.task.cancel()
        lastNumber += 1
        let number = lastNumber
        // Outlives the request on purpose; it ends with the model, with what is said of it next, or with the server.
        let task = Task { [weak self] in
            var since = start
            var wait = time == .zero ? Self.shortest : time
            while (try? await Task.sleep(for: wait)) != nil {
                guard let used = await Self.lastUse(of: model, since: since, service) else { break }
                since = used
                wait = max(Self.shortest, time - .seconds(Date.now.timeIntervalSince(used)))
                await self?.goesOn(model, number, until: .now + wait.seconds)
            }
            await self?.ended(model, number)
        }
        waits[model] = Wait(number: number, task: task, end: start + time.seconds)
    }

    private func goesOn(_ model: String, _ number: Int, until end: Date) {
        if waits[model]?.number == number { waits[model]?.end = end }
    }

    /// A wait is over, unless another one took its place.
    private func ended(_ model: String, _ number: Int) {
        if waits[model]?.number == number { waits[model] = nil }
    }

    /// When a model was used last, where that was since a moment; `nil` where it is out of memory now, or stays there anyhow.
    private static func lastUse(of model: String, since moment: Date, _ service: any ModelService) async -> Date? {
        // One that cannot be taken out stays: nobody waits for it.
        try? await service.unload(model, unusedSince: moment)
    }
}

/// Who served, as far as it is known.
private final class LastDecision: Sendable {
    private let decision = Mutex<RoutingDecision?>(nil)

    var value: RoutingDecision? { decision.withLock { $0 } }
    func set(_ new: RoutingDecision) { decision.withLock { $0 = new } }
}
