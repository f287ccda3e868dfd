import CEncoderKernels
import HearthGGUF

/// The forward pass of a BERT sentence encoder (Devlin et al. 2018, arXiv:1810.04805; pooling after Reimers and Gurevych
/// 2019, arXiv:1908.10084).
///
/// Sequences of any lengths go through together without padding: the products see one tall matrix of all their tokens, only
/// attention looks at each sequence by itself.
struct BertEncoder: Sendable {
    let weights: BertWeights
    var shape: BertShape { weights.shape }

    /// The vectors of `sequences`, each of length 1. Every sequence has at least one token and at most `shape.positions`,
    /// all together at most `workspace.capacity`.
    func encode(_ sequences: [[Int32]], in workspace: BertWorkspace) throws -> [[Float]] {
        let rows = sequences.reduce(0) { $0 + $1.count }
        precondition(rows <= workspace.capacity)
        try embedTokens(sequences, into: workspace.stream)
        normalize(workspace.stream, rows, weights.embeddingNorm)
        for layer in weights.layers { run(layer, sequences, rows, workspace) }
        var start = 0
        return sequences.map { sequence in
            defer { start += sequence.count }
            return [Float](unsafeUninitializedCapacity: shape.width) { vector, count in
                hearth_mean_pool(
                    workspace.stream + start * shape.width, sequence.count, shape.width, vector.baseAddress)
                count = shape.width
            }
        }
    }

    /// Each token's vector plus that of its position.
    private func embedTokens(_ sequences: [[Int32]], into stream: UnsafeMutablePointer<Float>) throws {
        let positions = weights.floats(weights.positions)
        var row = stream
        for sequence in sequences {
            for (position, token) in sequence.enumerated() {
                try weights.file.readRow(
                    Int(token), of: weights.tokens, into: UnsafeMutableBufferPointer(start: row, count: shape.width))
                let added = positions + position * shape.width
                for i in 0..<shape.width { row[i] += added[i] }
                row += shape.width
            }
        }
    }

    private func run(_ layer: BertLayer, _ sequences: [[Int32]], _ rows: Int, _ workspace: BertWorkspace) {
        let stream = workspace.stream
        multiply(stream, rows, layer.attentionInput, into: workspace.projections, workspace)
        var start = 0
        for sequence in sequences {
            hearth_attention(
                weights.kernel, workspace.projections + start * 3 * shape.width, sequence.count, shape.heads,
                shape.headWidth, workspace.attended + start * shape.width, workspace.scratch)
            start += sequence.count
        }
        multiply(workspace.attended, rows, layer.attentionOutput, adding: stream, into: stream, workspace)
        normalize(stream, rows, layer.attentionNorm)
        multiply(stream, rows, layer.feedForwardUp, HEARTH_EPILOGUE_GELU, into: workspace.inner, workspace)
        multiply(workspace.inner, rows, layer.feedForwardDown, adding: stream, into: stream, workspace)
        normalize(stream, rows, layer.outputNorm)
    }

    private func multiply(
        _ x: UnsafePointer<Float>, _ rows: Int, _ linear: BertLinear,
        _ epilogue: hearth_epilogue = HEARTH_EPILOGUE_NONE,
        adding residual: UnsafePointer<Float>? = nil, into y: UnsafeMutablePointer<Float>, _ workspace: BertWorkspace
    ) {
        hearth_linear(
            weights.kernel, x, rows, linear.inputs, weights.packed(linear.matrix), linear.outputs,
            weights.floats(linear.bias), residual, epilogue, y, workspace.scratch)
    }

    private func normalize(_ x: UnsafeMutablePointer<Float>, _ rows: Int, _ norm: BertNorm) {
        hearth_layer_norm(
            weights.kernel, x, rows, shape.width, weights.floats(norm.scale), weights.floats(norm.shift), shape.epsilon)
    }
}
