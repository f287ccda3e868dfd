import CEncoderKernels
import HearthGGUF

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
    /// For each position the sum of its vector and the vector of the first segment, which is the only one in use.
    let positions: Int
    let tokens: GGUFTensor
    let file: GGUFFile
    /// Written only while this value is made.
    private let memory: AlignedMemory

    /// Packs the matrices, on all cores: it is most of the time a cold start takes.
    init(_ file: GGUFFile, shape: BertShape, kernel: hearth_kernel) throws {
        var plan = BertPackingPlan(file: file, shape: shape, kernel: kernel)
        tokens = try plan.tensor("token_embd.weight", rows: nil, length: shape.width)
        embeddingNorm = try plan.norm("token_embd_norm")
        positions = try plan.positions()
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

    /// The numbers at a place.
    func floats(_ offset: Int) -> UnsafePointer<Float> {
        UnsafePointer((memory.base + offset).assumingMemoryBound(to: Float.self))
    }

    /// The packed matrix at a place.
    func packed(_ offset: Int) -> UnsafeRawPointer { UnsafeRawPointer(memory.base + offset) }
}
