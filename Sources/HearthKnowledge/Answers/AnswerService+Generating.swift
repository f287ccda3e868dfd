import HearthCore
import HearthModels
import HearthText

/// Where a model writes: what it may be shown, and what of its answer the sources hold.
extension AnswerService {
    func generate(
        _ request: AnswerRequest, _ passages: [Passage], _ decision: RoutingDecision, _ model: any LanguageModel,
        emit: EventStream<AnswerEvent>.Emit
    ) async throws -> Answer {
        let context = try context(request, passages, capabilities: model.capabilities, tokenizer: model.tokenizer)
        let modelRequest = modelRequest(
            request, context, label: decision.label, capabilities: model.capabilities, tokenizer: model.tokenizer)
        var gate = AbstentionGate()
        let response = try await model.respond(to: modelRequest).response(of: decision.engine) { event in
            guard case .text(let piece) = event else { return }
            let open = gate.append(piece)
            if !open.isEmpty { try await emit(.text(open)) }
        }
        if AbstentionGate.isAbstention(response.text) {
            let answer = Self.abstention(route: decision, context: context, usage: response.usage)
            try await emit(.text(answer.text))
            return answer
        }
        let rest = gate.finish()
        if !rest.isEmpty { try await emit(.text(rest)) }
        var answer = try await verify(response.text, context: context, decision: decision)
        answer.usage = response.usage
        answer.finishReason = response.finishReason
        answer.notes = response.notes
        let limit = modelRequest.options.maxTokens
        if response.finishReason == .length, limit < request.options.maxTokens,
            let window = model.capabilities.contextLength
        {
            answer.notes.append(
                "The limit was lowered from \(request.options.maxTokens) to \(limit) tokens: the model's window of \(window) "
                    + "leaves no more beside the sources.")
        }
        if context.droppedHistory.count > 0 {
            answer.notes.append(
                "\(context.droppedHistory.count) earlier messages of the conversation were not read: of the newest "
                    + "\(DocumentChat.maximumHistory), as many are as fit beside the sources.")
        }
        if !context.dropped.isEmpty {
            answer.notes.append(
                "\(context.dropped.count) of \(passages.count) passages did not fit the model's window.")
        }
        return answer
    }

    /// - Throws: `ContextError` with the code `context-too-long`, since another engine may take more: where the question does not
    ///   fit, or none of what was found, of which an answer would say that nothing is there.
    func context(
        _ request: AnswerRequest, _ passages: [Passage], capabilities: ModelCapabilities, tokenizer: any TextTokenizer
    ) throws -> AnswerContext {
        let assembler = ContextAssembler(
            contextLength: capabilities.contextLength,
            reserved: min(request.options.maxTokens, capabilities.maximumOutput ?? .max), tokenizer: tokenizer)
        var context: AnswerContext
        do {
            context = try assembler.assemble(
                question: request.question, passages: passages, history: request.history)
        } catch let error as ContextError where error.reason == .messageTooLong {
            throw ContextError(.contextTooLong, error.message)
        }
        guard !context.included.isEmpty || passages.isEmpty else {
            let window = capabilities.contextLength.map { " of \($0) tokens" } ?? ""
            throw ContextError(
                .contextTooLong,
                "The model's window\(window) has no room for any of the passages that were found. Use a model with a longer "
                    + "window, or allow shorter answers.")
        }
        context.droppedHistory.count += request.olderHistory.count
        context.droppedHistory.tokens += request.olderHistory.tokens
        return context
    }

    func modelRequest(
        _ request: AnswerRequest, _ context: AnswerContext, label: SensitivityLabel, capabilities: ModelCapabilities,
        tokenizer: any TextTokenizer
    ) -> ModelRequest {
        let messages = context.messages ?? []
        var options = request.options
        if let window = capabilities.contextLength {
            let prompt = messages.reduce(ContextBudget.tokensAroundPrompt) {
                $0 + tokenizer.countTokens($1.content) + ContextBudget.usualTokensAroundMessage
            }
            // Many services refuse a request whose prompt and limit are together more than the window.
            options.maxTokens = max(1, min(options.maxTokens, window - prompt))
        }
        var asked = ModelRequest(task: .answer, messages: messages, options: options, label: label)
        asked.conversationID = request.conversationID
        asked.conversationMark = request.conversationMark
        return asked
    }

    /// Checks each sentence of a generated answer against the sources that it names, or all of them when it names none.
    private func verify(_ text: String, context: AnswerContext, decision: RoutingDecision) async throws -> Answer {
        let places = CitationPlaces(library: library)
        var citations: [Citation] = []
        var unsupported: [TextSpan] = []
        for sentence in CitationMarks.read(text, sentences: splitter.sentences(in: text)) {
            let named = sentence.sources.filter { context.included.indices.contains($0 - 1) }
            let candidates = named.isEmpty ? Array(1...max(1, context.included.count)) : named
            var supported = false
            for source in candidates where context.included.indices.contains(source - 1) {
                try Task.checkCancellation()
                let passage = context.included[source - 1]
                guard
                    let support = try await verifier.support(
                        for: sentence.plain, in: passage.text, embedder: embedder)
                else { continue }
                // A source that the model did not name is cited only when it does support the sentence.
                guard support.verified || !named.isEmpty else { continue }
                supported = supported || support.verified
                let span = TextSpan(
                    start: passage.span.start + support.span.start, end: passage.span.start + support.span.end)
                let quote = passage.text.text(in: support.span) ?? ""
                citations.append(
                    try await citation(
                        index: source, passage: passage, span: span, quote: quote, supported: support.verified,
                        places: places))
                if named.isEmpty { break }
            }
            if !supported { unsupported.append(sentence.span) }
        }
        // Checked support first, in the order of the answer.
        let ordered = citations.filter(\.verified) + citations.filter { !$0.verified }
        return Answer(
            text: text, abstained: false, citations: Self.unique(ordered), unsupported: unsupported, route: decision,
            context: context)
    }

    private static func unique(_ citations: [Citation]) -> [Citation] {
        var seen: Set<String> = []
        return citations.filter { seen.insert("\($0.index) \($0.span.start) \($0.span.end)").inserted }
    }
}
