import CEncoderKernels
import Dispatch
import HearthGGUF
import Synchronization

/// A matrix with its bias, packed for one form of the kernels.
struct BertLinear: Sendable {
    let inputs: Int
    let outputs: Int
    /// Bytes from the start of the weights' memory.
    let matrix: Int
    let bias: Int
}

/// Scale and shift of a layer normalisation, as places in the weights' memory.
struct BertNorm: Sendable {
    let scale: Int
    let shift: Int
}

/// One layer of the encoder.
struct BertLayer: Sendable {
    /// Query, key and value of all heads in one product.
    let attentionInput: BertLinear
    let attentionOutput: BertLinear
    let attentionNorm: BertNorm
    let feedForwardUp: BertLinear
    let feedForwardDown: BertLinear
    let outputNorm: BertNorm
}

/// The weights of an encoder: matrices packed for the machine's kernels, and the token vectors left in the mapped file.
struct BertWeights: Sendable {
    let shape: BertShape
    let kernel: hearth_kernel
    let layers: [BertLayer]
    let embeddingNorm: BertNorm
    /// For each position the sum of its vector and the vector of the first segment, the only one that a text alone has.
    let positions: Int
    /// What the vector of the second segment has beyond that of the first; `nil` where it was not asked for.
    let secondSegment: Int?
    let tokens: GGUFTensor
    let file: GGUFFile
    /// Written only while this value is made.
    private let memory: AlignedMemory

    /// Packs the matrices, on all cores: it is most of the time a cold start takes.
    ///
    /// - Parameter hasTwoSegments: Whether pairs of texts will be read, for which the file must have the second segment.
    init(_ file: GGUFFile, shape: BertShape, kernel: hearth_kernel, hasTwoSegments: Bool = false) throws {
        var plan = BertPackingPlan(file: file, shape: shape, kernel: kernel)
        tokens = try file.tensor("token_embd.weight", rows: nil, length: shape.width)
        embeddingNorm = try plan.norm("token_embd_norm")
        positions = try plan.positions()
        secondSegment = hasTwoSegments ? try plan.secondSegment() : nil
        var layers: [BertLayer] = []
        for index in 0..<shape.layers {
            let prefix = "blk.\(index)."
            layers.append(
                BertLayer(
                    attentionInput: try plan.linear(
                        ["attn_q", "attn_k", "attn_v"].map { prefix + $0 }, inputs: shape.width, outputs: shape.width),
                    attentionOutput: try plan.linear(
                        [prefix + "attn_output"], inputs: shape.width, outputs: shape.width),
                    attentionNorm: try plan.norm(prefix + "attn_output_norm"),
                    feedForwardUp: try plan.linear(
                        [prefix + "ffn_up"], inputs: shape.width, outputs: shape.feedForward),
                    feedForwardDown: try plan.linear(
                        [prefix + "ffn_down"], inputs: shape.feedForward, outputs: shape.width),
                    outputNorm: try plan.norm(prefix + "layer_output_norm")))
        }
        self.layers = layers
        self.shape = shape
        self.kernel = kernel
        self.file = file
        memory = try plan.pack()
    }

    /// Makes sure that there is a vector for each token.
    func check(holds vocabulary: WordPieceVocabulary) throws {
        guard tokens.rowCount >= vocabulary.count else {
            throw EmbeddingError(.malformedModel, "The model file has fewer token vectors than tokens.")
        }
    }

    /// The numbers at a place.
    func floats(_ offset: Int) -> UnsafePointer<Float> {
        UnsafePointer((memory.base + offset).assumingMemoryBound(to: Float.self))
    }

    /// The packed matrix at a place.
    func packed(_ offset: Int) -> UnsafeRawPointer { UnsafeRawPointer(memory.base + offset) }
}

/// The sizes of a BERT encoder, read from a model file and checked.
struct BertShape: Sendable {
    /// Components of a token's vector.
    let width: Int
    /// Layers.
    let layers: Int
    /// Attention heads of a layer; they share the width evenly.
    let heads: Int
    /// Components inside the feed-forward part of a layer.
    let feedForward: Int
    /// The longest sequence that has position vectors, special tokens included.
    let positions: Int
    /// Added to the variance in layer normalisation.
    let epsilon: Float
    /// Whether the first token's vector is that of the text; else it is the mean of all.
    let poolsFirst: Bool

    var headWidth: Int { width / heads }

    /// How many times the width the feed-forward part is at most; models have four. The working memory grows with it, where the file
    /// of a narrow model does not.
    private static let mostWidening = 32

    /// Reads the sizes, and refuses every model that is not a BERT encoder which pools so.
    init(_ file: GGUFFile) throws {
        guard file.architecture == "bert" else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's architecture is \(file.architecture ?? "not named"); the sentence encoder runs `bert` models."
            )
        }
        // 1 is the mean of all tokens, 2 the first; files without the key are taken to want the mean.
        let pooling = file.modelValue("pooling_type")?.int ?? 1
        poolsFirst = pooling == 2
        guard pooling == 1 || pooling == 2 else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model pools its tokens in a way (\(pooling)) that the sentence encoder does not.")
        }
        func size(_ key: String, upTo limit: Int) throws -> Int {
            guard let value = file.modelValue(key)?.int, value >= 1, value <= limit else {
                throw EmbeddingError(.malformedModel, "The model file's `\(key)` is missing or out of range.")
            }
            return value
        }
        width = try size("embedding_length", upTo: 8192)
        layers = try size("block_count", upTo: 256)
        heads = try size("attention.head_count", upTo: 256)
        feedForward = try size("feed_forward_length", upTo: min(65_536, Self.mostWidening * width))
        positions = try size("context_length", upTo: 65_536)
        epsilon = Float(file.modelValue("attention.layer_norm_epsilon")?.double ?? 1e-12)
        guard width % heads == 0, epsilon >= 0, epsilon < 1 else {
            throw EmbeddingError(.malformedModel, "The model file's attention heads do not share its width evenly.")
        }
    }
}

/// Where each part of the weights goes, and the work that brings it there.
///
/// First everything is looked up and checked, then memory is allocated once and filled by all cores.
struct BertPackingPlan {
    private enum Step {
        /// Rows of a matrix, from `first` of `outputs` on.
        case matrix(GGUFTensor, first: Int, outputs: Int, to: Int)
        /// All numbers of a tensor, one row after another.
        case numbers(GGUFTensor, to: Int)
        /// Each row of the first tensor plus the first row of the second.
        case sums(GGUFTensor, GGUFTensor, rows: Int, to: Int)
        /// The second row of a tensor less its first.
        case difference(GGUFTensor, to: Int)
        case zeros(count: Int, to: Int)

        /// What it reads.
        var tensors: [GGUFTensor] {
            switch self {
            case .matrix(let tensor, _, _, _), .numbers(let tensor, _), .difference(let tensor, _): [tensor]
            case .sums(let tensor, let other, _, _): [tensor, other]
            case .zeros: []
            }
        }
    }

    let file: GGUFFile
    let shape: BertShape
    let kernel: hearth_kernel
    private var steps: [Step] = []
    private var size = 0

    init(file: GGUFFile, shape: BertShape, kernel: hearth_kernel) {
        self.file = file
        self.shape = shape
        self.kernel = kernel
    }

    private func tensor(_ name: String, rows: Int?, length: Int) throws -> GGUFTensor {
        try file.tensor(name, rows: rows, length: length)
    }

    private mutating func reserve(_ bytes: Int) -> Int {
        defer { size += AlignedMemory.rounded(bytes) }
        return size
    }

    /// Adds matrices of equal shape, stacked into one.
    mutating func linear(_ names: [String], inputs: Int, outputs: Int) throws -> BertLinear {
        let total = outputs * names.count
        let matrix = reserve(hearth_packed_size(kernel, total, inputs))
        let bias = reserve(total * 4)
        for (index, name) in names.enumerated() {
            let weight = try tensor(name + ".weight", rows: outputs, length: inputs)
            steps.append(.matrix(weight, first: index * outputs, outputs: total, to: matrix))
            let place = bias + index * outputs * 4
            if file.tensor(named: name + ".bias") == nil {
                steps.append(.zeros(count: outputs, to: place))
            } else {
                steps.append(.numbers(try tensor(name + ".bias", rows: 1, length: outputs), to: place))
            }
        }
        return BertLinear(inputs: inputs, outputs: total, matrix: matrix, bias: bias)
    }

    mutating func norm(_ name: String) throws -> BertNorm {
        let norm = BertNorm(scale: reserve(shape.width * 4), shift: reserve(shape.width * 4))
        steps.append(.numbers(try tensor(name + ".weight", rows: 1, length: shape.width), to: norm.scale))
        steps.append(.numbers(try tensor(name + ".bias", rows: 1, length: shape.width), to: norm.shift))
        return norm
    }

    mutating func positions() throws -> Int {
        let place = reserve(shape.positions * shape.width * 4)
        let positions = try tensor("position_embd.weight", rows: shape.positions, length: shape.width)
        let segments = try tensor("token_types.weight", rows: nil, length: shape.width)
        steps.append(.sums(positions, segments, rows: shape.positions, to: place))
        return place
    }

    mutating func secondSegment() throws -> Int {
        let segments = try tensor("token_types.weight", rows: nil, length: shape.width)
        guard segments.rowCount >= 2 else {
            throw EmbeddingError(
                .malformedModel, "The model file has one segment only, and a pair of texts has two.")
        }
        let place = reserve(shape.width * 4)
        steps.append(.difference(segments, to: place))
        return place
    }

    /// Bytes of the tensors that are read, each counted once.
    private var sourceBytes: Int {
        var sizes: [String: Int] = [:]
        for tensor in steps.flatMap(\.tensors) { sizes[tensor.name] = tensor.fileRange?.count ?? 0 }
        // No overflow: each is in the file, and a model has some thousands at most.
        return sizes.values.reduce(0, +)
    }

    /// Allocates the memory and does the work.
    func pack() throws -> AlignedMemory {
        // Of tensors that share their bytes a small file could name as many as it takes to fill any memory.
        guard sourceBytes <= file.byteCount else {
            throw EmbeddingError(.malformedModel, "The model file's tensors lie over each other.")
        }
        let memory = AlignedMemory(count: size)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: steps.count) { index in
            do {
                try run(steps[index], memory)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return memory
    }

    /// Different steps write to different places, so they may run at once.
    private func run(_ step: Step, _ memory: AlignedMemory) throws {
        func floats(_ offset: Int, _ count: Int) -> UnsafeMutableBufferPointer<Float> {
            UnsafeMutableBufferPointer(
                start: (memory.base + offset).bindMemory(to: Float.self, capacity: count), count: count)
        }
        switch step {
        case .zeros(let count, let place):
            floats(place, count).initialize(repeating: 0)
        case .numbers(let tensor, let place):
            let length = tensor.rowLength
            for row in 0..<tensor.rowCount {
                try file.readRow(row, of: tensor, into: floats(place + row * length * 4, length))
            }
        case .sums(let tensor, let other, let rows, let place):
            let length = tensor.rowLength
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { added in
                try file.readRow(0, of: other, into: added)
                for row in 0..<rows {
                    let sums = floats(place + row * length * 4, length)
                    try file.readRow(row, of: tensor, into: sums)
                    for i in 0..<length { sums[i] += added[i] }
                }
            }
        case .difference(let tensor, let place):
            let length = tensor.rowLength
            let difference = floats(place, length)
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { first in
                try file.readRow(0, of: tensor, into: first)
                try file.readRow(1, of: tensor, into: difference)
                for i in 0..<length { difference[i] -= first[i] }
            }
        case .matrix(let tensor, let first, let outputs, let place):
            // Some rows at a time: enough to fill a packed line, few enough to stay in the cache.
            let inputs = tensor.rowLength
            let group = 32
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: group * inputs) { rows in
                for start in stride(from: 0, to: tensor.rowCount, by: group) {
                    let count = min(group, tensor.rowCount - start)
                    for row in 0..<count {
                        try file.readRow(
                            start + row, of: tensor,
                            into: UnsafeMutableBufferPointer(rebasing: rows[row * inputs..<(row + 1) * inputs]))
                    }
                    hearth_pack(kernel, rows.baseAddress, first + start, count, outputs, inputs, memory.base + place)
                }
            }
            file.releasePages(of: tensor)
        }
    }
}

extension GGUFFile {
    /// A tensor of the shape that is expected, and of a type that can be read; `rows` of `nil` allows any number.
    func tensor(_ name: String, rows: Int?, length: Int) throws -> GGUFTensor {
        guard let tensor = tensor(named: name) else {
            throw EmbeddingError(.malformedModel, "The model file has no tensor \(name).")
        }
        guard tensor.rowLength == length, rows == nil || tensor.rowCount == rows else {
            throw EmbeddingError(.malformedModel, "The model file's tensor \(name) has a wrong shape.")
        }
        guard GGUFFile.isReadable(tensor.type) else {
            throw EmbeddingError(
                .unsupportedModel,
                "The tensor \(name) is stored as \(tensor.type); use a model file in F32, F16, BF16 or Q8_0.")
        }
        return tensor
    }
}
