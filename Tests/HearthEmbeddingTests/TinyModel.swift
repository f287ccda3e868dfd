import Foundation
import HearthTesting

/// A BERT encoder of random weights, small enough for every test run and every machine.
struct TinyModel {
    static let width = 48, layers = 2, heads = 4, feedForward = 80, positions = 40

    /// Special tokens, then pieces as BERT's own vocabulary has them.
    static let vocabulary =
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]"]
        + "the quick brown fox jump ##s ##ed over lazy dog un ##aff ##able ! ? . , [ ] # ' - ; e 漢 字 豈 ㄱ".split(
            separator: " "
        ).map(String.init)
        + (97...122).map { String(UnicodeScalar($0)) } + (97...122).map { "##" + String(UnicodeScalar($0)) }
        + ["ᄒ", "##ᅡ", "##ᆫ", "ж", "##ж"]

    var tensors: [String: [Float]] = [:]
    var builder = GGUFBuilder()

    init(seed: UInt64 = 7) {
        var generator = SeededGenerator(seed: seed)
        builder.add("general.architecture", .string("bert"))
        builder.add("general.name", .string("tiny"))
        for (key, value) in [
            ("embedding_length", Self.width), ("block_count", Self.layers), ("attention.head_count", Self.heads),
            ("feed_forward_length", Self.feedForward), ("context_length", Self.positions), ("pooling_type", 1),
        ] { builder.add("bert." + key, .uint32(UInt32(value))) }
        builder.add("bert.attention.layer_norm_epsilon", .float(1e-12))
        builder.add("tokenizer.ggml.model", .string("bert"))
        let tokens = Self.vocabulary.map { token -> String in
            if ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].contains(token) { return token }
            return token.hasPrefix("##") ? String(token.dropFirst(2)) : "\u{2581}" + token
        }
        builder.add("tokenizer.ggml.tokens", .array(type: 8, tokens.map { .string($0) }))
        let types = Self.vocabulary.indices.map { $0 < 5 ? 3 : $0 == 5 ? 5 : 1 }
        builder.add("tokenizer.ggml.token_type", .array(type: 5, types.map { .int32(Int32($0)) }))
        builder.add("tokenizer.ggml.unknown_token_id", .uint32(1))
        builder.add("tokenizer.ggml.bos_token_id", .uint32(2))
        builder.add("tokenizer.ggml.seperator_token_id", .uint32(3))

        var added: [String: [Float]] = [:]
        func add(_ name: String, _ dimensions: [Int], _ range: ClosedRange<Float>, _ builder: inout GGUFBuilder) {
            let values = generator.floats(dimensions.reduce(1, *), range)
            added[name] = values
            builder.addFloats(name, dimensions, values)
        }
        let w = Self.width
        add("token_embd.weight", [w, Self.vocabulary.count], -1...1, &builder)
        add("position_embd.weight", [w, Self.positions], -0.3...0.3, &builder)
        add("token_types.weight", [w, 2], -0.3...0.3, &builder)
        func norm(_ name: String) {
            add(name + ".weight", [w], 0.5...1.5, &builder)
            add(name + ".bias", [w], -0.2...0.2, &builder)
        }
        func linear(_ name: String, _ inputs: Int, _ outputs: Int) {
            add(name + ".weight", [inputs, outputs], -0.3...0.3, &builder)
            add(name + ".bias", [outputs], -0.2...0.2, &builder)
        }
        norm("token_embd_norm")
        for layer in 0..<Self.layers {
            let prefix = "blk.\(layer)."
            for name in ["attn_q", "attn_k", "attn_v", "attn_output"] { linear(prefix + name, w, w) }
            linear(prefix + "ffn_up", w, Self.feedForward)
            linear(prefix + "ffn_down", Self.feedForward, w)
            norm(prefix + "attn_output_norm")
            norm(prefix + "layer_output_norm")
        }
        tensors = added
    }

    /// The plainest possible forward pass, in double precision: what the encoder has to agree with.
    func reference(_ tokens: [Int32], poolsFirst: Bool = false) -> [Double] {
        let w = Self.width
        var x = vectors(tokens)
        if poolsFirst { x = [x[0]] }
        let mean = (0..<w).map { d in x.reduce(0) { $0 + $1[d] } / Double(x.count) }
        let length = mean.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return mean.map { $0 / length }
    }

    /// The vector of each token out of the last layer.
    ///
    /// - Parameter second: The token from which on tokens are of the second segment.
    func vectors(_ tokens: [Int32], second: Int = .max) -> [[Double]] {
        vectors(tokens, segments: tokens.indices.map { $0 < second ? 0 : 1 }, adding: tokens.map { _ in [] })
    }

    /// - Parameters:
    ///   - segments: The segment of each token.
    ///   - added: What else is added to each token; nothing where it is empty.
    func vectors(_ tokens: [Int32], segments: [Int], adding added: [[Double]]) -> [[Double]] {
        let w = Self.width
        func t(_ name: String) -> [Double] { (tensors[name] ?? []).map(Double.init) }
        func linear(_ x: [[Double]], _ name: String) -> [[Double]] {
            let weight = t(name + ".weight"), bias = t(name + ".bias")
            return x.map { row in
                bias.indices.map { o in
                    bias[o] + row.indices.reduce(0) { $0 + row[$1] * weight[o * row.count + $1] }
                }
            }
        }
        func norm(_ x: [[Double]], _ name: String) -> [[Double]] {
            let scale = t(name + ".weight"), shift = t(name + ".bias")
            return x.map { row in
                let mean = row.reduce(0, +) / Double(w)
                let variance = row.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(w)
                return row.indices.map { (row[$0] - mean) / (variance + 1e-12).squareRoot() * scale[$0] + shift[$0] }
            }
        }
        func sum(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] { zip(a, b).map { zip($0, $1).map { $0 + $1 } } }
        let embeddings = t("token_embd.weight"), positions = t("position_embd.weight"),
            segment = t("token_types.weight")
        var x = tokens.enumerated().map { position, token in
            (0..<w).map {
                embeddings[Int(token) * w + $0] + positions[position * w + $0]
                    + segment[segments[position] * w + $0] + (added[position].isEmpty ? 0 : added[position][$0])
            }
        }
        x = norm(x, "token_embd_norm")
        let size = w / Self.heads
        for layer in 0..<Self.layers {
            let prefix = "blk.\(layer)."
            let q = linear(x, prefix + "attn_q"), k = linear(x, prefix + "attn_k"), v = linear(x, prefix + "attn_v")
            var mixed = x.map { _ in [Double](repeating: 0, count: w) }
            for head in 0..<Self.heads {
                let part = head * size..<(head + 1) * size
                for i in x.indices {
                    let scores = x.indices.map { j in
                        exp(part.reduce(0) { $0 + q[i][$1] * k[j][$1] } / Double(size).squareRoot())
                    }
                    let total = scores.reduce(0, +)
                    for d in part { mixed[i][d] = x.indices.reduce(0) { $0 + scores[$1] / total * v[$1][d] } }
                }
            }
            x = norm(sum(linear(mixed, prefix + "attn_output"), x), prefix + "attn_output_norm")
            let inner = linear(x, prefix + "ffn_up").map { $0.map { $0 * 0.5 * (1 + erf($0 / 2.0.squareRoot())) } }
            x = norm(sum(linear(inner, prefix + "ffn_down"), x), prefix + "layer_output_norm")
        }
        return x
    }
}

/// The cosine of the angle between two vectors of length 1.
func cosine(_ a: [Float], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * $1.1 } }
