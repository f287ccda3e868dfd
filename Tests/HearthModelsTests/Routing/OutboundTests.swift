import HearthCore
import HearthModels
import Testing

private struct Unsure: ReadableError {
    let code = "redaction-unsure"
    let kind = Failure.Kind.refusedByPolicy
    let message = "Not certain."
    let help: [Failure.Help] = []
    var description: String { message }
}

/// Replaces one word, or refuses.
private struct WordRedactor: PromptRedactor {
    var refuses = false

    func redact(_ request: ModelRequest, options: RedactionOptions) throws -> RedactedPrompt {
        if refuses, !options.acceptsDoubt { throw Unsure() }
        var redacted = request
        for index in redacted.messages.indices {
            let words = redacted.messages[index].content.split(separator: " ")
            redacted.messages[index].content =
                words.map { $0 == "Brontel" ? "[NAME_1]" : String($0) }.joined(separator: " ")
        }
        return RedactedPrompt(
            request: redacted, replacements: [.init(placeholder: "[NAME_1]", kind: .name, original: "Brontel")])
    }
}

@Suite("What leaves")
struct OutboundTests {
    private var policy: RoutingPolicy {
        var policy = RoutingPolicy.consenting
        policy.redactsPrompts = true
        return policy
    }

    private func router(_ model: ScriptedEngine, _ redactor: WordRedactor?, ledger: MemoryLedger = MemoryLedger())
        -> ModelRouter
    {
        ModelRouter(models: [model], policy: policy, configuration: .init(ledger: ledger, redactor: redactor))
    }

    @Test("Placeholders are sent, and the answer has the originals back, also when one is cut in pieces")
    func restored() async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai, pieces: ["Dear [NA", "ME_1", "], hello"])
        let route = try await router(openai, WordRedactor()).route(RoutingRequest(task: .chat))
        var streamed = ""
        var final: ModelResponse?
        for try await event in try route.model.respond(to: prompt("Greet Brontel now")) {
            switch event {
            case .text(let piece): streamed += piece
            case .final(let response): final = response
            case .reasoning, .logprobs, .toolCall: break
            }
        }
        #expect(openai.requests.first?.messages.first?.content == "Greet [NAME_1] now")
        #expect(streamed == "Dear Brontel, hello")
        #expect(final?.text == streamed)
    }

    @Test("Tokens of a redacted answer are not the answer's, so nothing is sent for them")
    func tokensOfWhatWasReplaced() async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai, logprobs: true)
        let route = try await router(openai, WordRedactor()).route(RoutingRequest(task: .chat, requiresLogprobs: true))
        var request = prompt("Greet Brontel now")
        request.options.logprobs = 0
        let error = await #expect(throws: RoutingError.self) { _ = try await route.model.response(to: request) }
        #expect(error?.code == "no-logprobs" && openai.requests.isEmpty)
    }

    @Test("What stays in the process is not redacted")
    func local() async throws {
        let local = ScriptedEngine(.local)
        let route = try await router(local, WordRedactor()).route(RoutingRequest(task: .chat))
        _ = try await route.model.response(to: prompt("Greet Brontel now"))
        #expect(local.requests.first?.messages.first?.content == "Greet Brontel now")
    }

    @Test("Nothing is sent when redaction is unsure, or when there is nothing to do it with")
    func refused() async throws {
        for redactor in [WordRedactor(refuses: true), nil] {
            let ledger = MemoryLedger()
            let openai = ScriptedEngine(.openai, host: Hosts.openai)
            let route = try await router(openai, redactor, ledger: ledger).route(RoutingRequest(task: .chat))
            await #expect(throws: (any Error).self) { _ = try await route.model.response(to: prompt("Greet Brontel")) }
            #expect(openai.requests.isEmpty)
            #expect(
                await ledger.entries.last?.errorCode == (redactor == nil ? "refused-by-policy" : "redaction-unsure"))
        }
    }

    @Test("What leaves once more after a wait is asked for as at first")
    func again() async throws {
        let origin = LabelOrigin.document("a")
        for change in ["label", "consent", "redaction"] {
            let openai = ScriptedEngine(.openai, host: Hosts.openai)
            let policy = ChangingPolicy(.consenting)
            let labels = ChangingLabels()
            labels.call(origin, .personal)
            let router = ModelRouter(configuration: .init(ledger: MemoryLedger(), labels: labels)) {
                RoutingContext(models: [openai], policy: policy.current)
            }
            var routing = RoutingRequest(task: .chat)
            routing.origins = [origin]
            let route = try await router.route(routing)
            _ = try await route.model.response(to: prompt("Hello"))
            let mayLeave = try #require(openai.requests.first?.mayLeave)
            try await mayLeave()
            switch change {
            case "label": labels.call(origin, .private)
            case "consent": policy.change { $0.consents = [] }
            default: policy.change { $0.redactsPrompts = true }
            }
            let error = await routingError { try await mayLeave() }
            #expect(error?.code == "refused-by-policy", "\(change)")
        }
        let local = ScriptedEngine(.local)
        _ = try await ModelRouter([local]).route(RoutingRequest(task: .chat)).model.response(to: prompt("Hello"))
        #expect(local.requests.count == 1 && local.requests.first?.mayLeave == nil)
    }

    @Test("A doubt is accepted for one request, and what was found is replaced all the same")
    func accepted() async throws {
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = router(openai, WordRedactor(refuses: true))
        var choice = RoutingChoice()
        choice.acceptsDoubt = true
        let preview = try await router.preview(prompt("Greet Brontel now"), routing: choice.request(.chat))
        #expect(preview.messages.first?.content == "Greet [NAME_1] now")
        let route = try await router.route(choice.request(.chat))
        _ = try await route.model.response(to: prompt("Greet Brontel now"))
        #expect(openai.requests.map { $0.messages.first?.content } == ["Greet [NAME_1] now"])
        await #expect(throws: (any Error).self) { _ = try await router.preview(prompt("Greet Brontel now")) }
    }

    @Test("An engine beyond this process that was chosen and never asked is no request that was cut off")
    func unused() async throws {
        let ledger = MemoryLedger()
        let router = router(ScriptedEngine(.openai, host: Hosts.openai), WordRedactor(), ledger: ledger)
        try await router.run(RoutingRequest(task: .chat)) { _ in }
        await #expect(throws: CancellationError.self) {
            try await router.run(RoutingRequest(task: .chat)) { _ in throw CancellationError() }
        }
        try await router.run(RoutingRequest(task: .chat)) { _ = try await $0.model.response(to: prompt("Hello")) }
        let entries = await ledger.entries
        #expect(entries.map(\.kind) == [.decision, .outcome, .decision, .outcome, .decision, .outcome])
        #expect(entries.filter { $0.kind == .outcome }.map(\.decision) == [1, 3, 5])
        #expect(entries.filter { $0.kind == .outcome }.map(\.errorCode) == [nil, "cancelled", nil])
        // One that stays in the process has sent nothing, and needs no second record.
        let local = MemoryLedger()
        try await self.router(ScriptedEngine(.local), nil, ledger: local).run(RoutingRequest(task: .chat)) { _ in }
        #expect(await local.entries.map(\.kind) == [.decision])
    }

    @Test("The preview shows what would be sent, sends nothing and writes nothing")
    func preview() async throws {
        let ledger = MemoryLedger()
        let openai = ScriptedEngine(.openai, host: Hosts.openai)
        let router = router(openai, WordRedactor(), ledger: ledger)
        let preview = try await router.preview(prompt("Greet Brontel now"))
        #expect(preview.decision.engine == .openai && preview.decision.host == Hosts.openai)
        #expect(preview.decision.consentID == "o" && preview.decision.label == .personal)
        #expect(preview.leavesProcess && preview.leavesMachine)
        #expect(preview.messages.map(\.content) == ["Greet [NAME_1] now"])
        #expect(preview.replaced.map(\.original) == ["Brontel"])
        #expect(preview.bytes == "Greet [NAME_1] now".utf8.count && preview.estimatedTokens > 0)
        #expect(openai.requests.isEmpty)
        #expect(await ledger.entries.isEmpty)
        // And it is what is sent.
        _ = try await router.route(RoutingRequest(task: .chat)).model.response(to: prompt("Greet Brontel now"))
        #expect(openai.requests.first?.messages == preview.messages)
    }

    @Test("The vocabulary that a preview counts with is read on a thread of its own, where no task waits for a disk")
    func vocabulary() async throws {
        let engine = VocabularyEngine()
        let preview = try await ModelRouter([engine]).preview(prompt("Hello"))
        #expect(preview.decision.engine == .local && preview.estimatedTokens > 0)
        #expect(engine.readers == [.thread])
    }

    @Test("A preview of what may not leave says so")
    func refusedPreview() async throws {
        let router = router(ScriptedEngine(.openai, host: Hosts.openai), WordRedactor())
        let error = await routingError { _ = try await router.preview(prompt(label: .private)) }
        #expect(error?.code == "refused-by-policy")
    }
}
