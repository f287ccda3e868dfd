#if Llama
import HearthGGUF

/// Looks in the head of a model's file for what no model has and llama.cpp takes on trust.
struct HeadCheck {
    private let file: GGUFFile
    private let architecture: String

    init(_ file: GGUFFile, _ architecture: String) {
        self.file = file
        self.architecture = architecture
    }

    /// What is wrong, as a part of a sentence; `nil` when nothing is.
    func fault(withVocabulary: Bool) -> String? {
        impossibleCount ?? impossibleNumber ?? impossibleTensor ?? impossibleVocabulary
            ?? (withVocabulary ? twins : nil)
    }

    /// The least and the most that a count may be. The limit of layers is llama.cpp's own; the other limits are far beyond any
    /// model and keep products in range.
    private static let counts: [(key: String, range: ClosedRange<Int>)] = [
        ("block_count", 1...512), ("context_length", 1...(1 << 30)), ("embedding_length", 1...(1 << 20)),
        ("embedding_length_out", 1...(1 << 20)), ("feed_forward_length", 0...(1 << 24)), ("vocab_size", 1...(1 << 24)),
        ("attention.head_count", 1...(1 << 16)), ("attention.head_count_kv", 1...(1 << 16)),
        ("attention.key_length", 1...(1 << 16)), ("attention.value_length", 1...(1 << 16)),
        ("attention.sliding_window", 0...(1 << 30)), ("rope.dimension_count", 0...(1 << 16)), ("expert_count", 0...512),
        ("expert_used_count", 0...512), ("leading_dense_block_count", 0...512), ("nextn_predict_layers", 0...512),
        ("ssm.conv_kernel", 0...(1 << 16)), ("ssm.inner_size", 0...(1 << 24)), ("ssm.state_size", 0...(1 << 20)),
        ("ssm.time_step_rank", 0...(1 << 20)), ("pooling_type", 0...4), ("token_type_count", 0...(1 << 16)),
    ]

    private var impossibleCount: String? {
        for (key, range) in Self.counts {
            guard let value = file.modelValue(key).flatMap(ModelFile.count) else { continue }
            if !range.contains(value) { return "\(architecture).\(key) is \(value)" }
        }
        func number(_ key: String) -> Int? { file.modelValue(key).flatMap(ModelFile.count) }
        if let all = number("expert_count"), let used = number("expert_used_count"), used > all {
            return "it uses \(used) experts of \(all)"
        }
        if let heads = number("attention.head_count"), let shared = number("attention.head_count_kv"),
            heads % shared != 0
        {
            return "it has \(heads) heads over \(shared) of keys and values"
        }
        return nil
    }

    /// Numbers with a fraction: a norm's epsilon that is no number, or 0, makes everything after it no number.
    private var impossibleNumber: String? {
        for (key, value) in file.metadata {
            guard case .float(let number) = value else { continue }
            let isEpsilon = key.hasSuffix("epsilon")
            guard number.isFinite, abs(number) <= 1e12, !isEpsilon || number >= 0 && number <= 1 else {
                return "\(key.prefix(80)) is \(number)"
            }
            if key.hasSuffix("rope.freq_base") || key.hasSuffix("rope.scaling.factor"), number < 0 {
                return "\(key.prefix(80)) is \(number)"
            }
        }
        return nil
    }

    private var impossibleTensor: String? {
        for tensor in file.tensors {
            guard tensor.type.isKnown else { return "its tensor \(tensor.name) has the unknown \(tensor.type)" }
            guard tensor.fileRange != nil else { return "its tensor \(tensor.name) has a broken block" }
            // ggml has no product of such numbers and ends the process for one.
            if tensor.type.isForTables, tensor.name.hasSuffix(".weight") || tensor.name.hasSuffix(".bias") {
                return "its weights \(tensor.name) are of the type \(tensor.type)"
            }
        }
        return nil
    }

    private var impossibleVocabulary: String? {
        guard let tokens = file.metadata["tokenizer.ggml.tokens"]?.array, tokens.holdsStrings else { return nil }
        for name in ["bos", "eos", "eot", "eom", "unknown", "seperator", "padding", "cls", "mask"] {
            let key = "tokenizer.ggml.\(name)_token_id"
            // All bits set says that there is none.
            guard let id = file.metadata[key].flatMap(ModelFile.count), id != Int(UInt32.max) else { continue }
            if id >= tokens.count { return "\(key) is \(id) in a vocabulary of \(tokens.count)" }
        }
        // llama.cpp reads as many of these as there are tokens, without a look at their count.
        for name in ["scores", "token_type"] {
            guard let list = file.metadata["tokenizer.ggml.\(name)"]?.array else { continue }
            if list.count != tokens.count {
                return "it has \(list.count) of tokenizer.ggml.\(name) for \(tokens.count) tokens"
            }
        }
        return nil
    }

    /// Whether two tokens of the vocabulary have the same text, which llama.cpp ends the process for.
    private var twins: String? {
        guard let tokens = file.metadata["tokenizer.ggml.tokens"]?.array, tokens.holdsStrings else { return nil }
        var seen = Set<[UInt8]>(minimumCapacity: tokens.count)
        var hasTwins = false
        // llama.cpp reads each up to its first zero.
        try? tokens.forEachString { _, bytes in
            if !seen.insert(Array(bytes.prefix { $0 != 0 })).inserted { hasTwins = true }
        }
        return hasTwins ? "two of its tokens are the same" : nil
    }
}
#endif
