package import Foundation

/// A BERT with random weights, for tests of embeddings.
package struct TinyEncoder {
    package var width = 32
    package var layers = 2
    package var context = 64
    /// 1 is the mean, 2 the first token, 4 a ranking head, as llama.cpp counts them; `nil` leaves it out.
    package var pooling: UInt32? = 1
    package var hasRankingHead = false
    /// Whether it has the heads of a reader, for windows as long as its context.
    package var reads = false
    /// Whether it has the heads of a tagger, likewise.
    package var tags = false
    /// The classes that the head knows; without names it gives one score.
    package var labels: [String] = []
    /// Added to every score.
    package var bias: Float = 0

    package init(pooling: UInt32? = 1, hasRankingHead: Bool = false) {
        self.pooling = pooling
        self.hasRankingHead = hasRankingHead
    }

    package func write() throws -> String {
        let path = TinyModel.path()
        try encoded().write(to: URL(fileURLWithPath: path))
        return path
    }

    package func encoded() -> Data { writer().encoded() }

    package func writer() -> GGUFWriter {
        var writer = GGUFWriter()
        var random = Gaussian(seed: 7)
        let vocabulary = TinyVocabulary.wordPiece
        let hidden = 2 * width
        writer.set("general.architecture", .string("bert"))
        writer.set("bert.context_length", .uint32(UInt32(context)))
        writer.set("bert.embedding_length", .uint32(UInt32(width)))
        writer.set("bert.block_count", .uint32(UInt32(layers)))
        writer.set("bert.feed_forward_length", .uint32(UInt32(hidden)))
        writer.set("bert.attention.head_count", .uint32(4))
        writer.set("bert.attention.layer_norm_epsilon", .float(1e-12))
        writer.set("bert.attention.causal", .bool(false))
        if let pooling { writer.set("bert.pooling_type", .uint32(pooling)) }
        writer.set("tokenizer.ggml.model", .string("bert"))
        writer.set("tokenizer.ggml.tokens", .strings(vocabulary.tokens))
        writer.set("tokenizer.ggml.token_type", .int32s(vocabulary.kinds.map(\.rawValue)))
        writer.set("tokenizer.ggml.token_type_count", .uint32(2))
        for (name, id) in [
            ("padding", 0), ("unknown", 1), ("bos", 2), ("cls", 2), ("seperator", 3), ("eos", 3), ("mask", 4),
        ] { writer.set("tokenizer.ggml.\(name)_token_id", .uint32(UInt32(id))) }

        func matrix(_ name: String, _ columns: Int, _ rows: Int, scale: Float? = nil) {
            let scale = scale ?? 1 / Float(columns).squareRoot()
            writer.add(name + ".weight", [columns, rows], (0..<columns * rows).map { _ in random.next() * scale })
        }
        func vector(_ name: String, _ count: Int, _ value: Float) {
            writer.add(name, [count], [Float](repeating: value, count: count))
        }
        func norm(_ name: String) {
            vector(name + ".weight", width, 1)
            vector(name + ".bias", width, 0)
        }
        func linear(_ name: String, _ columns: Int, _ rows: Int) {
            matrix(name, columns, rows)
            vector(name + ".bias", rows, 0)
        }
        matrix("token_embd", width, vocabulary.tokens.count, scale: 1)
        matrix("token_types", width, 2, scale: 0.1)
        matrix("position_embd", width, context, scale: 0.3)
        norm("token_embd_norm")
        for layer in 0..<layers {
            let prefix = "blk.\(layer)."
            for name in ["attn_q", "attn_k", "attn_v", "attn_output"] { linear(prefix + name, width, width) }
            norm(prefix + "attn_output_norm")
            linear(prefix + "ffn_up", width, hidden)
            linear(prefix + "ffn_down", hidden, width)
            norm(prefix + "layer_output_norm")
        }
        if hasRankingHead {
            if !labels.isEmpty { writer.set("bert.classifier.output_labels", .strings(labels)) }
            matrix("cls", width, width)
            vector("cls.bias", width, 0.1)
            matrix("cls.output", width, max(1, labels.count), scale: 1)
            vector("cls.output.bias", max(1, labels.count), bias)
        }
        if reads {
            for (key, value) in [
                ("version", 1), ("question_tokens", context / 4), ("window", context), ("stride", context / 2),
                ("span_tokens", 8),
            ] { writer.set("hearth.reader." + key, .uint32(UInt32(value))) }
            for head in ["answerable", "relevance"] {
                writer.set("hearth.reader.\(head).scale", .float(1))
                writer.set("hearth.reader.\(head).shift", .float(0))
            }
            writer.set("general.languages", .strings(["en"]))
            for head in ["reader.span", "reader.passage"] {
                matrix(head, width, 2)
                vector(head + ".bias", 2, 0)
            }
        }
        if tags {
            writer.set("hearth.tagger.version", .uint32(2))
            writer.set("hearth.tagger.window", .uint32(UInt32(context)))
            writer.set("general.languages", .strings(["en"]))
            writer.set("hearth.tagger.case.labels", .strings(TaggerLabels.shapes))
            matrix("tagger.case", width, TaggerLabels.shapes.count, scale: 0.3)
            writer.set("hearth.tagger.names.labels", .strings(TaggerLabels.names))
            for (head, labels) in [("mood", TaggerLabels.mood), ("acts", TaggerLabels.acts)] {
                writer.set("hearth.tagger.\(head).labels", .strings(labels))
                for (key, value) in [("scale", 1), ("shift", 0), ("threshold", 0.5)] as [(String, Float)] {
                    writer.set(
                        "hearth.tagger.\(head).\(key)", .floats([Float](repeating: value, count: labels.count)))
                }
            }
            for (head, rows) in [
                ("names", TaggerLabels.names.count), ("mood", TaggerLabels.mood.count),
                ("acts", TaggerLabels.acts.count), ("salience", 1),
            ] { linear("tagger." + head, width, rows) }
        }
        return writer
    }
}

/// What a tagger tells, as its file names it.
private enum TaggerLabels {
    static let shapes = [
        "none", "lower", "capital", "upper", "letter", "mixed", "digits", "first lower", "first capital",
    ]
    static let names =
        ["O"] + ["PER", "LOC", "ORG", "WORK", "PRODUCT", "EVENT", "MISC"].flatMap { ["B-" + $0, "I-" + $0] }
    static let mood = words(
        "valence positive negative joy love gratitude pride calm hope surprise sadness anger fear disgust shame")
    static let acts = words("question request commit action suggestion decision problem backchannel statement")

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
