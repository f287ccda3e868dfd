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
        try transform(sequences, in: workspace)
        var start = 0
        return sequences.map { sequence in
            defer { start += sequence.count }
            return [Float](unsafeUninitializedCapacity: shape.width) { vector, count in
                hearth_mean_pool(
                    workspace.stream + start * shape.width, shape.poolsFirst ? 1 : sequence.count, shape.width,
                    vector.baseAddress)
                count = shape.width
            }
        }
    }

    /// Leaves the vector of every token, out of the last layer, in `workspace.stream`: tokens × width, one sequence after the other.
    ///
    /// - Parameter secondSegments: For each sequence, the token with which its second text begins: from there on tokens are of the second
    ///   segment. `nil` where all are of the first. Needs weights that were packed with the second segment.
    func transform(_ sequences: [[Int32]], secondSegments: [Int]? = nil, in workspace: BertWorkspace) throws {
        let rows = sequences.reduce(0) { $0 + $1.count }
        precondition(rows <= workspace.capacity)
        try embedTokens(sequences, into: workspace.stream)
        if let secondSegments { addSecondSegment(secondSegments, of: sequences, to: workspace.stream) }
        normalize(workspace.stream, rows, weights.embeddingNorm)
        for layer in weights.layers { run(layer, sequences, rows, workspace) }
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

    /// What sets the second segment apart from the first, which is in the vectors of the positions already.
    private func addSecondSegment(_ starts: [Int], of sequences: [[Int32]], to stream: UnsafeMutablePointer<Float>) {
        // Whoever transforms pairs has loaded the weights with two segments: ``SpanReader`` alone.
        guard let place = weights.secondSegment else { preconditionFailure("The weights have one segment only.") }
        precondition(starts.count == sequences.count)
        let added = weights.floats(place)
        var row = stream
        for (sequence, start) in zip(sequences, starts) {
            for position in sequence.indices where position >= start {
                let token = row + position * shape.width
                for i in 0..<shape.width { token[i] += added[i] }
            }
            row += sequence.count * shape.width
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

/// The working memory of one thread: the vectors of all tokens of a batch on their way through the layers.
///
/// `@unchecked Sendable`: used by one batch at a time; `BertWorkspacePool` hands each out to one taker.
final class BertWorkspace: @unchecked Sendable {
    /// The most tokens of one batch.
    let capacity: Int
    private let memory: AlignedMemory
    /// Tokens × width: what the layers add to.
    let stream: UnsafeMutablePointer<Float>
    /// Tokens × 3 width.
    let projections: UnsafeMutablePointer<Float>
    /// Tokens × width.
    let attended: UnsafeMutablePointer<Float>
    /// Tokens × feed-forward width.
    let inner: UnsafeMutablePointer<Float>
    /// For the kernels.
    let scratch: UnsafeMutableRawPointer

    init(shape: BertShape, kernel: hearth_kernel, capacity: Int) {
        self.capacity = capacity
        let row = shape.width * 4
        let scratchSize = max(
            hearth_linear_scratch_size(kernel, capacity, max(shape.feedForward, shape.width)),
            hearth_attention_scratch_size(capacity, shape.headWidth))
        let sizes = [row, 3 * row, row, shape.feedForward * 4].map { AlignedMemory.rounded($0 * capacity) }
        memory = AlignedMemory(count: sizes.reduce(0, +) + scratchSize)
        let base = memory.base
        stream = base.bindMemory(to: Float.self, capacity: sizes[0] / 4)
        projections = (base + sizes[0]).bindMemory(to: Float.self, capacity: sizes[1] / 4)
        attended = (base + sizes[0] + sizes[1]).bindMemory(to: Float.self, capacity: sizes[2] / 4)
        inner = (base + sizes[0] + sizes[1] + sizes[2]).bindMemory(to: Float.self, capacity: sizes[3] / 4)
        scratch = base + sizes.reduce(0, +)
    }
}

/// Memory of a fixed size that begins at a multiple of 64 bytes, as the kernels want it.
///
/// `@unchecked Sendable`: the owner decides who writes when; see `BertWeights` and `BertWorkspace`.
final class AlignedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    init(count: Int) {
        self.count = max(count, 64)
        base = .allocate(byteCount: self.count, alignment: 64)
    }

    /// `count` bytes rounded up, so that what follows is aligned again.
    static func rounded(_ count: Int) -> Int { (count + 63) / 64 * 64 }

    deinit { base.deallocate() }
}
