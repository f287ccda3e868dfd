package import Foundation

/// Models with random weights, a few hundred kilobytes each, written when a test needs them.
///
/// They talk nonsense, and always the same nonsense, which is what tests of the machinery around them need.
package struct TinyModel {
    package static let chatML = """
        {% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>' + '\\n'}}{% endfor %}\
        {% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
        """

    /// What the model says most: its output weights for the other tokens are zero.
    package enum Favourite { case ordinary, bytes, anything }

    package var vocabulary = TinyVocabulary.bytePair()
    package var architecture = "llama"
    package var template: String? = TinyModel.chatML
    package var favourite = Favourite.ordinary
    package var width = 64
    package var layers = 2
    package var context = 512
    /// How sure the model is of what it says. It is sure of nonsense, which the self-test calls gibberish; at a tenth of the
    /// usual everything is about as likely as anything else.
    package var confidence: Float = 0.5

    package init(
        vocabulary: TinyVocabulary = .bytePair(), architecture: String = "llama",
        template: String? = TinyModel.chatML, favourite: Favourite = .ordinary, width: Int = 64, layers: Int = 2,
        context: Int = 512, confidence: Float = 0.5
    ) {
        self.vocabulary = vocabulary
        self.architecture = architecture
        self.template = template
        self.favourite = favourite
        self.width = width
        self.layers = layers
        self.context = context
        self.confidence = confidence
    }

    private static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hearth-llama-tests-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TinyModel.folder) }
        return folder
    }()

    /// A place for a file of a test.
    package static func path(_ name: String = UUID().uuidString) -> String {
        folder.appendingPathComponent("\(name).gguf").path
    }

    /// A file in whose head nothing is wrong, and that loads. Its vocabulary has no tokens for single bytes, so llama.cpp ends the
    /// process at the first character that is not in it, such as the line break of the template.
    package static func thatEndsItsProcess() -> Data {
        var pieces = TinyVocabulary()
        let whole = TinyVocabulary.sentencePiece
        for index in whole.tokens.indices where whole.kinds[index] != .byte {
            pieces.add(whole.tokens[index], whole.kinds[index], score: whole.scores[index])
        }
        return TinyModel(vocabulary: pieces).encoded()
    }

    /// Writes the model and returns where.
    package func write() throws -> String {
        let path = Self.path()
        try encoded().write(to: URL(fileURLWithPath: path))
        return path
    }

    /// - Parameter replacing: metadata to write instead of what belongs there.
    package func encoded(replacing: [String: GGUFWriter.Value] = [:]) -> Data {
        var writer = GGUFWriter()
        var random = Gaussian(seed: 42)
        let (heads, keyValueHeads, hidden) = (4, 2, 2 * width)
        writer.set("general.architecture", .string(architecture))
        writer.set("\(architecture).context_length", .uint32(UInt32(context)))
        writer.set("\(architecture).embedding_length", .uint32(UInt32(width)))
        writer.set("\(architecture).block_count", .uint32(UInt32(layers)))
        writer.set("\(architecture).feed_forward_length", .uint32(UInt32(hidden)))
        writer.set("\(architecture).attention.head_count", .uint32(UInt32(heads)))
        writer.set("\(architecture).attention.head_count_kv", .uint32(UInt32(keyValueHeads)))
        writer.set("\(architecture).attention.layer_norm_rms_epsilon", .float(1e-5))
        writeVocabulary(to: &writer)
        for (key, value) in replacing { writer.replace(key, value) }

        let size = vocabulary.tokens.count
        func matrix(_ name: String, _ columns: Int, _ rows: Int, scale: Float? = nil) {
            let scale = scale ?? 1 / Float(columns).squareRoot()
            writer.add(name, [columns, rows], (0..<columns * rows).map { _ in random.next() * scale })
        }
        func ones(_ name: String) { writer.add(name, [width], [Float](repeating: 1, count: width)) }
        matrix("token_embd.weight", width, size, scale: 1)
        ones("output_norm.weight")
        writer.add("output.weight", [width, size], outputWeights(&random))
        let keyValueWidth = width / heads * keyValueHeads
        for layer in 0..<layers {
            let prefix = "blk.\(layer)."
            ones(prefix + "attn_norm.weight")
            ones(prefix + "ffn_norm.weight")
            matrix(prefix + "attn_q.weight", width, width)
            matrix(prefix + "attn_k.weight", width, keyValueWidth)
            matrix(prefix + "attn_v.weight", width, keyValueWidth)
            matrix(prefix + "attn_output.weight", width, width)
            matrix(prefix + "ffn_gate.weight", width, hidden)
            matrix(prefix + "ffn_up.weight", width, hidden)
            matrix(prefix + "ffn_down.weight", hidden, width)
        }
        return writer.encoded()
    }

    private func outputWeights(_ random: inout Gaussian) -> [Float] {
        vocabulary.tokens.indices.flatMap { index -> [Float] in
            let token = vocabulary.tokens[index]
            let isASCII = token.unicodeScalars.allSatisfy { $0.isASCII || $0 == "▁" || $0 == "Ġ" }
            let favoured =
                switch favourite {
                case .ordinary: vocabulary.kinds[index] == .normal && isASCII
                case .bytes: vocabulary.kinds[index] == .byte || vocabulary.kinds[index] == .normal && !isASCII
                case .anything: true
                }
            return (0..<width).map { _ in favoured ? random.next() * confidence : 0 }
        }
    }

    private func writeVocabulary(to writer: inout GGUFWriter) {
        writer.set("tokenizer.ggml.tokens", .strings(vocabulary.tokens))
        writer.set("tokenizer.ggml.token_type", .int32s(vocabulary.kinds.map(\.rawValue)))
        if vocabulary.merges.isEmpty {
            writer.set("tokenizer.ggml.model", .string("llama"))
            writer.set("tokenizer.ggml.scores", .floats(vocabulary.scores))
        } else {
            writer.set("tokenizer.ggml.model", .string("gpt2"))
            writer.set("tokenizer.ggml.pre", .string("gpt-2"))
            writer.set("tokenizer.ggml.merges", .strings(vocabulary.merges))
        }
        let begin = vocabulary.id("<s>") ?? vocabulary.id("<|endoftext|>") ?? 0
        let end = vocabulary.id("</s>") ?? vocabulary.id("<|im_end|>") ?? 0
        writer.set("tokenizer.ggml.bos_token_id", .uint32(UInt32(begin)))
        writer.set("tokenizer.ggml.eos_token_id", .uint32(UInt32(end)))
        if let template { writer.set("tokenizer.chat_template", .string(template)) }
    }
}

/// Normally distributed numbers that are the same on every machine: twelve uniform ones added up.
struct Gaussian {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Float {
        var sum: Float = 0
        for _ in 0..<12 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            sum += Float(state >> 40) / Float(1 << 24)
        }
        return sum - 6
    }
}
