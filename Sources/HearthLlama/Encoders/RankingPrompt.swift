#if Llama
internal import CLlama

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
