import Foundation
import TinyModels

/// A BERT with a ranking head, computed word for word as the paper has it, in double precision and without any of the code
/// under test (Devlin et al. 2019; Vaswani et al. 2017; the head is that of RoBERTa's sequence classification).
struct ReferenceRanker {
    private let weights: GGUFWriter
    private let width: Int
    private let layers: Int
    private let heads = 4

    init(_ encoder: TinyEncoder) {
        weights = encoder.writer()
        width = encoder.width
        layers = encoder.layers
    }

    /// The numbers that the head gives for a sequence.
    func scores(_ tokens: [Int]) -> [Double] {
        var hidden = tokens.enumerated().map { position, token in
            normalized(
                sum(
                    row("token_embd.weight", token), row("token_types.weight", 0), row("position_embd.weight", position)
                ),
                "token_embd_norm")
        }
        for layer in 0..<layers { hidden = block(hidden, "blk.\(layer).") }
        let pooled = linear(hidden[0], "cls").map { tanh($0) }
        return linear(pooled, "cls.output")
    }

    private func block(_ input: [[Double]], _ prefix: String) -> [[Double]] {
        let (query, key, value) = (
            input.map { linear($0, prefix + "attn_q") }, input.map { linear($0, prefix + "attn_k") },
            input.map { linear($0, prefix + "attn_v") }
        )
        let size = width / heads
        return input.indices.map { position in
            var mixed = [Double](repeating: 0, count: width)
            for head in 0..<heads {
                let columns = head * size..<(head + 1) * size
                let logits = key.map { dot(query[position][columns], $0[columns]) / Double(size).squareRoot() }
                let peak = logits.max() ?? 0
                let shares = logits.map { exp($0 - peak) }
                let total = shares.reduce(0, +)
                for (share, value) in zip(shares, value) {
                    for column in columns { mixed[column] += share / total * value[column] }
                }
            }
            let attended = normalized(
                sum(input[position], linear(mixed, prefix + "attn_output")), prefix + "attn_output_norm")
            let inner = linear(attended, prefix + "ffn_up").map { 0.5 * $0 * (1 + erf($0 / 2.0.squareRoot())) }
            return normalized(sum(attended, linear(inner, prefix + "ffn_down")), prefix + "layer_output_norm")
        }
    }

    private func row(_ name: String, _ index: Int) -> [Double] {
        weights.values(name)[index * width..<(index + 1) * width].map(Double.init)
    }

    private func linear(_ input: [Double], _ name: String) -> [Double] {
        let (matrix, bias) = (weights.values(name + ".weight"), weights.values(name + ".bias"))
        return bias.indices.map { row in
            let start = row * input.count
            return Double(bias[row]) + dot(input[...], matrix[start..<start + input.count].map(Double.init)[...])
        }
    }

    private func normalized(_ values: [Double], _ name: String) -> [Double] {
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        let (scale, shift) = (weights.values(name + ".weight"), weights.values(name + ".bias"))
        return values.indices.map {
            (values[$0] - mean) / (variance + 1e-12).squareRoot() * Double(scale[$0]) + Double(shift[$0])
        }
    }

    private func sum(_ vectors: [Double]...) -> [Double] {
        vectors.dropFirst().reduce(vectors[0]) { zip($0, $1).map(+) }
    }

    private func dot(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
