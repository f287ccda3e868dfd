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
    /// - Parameters:
    ///   - marks: For each token of each sequence what is added to it. `nil` where all are of the first segment, and nothing is.
    ///   - rows: What ``TokenMark/row`` counts: as many numbers each as the encoder is wide, one row after the other.
    func transform(
        _ sequences: [[Int32]], marks: [[TokenMark]]? = nil, rows: [Float] = [], in workspace: BertWorkspace
    ) throws {
        let count = sequences.reduce(0) { $0 + $1.count }
        precondition(count <= workspace.capacity)
        try embedTokens(sequences, into: workspace.stream)
        if let marks { add(marks, rows, of: sequences, to: workspace.stream) }
        normalize(workspace.stream, count, weights.embeddingNorm)
        for layer in weights.layers { run(layer, sequences, count, workspace) }
    }

    /// As above, for pairs of texts.
    ///
    /// - Parameter secondSegments: For each sequence, the token with which its second text begins: from there on tokens are of the second
    ///   segment.
    func transform(_ sequences: [[Int32]], secondSegments: [Int], in workspace: BertWorkspace) throws {
        let marks = zip(sequences, secondSegments).map { sequence, start in
            sequence.indices.map { TokenMark(isSecondSegment: $0 >= start) }
        }
        try transform(sequences, marks: marks, in: workspace)
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

    /// What sets the second segment apart from the first, whose vector is in those of the positions already, and each token's row.
    private func add(
        _ marks: [[TokenMark]], _ rows: [Float], of sequences: [[Int32]], to stream: UnsafeMutablePointer<Float>
    ) {
        precondition(marks.count == sequences.count)
        let width = shape.width
        let second = weights.secondSegment.map { weights.floats($0) }
        rows.withUnsafeBufferPointer { rows in
            var token = stream
            for (marks, sequence) in zip(marks, sequences) {
                precondition(marks.count == sequence.count)
                for mark in marks {
                    if mark.isSecondSegment {
                        // Who marks tokens so has loaded the weights with two segments: readers and taggers alone.
                        guard let second else { preconditionFailure("The weights have one segment only.") }
                        for i in 0..<width { token[i] += second[i] }
                    }
                    if let row = mark.row {
                        let start = Int(row) * width
                        precondition(start + width <= rows.count)
                        for i in 0..<width { token[i] += rows[start + i] }
                    }
                    token += width
                }
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

/// What is added to a token's vector beside that of its position.
struct TokenMark: Hashable, Sendable {
    /// Needs weights that were packed with the second segment.
    var isSecondSegment = false
    /// A row of numbers that the model has for it; `nil` for none.
    var row: UInt8?
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
