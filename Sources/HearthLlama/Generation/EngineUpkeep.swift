#if Llama
internal import CLlama
import HearthCore

/// What an engine does besides answering: testing a model that is new to it, and keeping what it evaluated.
extension LlamaEngine {
    /// Below this a state is neither kept nor taken up. Reading a token again takes about 5 ms for a small model (one
    /// billion parameters, two cores) and more for a larger one, so 64 tokens are some tenths of a second; a state of as many
    /// is read in a hundredth of that, but each one kept pushes another out.
    static let leastTokensWorthKeeping = 64

    /// A state is written again when at least this share of it is new. Writing costs 30 to 130 kB a token, evaluating
    /// again costs thousands of times more, but there is no use in writing a gigabyte for ten new words.
    static let leastGrowthWorthKeeping = 1.0 / 16

    /// More than the question of the self-test takes in any template.
    private static let probeCells = 128

    /// Tests the model if that was never done, and returns what was found; usually nothing.
    ///
    /// - Throws: ``LlamaError``, as ``load()`` does.
    public func examine() throws -> [String] {
        let model = try load()
        defer { if !isStepping { session?.rest() } }
        return try examine(model, try session(for: model), until: Latch())
    }

    /// Which chat template lays out conversations, and why that one.
    ///
    /// - Throws: ``LlamaError``, as ``load()`` does, or with the code `unknown-template`.
    public func chatTemplate() throws -> ChatTemplateChoice { try layout(of: load()).choice }

    func examine(_ model: LlamaModel, _ session: LlamaSession, until flag: Latch) throws -> [String] {
        if let examined { return examined }
        let layout = try layout(of: model)
        // The same file under another template is another test.
        let name = model.fileIdentity.map {
            "\($0)|\(layout.identity.utf8.count)|\(ModelIdentity.hash(layout.identity.utf8))"
        }
        if let name, let known = checks?.findings(for: name) {
            examined = known
            return known
        }
        makeRoom(Self.probeCells, in: session, for: session.probeSequence)
        let test = TemplateSelfTest(model: model, layout: layout)
        var findings = test.vocabularyFindings()
        let sentence =
            (model.vocabulary.begin.map { [$0] } ?? []) + model.vocabulary.tokenize(TemplateSelfTest.sentence)
        if sentence.count < session.contextLength,
            let surprise = try session.surprise(at: sentence, until: flag),
            let finding = test.gibberishFinding(surprise)
        {
            findings.append(finding)
        }
        let prompt = try Prompt(
            TemplateSelfTest.probe, model: model, layout: layout, context: session.contextLength)
        let logits = try session.logits(after: prompt.tokens, until: flag)
        // One finding is enough: a wrong one makes the first token wrong as well.
        if let logits, let finding = test.replyFinding(logits), findings.isEmpty { findings.append(finding) }
        // What the test evaluated is nobody's earlier turn.
        session.forget(session.probeSequence)
        examined = findings
        if let name { checks?.remember(findings, for: name) }
        return findings
    }

    /// Takes up the kept state of the request's conversation where that saves evaluating.
    func resume(_ request: ModelRequest, _ prompt: [llama_token], _ sequence: Int, _ session: LlamaSession) {
        guard let id = request.conversationID, let states, let identity = evaluationIdentity(session),
            let kept = states.tokens(ofConversation: id, identity: identity)
        else { return }
        let shared = zip(prompt, kept).prefix { $0 == $1 }.count
        guard shared >= session.sharedPrefix(of: sequence, with: prompt) + Self.leastTokensWorthKeeping,
            // Recurrent models cannot forget the end of what they read.
            shared == kept.count || !llama_model_is_recurrent(session.model.raw),
            let state = states.state(ofConversation: id, identity: identity), state.tokens == kept
        else { return }
        session.forget(sequence)
        makeRoom(state.tokens.count, in: session, for: sequence)
        _ = session.restore(state, into: sequence)
    }

    /// Keeps what was evaluated for the request's conversation. A failure costs time at the next start and nothing else.
    func keep(_ order: WaitingRequest, _ sequence: Int, _ session: LlamaSession) {
        guard let id = order.request.conversationID, let mark = order.mark, let states,
            let identity = evaluationIdentity(session)
        else { return }
        let evaluated = session.evaluated[sequence]
        guard evaluated.count >= Self.leastTokensWorthKeeping,
            session.pictures[sequence].isEmpty, session.stateSize(of: sequence) <= states.maximumStateSize,
            // What is kept is asked of the store each time: whoever takes a turn back removes it there.
            !isKept(evaluated, states.tokens(ofConversation: id, identity: identity)),
            let state = session.saved(sequence, identity: identity)
        else { return }
        try? states.save(state, ofConversation: id, since: mark)
    }

    /// Whether there is no use in writing `tokens` in the place of `kept`: what is kept is the beginning of them, and little
    /// came since. Where the two part, a turn was taken back or asked again, and nothing of it is to stay behind.
    private func isKept(_ tokens: [llama_token], _ kept: [llama_token]?) -> Bool {
        guard let kept, tokens.starts(with: kept) else { return false }
        return Double(tokens.count - kept.count) < Double(tokens.count) * Self.leastGrowthWorthKeeping
    }

    private func evaluationIdentity(_ session: LlamaSession) -> String? {
        if let identity { return identity }
        identity = ModelIdentity.evaluation(
            session.model, contextLength: session.contextLength, configuration: configuration.model)
        return identity
    }
}
#endif
