#if Llama
internal import CLlama
import HearthCore

/// Chooses the next token as ``GenerationOptions`` say. Not thread-safe: it belongs to the thread that runs the model.
final class TokenSampler {
    /// How far back ``GenerationOptions/repetitionPenalty`` looks, in tokens of the answer; llama.cpp's own default.
    /// The prompt is left out: an answer that quotes it must not be punished for that.
    static let penaltyWindow: Int32 = 64
    /// How far back presence and frequency count, at most: as OpenAI means them, the whole answer. No context is longer.
    private static let mostCounted = 1 << 20

    /// What the next token has to follow.
    enum Rule {
        /// Nothing, although there may be a grammar for later.
        case free
        /// The grammar, where there is one; or it is one of these tokens, which the grammar does not see.
        case grammar(orOneOf: Set<llama_token>)
    }

    private let chain: UnsafeMutablePointer<llama_sampler>
    private let grammar: UnsafeMutablePointer<llama_sampler>?
    /// Tokens that are not whole characters, with their bytes; known with a grammar only.
    private let fragments: [llama_token: [UInt8]]
    private var progress = UTF8Progress()
    /// Whether nothing but the logits decides: the likeliest token comes. llama.cpp would copy the whole vocabulary for it.
    private let isGreedy: Bool
    private let vocabularySize: Int
    /// Used with a grammar only, where llama.cpp's own shortcut does not serve.
    private let candidates: UnsafeMutableBufferPointer<llama_token_data>

    /// - Parameter fragments: ``Vocabulary/fragments``, where there is a constraint.
    /// - Throws: ``LlamaError`` with the codes `bad-option`, `bad-grammar` or `too-costly`.
    init(
        options: GenerationOptions, constraint: AnswerConstraint? = nil, vocabulary: Vocabulary,
        fragments: [llama_token: [UInt8]] = [:]
    ) throws {
        try options.check()
        if let constraint {
            guard let made = llama_sampler_init_grammar(vocabulary.raw, constraint.grammar, "root") else {
                throw constraint.schema == nil ? LlamaError.badGrammar : LlamaError.schemaTooLarge
            }
            grammar = made
        } else {
            grammar = nil
        }
        self.fragments = fragments
        let (repeats, counts) = (
            options.repetitionPenalty != 1, options.frequencyPenalty != 0 || options.presencePenalty != 0
        )
        isGreedy = options.temperature == 0 && !repeats && !counts
        vocabularySize = vocabulary.count
        candidates = .allocate(capacity: grammar == nil ? 0 : vocabulary.count)
        var parameters = llama_sampler_chain_default_params()
        parameters.no_perf = true
        chain = llama_sampler_chain_init(parameters)
        let size = Int32(vocabulary.count)
        if repeats {
            add(llama_sampler_init_penalties(size, Self.penaltyWindow, Float(options.repetitionPenalty), 0, 0))
        }
        if counts {
            let window = Int32(max(1, min(options.maxTokens, Self.mostCounted)))
            add(
                llama_sampler_init_penalties(
                    size, window, 1, Float(options.frequencyPenalty), Float(options.presencePenalty)))
        }
        if options.temperature == 0 {
            add(llama_sampler_init_greedy())
            return
        }
        if options.topK > 0 { add(llama_sampler_init_top_k(Int32(clamping: options.topK))) }
        if options.topP < 1 { add(llama_sampler_init_top_p(Float(options.topP), 1)) }
        if options.minP > 0 { add(llama_sampler_init_min_p(Float(options.minP), 1)) }
        add(llama_sampler_init_temp(Float(options.temperature)))
        // llama.cpp takes its default seed to mean "any", which would make one seed of 2^32 unrepeatable.
        let seed = options.seed ?? .random(in: 0..<LLAMA_DEFAULT_SEED)
        add(llama_sampler_init_dist(seed == LLAMA_DEFAULT_SEED ? seed - 1 : seed))
    }

    deinit {
        llama_sampler_free(chain)
        if let grammar { llama_sampler_free(grammar) }
        candidates.deallocate()
    }

    /// The next token after what `context` evaluated.
    ///
    /// - Parameter place: The number under which llama.cpp keeps the logits.
    /// - Throws: ``LlamaError`` with the code `grammar-dead-end`.
    func sample(_ context: OpaquePointer, at place: Int32, _ rule: Rule = .grammar(orOneOf: [])) throws -> llama_token {
        guard let logits = llama_get_logits_ith(context, place) else {
            throw LlamaError.decodeFailed(0, detail: "no logits")
        }
        guard let grammar, case .grammar(let exceptions) = rule else {
            return isGreedy ? likeliest(logits) : llama_sampler_sample(chain, context, place)
        }
        // A grammar is costly to apply to a whole vocabulary, and most choices follow it anyway: so it judges the one
        // token chosen without it, and masks the vocabulary only when it refuses that one.
        var token = isGreedy ? likeliest(logits) : choose(from: allCandidates(logits))
        if exceptions.contains(token) {
            llama_sampler_accept(chain, token)
            return token
        }
        if !allows(grammar, token) {
            var array = allCandidates(logits)
            llama_sampler_apply(grammar, &array)
            forbidBrokenCharacters(array)
            token = choose(from: array)
            // With every token forbidden, some forbidden one comes out; accepting it would end the process.
            guard allows(grammar, token) else { throw LlamaError.grammarDeadEnd }
        }
        llama_sampler_accept(grammar, token)
        llama_sampler_accept(chain, token)
        for byte in fragments[token] ?? [] { _ = progress.take(byte) }
        return token
    }

    /// Forbids tokens after which the answer would be no UTF-8.
    private func forbidBrokenCharacters(_ array: llama_token_data_array) {
        guard progress.missing > 0 || !fragments.isEmpty else { return }
        for index in 0..<array.size where array.data[index].logit > -.infinity {
            if !keepsCharactersWhole(array.data[index].id) { array.data[index].logit = -.infinity }
        }
    }

    private func keepsCharactersWhole(_ token: llama_token) -> Bool {
        guard let bytes = fragments[token] else { return progress.missing == 0 }
        return progress.accepts(bytes)
    }

    private func add(_ sampler: UnsafeMutablePointer<llama_sampler>?) {
        if let sampler { llama_sampler_chain_add(chain, sampler) }
    }

    private func allCandidates(_ logits: UnsafeMutablePointer<Float>) -> llama_token_data_array {
        for id in candidates.indices {
            candidates[id] = llama_token_data(id: llama_token(id), logit: logits[id], p: 0)
        }
        return llama_token_data_array(
            data: candidates.baseAddress, size: candidates.count, selected: -1, sorted: false)
    }

    private func likeliest(_ logits: UnsafeMutablePointer<Float>) -> llama_token {
        llama_token(Likeliest.index(in: UnsafeBufferPointer(start: logits, count: vocabularySize)))
    }

    private func choose(from candidates: llama_token_data_array) -> llama_token {
        var array = candidates
        llama_sampler_apply(chain, &array)
        guard array.selected >= 0, array.selected < Int64(array.size) else { return -1 }
        return array.data[Int(array.selected)].id
    }

    private func allows(_ grammar: UnsafeMutablePointer<llama_sampler>, _ token: llama_token) -> Bool {
        guard token >= 0, keepsCharactersWhole(token) else { return false }
        var one = llama_token_data(id: token, logit: 1, p: 0)
        return withUnsafeMutablePointer(to: &one) { pointer in
            var array = llama_token_data_array(data: pointer, size: 1, selected: -1, sorted: false)
            llama_sampler_apply(grammar, &array)
            return pointer.pointee.logit > -.infinity
        }
    }
}
#endif
