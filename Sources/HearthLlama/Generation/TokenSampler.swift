import Foundation

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
    private var grammar: UnsafeMutablePointer<llama_sampler>?
    private let vocabulary: Vocabulary
    /// Tokens that are not whole characters, with their bytes; known with a grammar only.
    private let fragments: [llama_token: [UInt8]]
    private var progress = UTF8Progress()
    /// Whether nothing but the logits decides: the likeliest token comes. llama.cpp would copy the whole vocabulary for it.
    private let isGreedy: Bool
    private let vocabularySize: Int
    /// Used with a grammar only, where llama.cpp's own shortcut does not serve.
    private let candidates: UnsafeMutableBufferPointer<llama_token_data>

    /// - Parameters:
    ///   - fragments: ``Vocabulary/fragments``, where there is a constraint or may be one later.
    ///   - mayFollow: Whether ``follow(_:root:)`` is going to be called.
    /// - Throws: ``LlamaError`` with the codes `bad-option`, `bad-grammar` or `too-costly`.
    init(
        options: GenerationOptions, constraint: AnswerConstraint? = nil, vocabulary: Vocabulary,
        fragments: [llama_token: [UInt8]] = [:], mayFollow: Bool = false
    ) throws {
        try options.check()
        self.vocabulary = vocabulary
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
        candidates = .allocate(capacity: grammar == nil && !mayFollow ? 0 : vocabulary.count)
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

    /// Lets what comes from now on follow another grammar, from its beginning; `nil` makes it free.
    ///
    /// - Throws: ``LlamaError`` with the code `too-costly`.
    func follow(_ text: String?, root: String) throws {
        if let grammar { llama_sampler_free(grammar) }
        grammar = nil
        progress = UTF8Progress()
        guard let text else { return }
        guard let made = llama_sampler_init_grammar(vocabulary.raw, text, root) else {
            throw LlamaError.schemaTooLarge
        }
        grammar = made
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

/// Finds the greatest of many numbers, a vocabulary's logits, in one pass over memory.
enum Likeliest {
    /// The first place of the greatest number; 0 where there is none that can be compared.
    static func index(in values: UnsafeBufferPointer<Float>) -> Int {
        typealias Lanes = SIMD16<Float>
        var greatest = -Float.infinity
        let whole = values.count - values.count % Lanes.scalarCount
        if whole > 0 {
            let bytes = UnsafeRawBufferPointer(values)
            var lanes = Lanes(repeating: -.infinity)
            for start in stride(from: 0, to: whole, by: Lanes.scalarCount) {
                let next = bytes.loadUnaligned(fromByteOffset: start * MemoryLayout<Float>.stride, as: Lanes.self)
                // What is not a number is never greater.
                lanes.replace(with: next, where: next .> lanes)
            }
            greatest = lanes.max()
        }
        for value in values[whole...] where value > greatest { greatest = value }
        return values.firstIndex(of: greatest) ?? 0
    }
}

/// Probabilities of tokens by a model's scores of them, as natural logarithms: the score less the logarithm of the sum of all
/// exponentials. The largest score is taken out of the sum, so that no exponential overflows.
struct TokenScores {
    private let scores: UnsafeBufferPointer<Float>
    /// The logarithm of the sum of the exponentials of all scores.
    private let normalizer: Double
    /// The likeliest tokens, the likeliest first; of equals the one with the lower number.
    let best: [Int]

    /// - Parameters:
    ///   - scores: One for each token of the vocabulary; has to outlive this value.
    ///   - count: How many of the likeliest tokens to find.
    init(_ scores: UnsafeBufferPointer<Float>, best count: Int) {
        self.scores = scores
        var best: [Int] = []
        best.reserveCapacity(count + 1)
        var largest = -Float.infinity
        // What a token has to exceed to be among the best.
        var threshold = count > 0 ? -Float.infinity : Float.infinity
        for index in scores.indices {
            let score = scores[index]
            if score > largest { largest = score }
            guard score > threshold else { continue }
            best.insert(index, at: best.firstIndex { scores[$0] < score } ?? best.count)
            if best.count > count { best.removeLast() }
            if best.count == count, let last = best.last { threshold = scores[last] }
        }
        var sum = 0.0
        for score in scores { sum += exp(Double(score) - Double(largest)) }
        normalizer = Double(largest) + log(sum)
        self.best = best
    }

    /// Whether the scores have a distribution: a damaged model computes what is not a number.
    var areNumbers: Bool { normalizer.isFinite }

    /// The logarithm of a token's probability; −∞ for one that is not in the vocabulary.
    func logprob(of token: Int) -> Double {
        scores.indices.contains(token) ? Double(scores[token]) - normalizer : -.infinity
    }
}

/// Follows a text in UTF-8 byte by byte and refuses what cannot be one (Unicode Standard, table 3-7).
///
/// llama.cpp's grammars decode loosely: overlong forms and bytes that continue nothing pass as characters, even a quotation
/// mark in two bytes, which JSON parsers then rightly refuse.
struct UTF8Progress {
    /// How many bytes the character still needs.
    private(set) var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Takes a byte; `false` when no text goes on so.
    mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = 0x80...0xBF
            return true
        }
        allowed = 0x80...0xBF
        switch byte {
        case ..<0x80: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF:
            missing = 2
            if byte == 0xE0 { allowed = 0xA0...0xBF }
            if byte == 0xED { allowed = 0x80...0x9F }
        case 0xF0...0xF4:
            missing = 3
            if byte == 0xF0 { allowed = 0x90...0xBF }
            if byte == 0xF4 { allowed = 0x80...0x8F }
        default: return false
        }
        return true
    }

    /// Whether a text can go on with these bytes.
    func accepts(_ bytes: [UInt8]) -> Bool {
        var copy = self
        return bytes.allSatisfy { copy.take($0) }
    }
}
