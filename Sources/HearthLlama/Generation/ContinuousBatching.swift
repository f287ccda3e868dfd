import HearthCore

#if Llama
internal import CLlama

/// Several requests in one context (continuous batching: Yu et al., "Orca", OSDI 2022): at each step, requests join and leave
/// the batch.
///
/// - Every answer under way gets one token a step, whatever its length.
/// - New prompts are evaluated in parts, so that a long one neither stalls the answers nor a short prompt beside it.
/// - Requests begin in the order of their arrival; none is overtaken because it needs more room.
/// - When cells run out, what idle sequences hold goes first (used least recently first), then the youngest answer waits and
///   is evaluated anew later; the oldest always goes on.
extension LlamaEngine {
    func stepUntilAllIsAnswered() async {
        while !waiting.isEmpty || prepared != nil || !running.isEmpty {
            let isWaiting = !step()
            if running.isEmpty, !unloading.isEmpty { endUnloading() }
            if isWaiting, !running.isEmpty {
                session?.rest()
                await withCheckedContinuation { pause = $0 }
            } else {
                // Lets requests join and others look in between two steps.
                await YieldThread.shared.pass()
            }
        }
        session?.rest()
        isStepping = false
        endUnloading()
    }

    private func endUnloading() {
        guard !unloading.isEmpty else { return }
        if let prepared { waiting.insert(prepared.order, at: 0) }
        release()
        for one in unloading { one.resume() }
        unloading = []
    }

    /// Lets answers go on that waited for their readers: one of these caught up, or left, or there is another request.
    package func wake() {
        pause?.resume()
        pause = nil
    }

    /// - Returns: `false` when nothing could be done because readers are behind.
    private func step() -> Bool {
        dropCancelled()
        for answer in running { answer.lookAtReader() }
        if unloading.isEmpty { admit() }
        guard let session, !running.isEmpty else { return true }
        turn &+= 1
        if lookAtPicture(session) { return true }
        let pieces = plan(session)
        // Whoever would have gone on gave its cells to one that has come to a picture.
        if pieces.isEmpty, lookAtPicture(session, insists: true) { return true }
        if pieces.isEmpty, running.contains(where: \.isHeld) { return false }
        let answers = pieces.compactMap { piece in running.first { $0.sequence == piece.sequence } }
        guard answers.count == pieces.count, !pieces.isEmpty else {
            // Every answer has something to evaluate; were that ever not so, waiting would never end.
            if let stuck = running.first { end(stuck, LlamaError.decodeFailed(0, detail: "nothing to evaluate")) }
            return true
        }
        do {
            let places = try session.evaluate(pieces, until: answers.map(\.order.flag))
            for (answer, place) in zip(answers, places) {
                guard let place else { continue }
                do {
                    if let reason = try answer.advance(session.raw, at: place) { finish(answer, reason, session) }
                } catch {
                    end(answer, error)
                }
            }
        } catch {
            for answer in answers { end(answer, error) }
        }
        return true
    }

    // MARK: Coming and going

    private func dropCancelled() {
        for answer in running where answer.order.flag.isSet { end(answer, CancellationError()) }
        if let next = prepared, next.order.flag.isSet {
            prepared = nil
            next.order.continuation.resume(throwing: CancellationError())
        }
        guard waiting.contains(where: \.flag.isSet) else { return }
        let (gone, left) = (waiting.filter(\.flag.isSet), waiting.filter { !$0.flag.isSet })
        waiting = left
        for one in gone { one.continuation.resume(throwing: CancellationError()) }
    }

    /// Begins the requests that there is room for, in the order of their arrival.
    private func admit() {
        while prepared != nil || !waiting.isEmpty {
            if prepared == nil {
                let next = waiting.removeFirst()
                do {
                    prepared = try prepare(next)
                } catch {
                    next.continuation.resume(throwing: error)
                    continue
                }
            }
            guard let next = prepared, let session, running.count < session.sequenceCount else { return }
            let taken = running.reduce(0) { $0 + $1.neededCells }
            guard running.isEmpty || taken + next.neededCells <= session.contextLength else { return }
            prepared = nil
            begin(next, session)
        }
    }

    private func prepare(_ order: WaitingRequest) throws -> PreparedRequest {
        let model = try load()
        let session = try session(for: model)
        let request = order.request
        let findings = request.task == .textCompletion ? [] : try examine(model, session, until: order.flag)
        let prompt = try Prompt(
            request, model: model, layout: try layout(of: model), context: session.contextLength,
            vision: request.hasPictures ? model.vision.model(for: model, threads: configuration.threads) : nil)
        let constraint = try constraints.constraint(of: request)
        let tools = try Self.grammars(of: request, prompt)
        if constraint != nil || tools != nil, fragments == nil { fragments = model.vocabulary.fragments() }
        let sampler = try TokenSampler(
            options: request.options, constraint: constraint, vocabulary: model.vocabulary,
            fragments: fragments ?? [:], mayFollow: tools != nil)
        if tools != nil, let constraint, let format = prompt.calls {
            try sampler.follow(ToolGrammars.opening(format, or: constraint.grammar), root: ToolGrammars.root)
        }
        return PreparedRequest(
            order: order, model: model, prompt: prompt, constraint: constraint, tools: tools, sampler: sampler,
            limit: min(request.options.maxTokens, session.contextLength - prompt.tokens.count), findings: findings)
    }

    /// What calls are kept to; `nil` where the request offers no tools.
    private static func grammars(of request: ModelRequest, _ prompt: Prompt) throws -> ToolGrammars? {
        guard prompt.calls != nil else { return nil }
        guard request.options.logprobs == nil else {
            throw LlamaError.badOption("How likely tokens were is not told of an answer that may call tools")
        }
        return try ToolGrammars(request.tools, choice: request.toolChoice)
    }

    private func begin(_ next: PreparedRequest, _ session: LlamaSession) {
        let start = ContinuousClock.now
        let prompt = next.prompt.tokens
        let sequence = takeSequence(for: prompt, session)
        resume(next.order.request, prompt, sequence, session)
        // The last token is evaluated always, because only evaluation gives logits.
        let shared = min(session.sharedPrefix(of: sequence, with: prompt), prompt.count - 1)
        let cached = session.truncate(sequence, to: shared)
        running.append(
            RunningAnswer(next, sequence: sequence, cached: cached, start: start, contextLength: session.contextLength))
    }

    private func finish(_ answer: RunningAnswer, _ reason: FinishReason, _ session: LlamaSession) {
        running.removeAll { $0 === answer }
        markUse(of: answer.sequence)
        let response = answer.finished(reason)
        keep(answer.order, answer.sequence, session)
        answer.order.continuation.resume(returning: response)
    }

    /// Ends an answer early. What its sequence holds is taken by whoever needs the cells first.
    func end(_ answer: RunningAnswer, _ error: any Error) {
        running.removeAll { $0 === answer }
        markUse(of: answer.sequence)
        answer.order.continuation.resume(throwing: error)
    }

    // MARK: Sequences and cells

    private func markUse(of sequence: Int) {
        uses += 1
        lastUse[sequence] = uses
    }

    /// The sequences that no request uses, the one used least recently first.
    private func idleSequences(_ session: LlamaSession) -> [Int] {
        let taken = Set(running.map(\.sequence))
        return (0..<session.sequenceCount).filter { !taken.contains($0) }
            .sorted { (lastUse[$0] ?? 0, $0) < (lastUse[$1] ?? 0, $1) }
    }

    /// A sequence for a prompt, which begins with as much of it as any sequence holds.
    ///
    /// A conversation goes on in its own sequence. One that has only its beginning in common, such as the instructions, is
    /// left alone where that costs less: its beginning is shared with the sequence that was used least recently.
    private func takeSequence(for prompt: [llama_token], _ session: LlamaSession) -> Int {
        func shared(_ sequence: Int) -> Int { session.sharedPrefix(of: sequence, with: prompt) }
        func lost(_ sequence: Int) -> Int { session.evaluated[sequence].count - shared(sequence) }
        let idle = idleSequences(session)
        guard let oldest = idle.first else { return 0 }
        let own = idle.max { shared($0) < shared($1) } ?? oldest
        let source = (0..<session.sequenceCount).max { shared($0) < shared($1) } ?? own
        if shared(own) == shared(source), !session.canShare || lost(own) <= lost(oldest) / 2 { return own }
        if session.canShare, shared(source) > shared(oldest) {
            session.share(shared(source), of: source, with: oldest)
        }
        return oldest
    }

    /// Frees cells until there are `count`: those of idle sequences first, then those of answers whose readers are behind, then
    /// those of the youngest answers.
    func makeRoom(_ count: Int, in session: LlamaSession, for sequence: Int?) {
        for idle in idleSequences(session) where session.freeCells < count && idle != sequence { session.forget(idle) }
        let last = running.filter(\.isHeld) + running.dropFirst().reversed().filter { !$0.isHeld }
        for answer in last where session.freeCells < count && answer.sequence != sequence {
            session.forget(answer.sequence)
            answer.isPaused = true
            pauses += 1
        }
    }

    // MARK: One step

    /// What to evaluate in this step: a token for every answer, and with what is left of the batch a part of new prompts.
    private func plan(_ session: LlamaSession) -> [LlamaSession.Piece] {
        wakePaused(session)
        while true {
            let pieces = planned(session)
            let count = pieces.reduce(0) { $0 + $1.tokens.count }
            guard count > session.freeCells else { return pieces }
            let paused = running.count(where: \.isPaused)
            let free = session.freeCells
            makeRoom(count, in: session, for: nil)
            // Nothing more to give: llama.cpp itself will say what is wrong.
            guard running.count(where: \.isPaused) > paused || session.freeCells > free else { return pieces }
        }
    }

    /// Lets paused answers go on, the oldest first, where there is room for all that they have to evaluate again.
    private func wakePaused(_ session: LlamaSession) {
        var taken = running.reduce(0) { $0 + ($1.isPaused || $1.isHeld ? 0 : $1.neededCells) }
        for answer in running where answer.isPaused && !answer.isHeld {
            guard taken == 0 || taken + answer.neededCells <= session.contextLength else { return }
            answer.isPaused = false
            taken += answer.neededCells
        }
    }

    private func planned(_ session: LlamaSession) -> [LlamaSession.Piece] {
        let awake = running.filter { !$0.isPaused && !$0.isHeld }
        guard !awake.isEmpty else { return [] }
        // Each step begins with another one, for the case that not all fit into a batch.
        let first = turn % awake.count
        let turns = awake[first...] + awake[..<first]
        func pending(_ answer: RunningAnswer) -> ArraySlice<llama_token> {
            answer.pending(after: session.evaluated[answer.sequence].count)
        }
        func isLast(_ part: ArraySlice<llama_token>, of answer: RunningAnswer) -> Bool {
            part.endIndex == answer.tokens.count
        }
        var budget = session.batchSize
        var pieces: [LlamaSession.Piece] = []
        for answer in turns where pending(answer).count == 1 && budget > 0 {
            let token = pending(answer)
            pieces.append(
                .init(sequence: answer.sequence, tokens: token, wantsLogits: isLast(token, of: answer)))
            budget -= 1
        }
        let prompts = turns.filter { pending($0).count > 1 }
        if !pieces.isEmpty { budget = min(budget, Configuration.promptShare) }
        // Equal parts; what a short prompt leaves goes to those after it.
        for (index, answer) in prompts.enumerated() where budget > 0 {
            let rest = pending(answer)
            let isAlone = prompts.count == 1 && pieces.isEmpty
            let share = isAlone ? session.evenPart(of: rest.count) : max(1, budget / (prompts.count - index))
            let part = rest.prefix(min(share, budget))
            pieces.append(
                .init(sequence: answer.sequence, tokens: part, wantsLogits: isLast(part, of: answer)))
            budget -= part.count
        }
        return pieces
    }
}

/// A request that waits for its turn, with the one who waits for its answer.
struct WaitingRequest {
    let request: ModelRequest
    let flag: Latch
    /// How fast its reader takes the answer; `nil` for one that takes it all at once.
    let pace: AnswerPace?
    let emit: @Sendable (ResponseEvent) -> Void
    let continuation: CheckedContinuation<ModelResponse, any Error>
    /// What is evaluated for it is kept only where nothing was forgotten since; `nil` keeps nothing.
    let mark: PromptStateMark?
}

/// A request that could begin: read, laid out, tokenized, its grammar made.
struct PreparedRequest {
    let order: WaitingRequest
    let model: LlamaModel
    let prompt: Prompt
    let constraint: AnswerConstraint?
    let tools: ToolGrammars?
    let sampler: TokenSampler
    /// The most tokens of the answer, which the context has room for.
    let limit: Int
    /// What the self-test of the model found.
    let findings: [String]

    /// Cells kept ready for an answer to go on with. An answer may be far shorter than its limit, so that keeping room for
    /// all of it would let requests wait for nothing; when cells run out after all, the youngest answer gives its own.
    static let headroom = 64

    var neededCells: Int { prompt.tokens.count + min(limit, Self.headroom) }
}
#endif

/// Somebody to wait for a moment, on a thread of its own, while other jobs of an engine have their turn.
///
/// `Task.yield()` would go through the program's common pool of threads. That looks each second into `/proc` at its own threads,
/// which a process that is confined to computing cannot.
actor YieldThread {
    static let shared = YieldThread()

    private let executor = ThreadExecutor(name: "hearth.llama.turn")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func pass() {}
}
