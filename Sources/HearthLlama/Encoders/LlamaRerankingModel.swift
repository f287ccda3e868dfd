#if Llama
internal import CLlama
import Foundation
public import HearthCore

/// Judges how well texts answer a query with any GGUF model that has a ranking head (BGE, Jina and Qwen3 rerankers, …).
///
/// Query and text are read together, one pair after the other, on a thread of the model's own. The score of a pair does not
/// depend on the others.
public final class LlamaRerankingModel: RerankingModel {
    public let id: String
    /// Tokens of query and text together that are read, special ones included.
    public let maxTokens: Int
    private let ranker: Ranker

    /// Makes room to run `model`.
    ///
    /// - Throws: ``LlamaError`` with the code `wrong-kind-of-model` when the model does not rank, or `context-failed`.
    public init(model: LlamaModel, configuration: Configuration = Configuration()) throws {
        ranker = try Ranker(model: model, configuration: configuration)
        id = URL(fileURLWithPath: model.path).deletingPathExtension().lastPathComponent
        maxTokens = ranker.length
    }

    /// Scores, and which texts were too long to be read whole. Cancelling the task ends the work within a pair.
    ///
    /// - Throws: ``LlamaError`` with the code `empty-query`, `context-overflow`, `model-damaged` or
    ///   `decode-failed`, or `CancellationError`.
    public func rank(query: String, texts: [String]) async throws -> Ranking {
        let flag = Latch()
        return try await withTaskCancellationHandler {
            try await ranker.rank(query: query, texts: texts, until: flag)
        } onCancel: {
            flag.set()
        }
    }

    /// The scores of ``rank(query:texts:)`` alone.
    public func scores(query: String, texts: [String]) async throws -> [Double] {
        try await rank(query: query, texts: texts).scores
    }
}

/// The context of a reranking model, on a thread of its own.
private actor Ranker {
    private let executor = ThreadExecutor(name: "hearth.llama.rerank")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let length: Int
    private let model: LlamaModel
    private let context: EncoderContext
    private let template: String?
    private let labels: Int
    /// Which of the model's numbers says how relevant a text is.
    private let relevant: Int

    init(model: LlamaModel, configuration: LlamaRerankingModel.Configuration) throws {
        let context = try EncoderContext(
            model: model, length: configuration.maxTokens, threads: configuration.threads)
        // As many numbers as are read of each pair; llama.cpp gives out no more than it counted itself.
        guard context.pooling == LLAMA_POOLING_TYPE_RANK, let labels = model.rankingLabels,
            labels <= Int(llama_model_n_cls_out(model.raw))
        else {
            throw LlamaError.wrongKind(
                model.path, "has no ranking head, so it cannot judge how well texts answer a query")
        }
        self.model = model
        self.context = context
        self.labels = labels
        length = context.length
        template = llama_model_chat_template(model.raw, "rerank").map { String(cString: $0) }
        let yes = (0..<labels).first { label in
            let name = llama_model_cls_label(model.raw, UInt32(clamping: label)).map { String(cString: $0) }
            return ["yes", "relevant", "entailment"].contains(name?.lowercased())
        }
        // Converted models put it first, which is also what llama.cpp's server takes.
        relevant = yes ?? 0
    }

    func rank(
        query: String, texts: [String], until flag: Latch
    ) throws -> LlamaRerankingModel.Ranking {
        let prompt = try RankingPrompt(query: query, model: model, template: template, length: length)
        var ranking = LlamaRerankingModel.Ranking(scores: [], queryWasTruncated: prompt.queryWasTruncated)
        ranking.scores.reserveCapacity(texts.count)
        for (index, text) in texts.enumerated() {
            let pair = try prompt.tokens(with: text)
            if pair.isTruncated { ranking.truncated.append(index) }
            let score = try context.pooled(pair.all, count: labels, until: flag)[relevant]
            guard score.isFinite else { throw LlamaError.notANumber(model.path) }
            ranking.scores.append(Double(score))
        }
        return ranking
    }
}

// MARK: - The prompt

/// Lays out a query and a text as one reranking model reads them together.
///
/// A model file may carry a template of its own (`tokenizer.chat_template.rerank`, Qwen3-Reranker); it is filled in with the
/// care of chat templates: neither query nor text becomes a token that steers the model. Without one it is the pair of the
/// model's vocabulary: `[CLS] query [SEP] text [SEP]` for BERT (Devlin et al. 2019, section 3), `<s> query </s></s> text </s>`
/// for RoBERTa and its kin. llama.cpp's own server leaves out BERT's last `[SEP]`; models were trained with it.
///
/// llama.cpp gives all tokens of a BERT the type "first sentence". Rerankers with one type (the RoBERTa family, such as BGE)
/// are exact; scores of those with two come out a little different from their authors'.
struct RankingPrompt {
    struct Tokens {
        var all: [llama_token]
        /// Whether only the text's beginning is in it.
        var isTruncated: Bool
    }

    /// Whether only the query's beginning is in it.
    let queryWasTruncated: Bool
    /// Keeps the vocabulary alive.
    private let model: LlamaModel
    private var vocabulary: Vocabulary { model.vocabulary }
    private let length: Int
    private let frame: Frame

    private enum Frame {
        case pair(before: [llama_token], after: [llama_token])
        case template(String, [ChatTemplate.Part?])
    }

    /// - Parameters:
    ///   - template: the file's template for reranking; `nil` when it carries none.
    ///   - length: the tokens that the model reads at once.
    /// - Throws: ``LlamaError`` with the code `empty-query`, or `wrong-kind-of-model` for a template without a place for
    ///   query or text.
    init(query: String, model: LlamaModel, template: String?, length: Int) throws {
        let vocabulary = model.vocabulary
        self.model = model
        self.length = length
        // Half for the query at most, so that there is always something left of the text to judge.
        let most = max(1, length / 2)
        var (bytes, isCut) = vocabulary.head(of: query, tokens: most)
        var tokens = vocabulary.plainTokens(bytes)
        guard !tokens.isEmpty else { throw LlamaError.emptyQuery }
        if tokens.count > most {
            isCut = true
            tokens = Array(tokens.prefix(most))
            bytes = tokens.flatMap { vocabulary.piece($0) }
        }
        queryWasTruncated = isCut
        if let template {
            guard let parts = Self.parts(template, query: bytes) else {
                throw LlamaError.wrongKind(
                    model.path, "has a template for reranking without a place for query and text")
            }
            frame = .template(template, parts)
        } else {
            let around = vocabulary.specialsAroundPair
            frame = .pair(before: around.before + tokens + around.between, after: around.after)
        }
    }

    /// The tokens of the query with one text.
    ///
    /// - Throws: ``LlamaError`` with the code `context-overflow` where the template alone fills what the model reads.
    func tokens(with text: String) throws -> Tokens {
        let (bytes, isCut) = vocabulary.head(of: text, tokens: length)
        switch frame {
        case .pair(let before, let after):
            let room = max(0, length - before.count - after.count)
            let tokens = vocabulary.plainTokens(bytes)
            return Tokens(all: before + tokens.prefix(room) + after, isTruncated: isCut || tokens.count > room)
        case .template(let source, let parts):
            let whole = filled(source, parts, bytes)
            guard whole.count > length else { return Tokens(all: whole, isTruncated: isCut) }
            // Text in a template is tokenized together with what stands around it, so how much fits is found by trying.
            var kept = vocabulary.plainTokens(bytes)
            var all = whole
            while all.count > length, !kept.isEmpty {
                kept.removeLast(min(kept.count, all.count - length))
                all = filled(source, parts, kept.flatMap { vocabulary.piece($0) })
            }
            guard all.count <= length else { throw LlamaError.contextOverflow(prompt: all.count, context: length) }
            return Tokens(all: all, isTruncated: true)
        }
    }

    private func filled(_ source: String, _ parts: [ChatTemplate.Part?], _ text: [UInt8]) -> [llama_token] {
        var tokens = PromptTokens(vocabulary: vocabulary, template: source, begins: false)
        for part in parts { tokens.append(part ?? .content(text)) }
        return tokens.finish()
    }

    /// The template around `{query}` and `{document}`; `nil` stands for the document.
    private static func parts(_ template: String, query: [UInt8]) -> [ChatTemplate.Part?]? {
        let names = (query: Array("{query}".utf8), text: Array("{document}".utf8))
        var rest = Array(template.utf8)[...]
        var parts: [ChatTemplate.Part?] = []
        var has = (query: false, text: false)
        while true {
            let found = (query: rest.firstRange(of: names.query), text: rest.firstRange(of: names.text))
            guard let next = [found.query, found.text].compactMap({ $0 }).min(by: { $0.lowerBound < $1.lowerBound })
            else { break }
            parts.append(.template(Array(rest[..<next.lowerBound])))
            if next == found.query {
                parts.append(.content(query))
                has.query = true
            } else {
                parts.append(nil)
                has.text = true
            }
            rest = rest[next.upperBound...]
        }
        parts.append(.template(Array(rest)))
        return has.query && has.text ? parts : nil
    }
}

extension Vocabulary {
    /// What a reranking model expects around and between two texts.
    fileprivate var specialsAroundPair: (before: [llama_token], between: [llama_token], after: [llama_token]) {
        func token(_ wanted: Bool, _ id: llama_token) -> [llama_token] { wanted && id >= 0 ? [id] : [] }
        if llama_vocab_type(raw) == LLAMA_VOCAB_TYPE_WPM {
            let separator = token(true, llama_vocab_sep(raw))
            return (token(true, llama_vocab_bos(raw)), separator, separator)
        }
        let end = llama_vocab_eos(raw) >= 0 ? llama_vocab_eos(raw) : llama_vocab_sep(raw)
        let ending = token(llama_vocab_get_add_eos(raw), end)
        return (
            token(llama_vocab_get_add_bos(raw), llama_vocab_bos(raw)),
            ending + token(llama_vocab_get_add_sep(raw), llama_vocab_sep(raw)), ending
        )
    }
}
#endif

extension LlamaRerankingModel {
    /// How to run a reranking model.
    public struct Configuration: Hashable, Sendable {
        /// Tokens read of query and text together, special ones included; `nil` takes what the model was trained for, at
        /// most ``LlamaEmbeddingModel/Configuration/usualTokens``.
        public var maxTokens: Int?
        /// Threads for the arithmetic; `nil` takes one for each physical core.
        public var threads: Int?

        public init(maxTokens: Int? = nil, threads: Int? = nil) {
            self.maxTokens = maxTokens
            self.threads = threads
        }
    }

    /// How well texts answer a query, and what was not read of them.
    public struct Ranking: Hashable, Sendable {
        /// One score for each text, in the order of the texts; higher is better, comparable within one call only. Most
        /// models give a logit of any size, those that answer "yes" or "no" a probability.
        public var scores: [Double]
        /// The texts of which only the beginning was read, by index, ascending.
        public var truncated: [Int]
        /// Whether only the beginning of the query was read, because it fills more than half of what the model reads.
        public var queryWasTruncated: Bool

        /// The texts from the best to the worst, by index; equal ones in the order of the texts.
        public var order: [Int] {
            scores.indices.sorted { scores[$0] == scores[$1] ? $0 < $1 : scores[$0] > scores[$1] }
        }

        public init(scores: [Double], truncated: [Int] = [], queryWasTruncated: Bool = false) {
            self.scores = scores
            self.truncated = truncated
            self.queryWasTruncated = queryWasTruncated
        }
    }
}
