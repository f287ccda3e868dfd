internal import CEncoderKernels

/// The weights of Silero VAD, in the order in which this machine's arithmetic wants them.
///
/// `@unchecked Sendable`: the memory is written while this is made, and only read afterwards.
final class SileroWeights: @unchecked Sendable {
    /// One matrix product: its numbers are at `matrix`, packed, and its bias at `bias`, both in bytes from `base`.
    struct Layer {
        var inputs: Int
        var outputs: Int
        var matrix: Int
        var bias: Int
    }

    /// The best form of the arithmetic that computes with whole floats; bfloat16 would change the answers.
    let kernel: hearth_kernel
    /// A window of sound to the real and the imaginary part of its spectrum.
    let spectrum: Layer
    /// Convolutions over three frames of the spectrum, as products with the frames that there are.
    let encoder: [Layer]
    /// The four gates of the recurrent cell, of its input and its memory side by side.
    let cell: Layer
    /// What the cell's answer weighs in the probability.
    let weights: [Float]
    let bias: Float
    private let base: UnsafeMutableRawPointer

    /// - Parameter bytes: A file of ggml's format for Silero, versions 5 and 6 at 16 kHz.
    /// - Throws: ``VoiceError`` `speech-model-damaged` when it does not hold this network.
    init(_ bytes: [UInt8]) throws {
        let tensors = try SileroTensors(bytes)
        kernel = Self.wholeFloats()
        var plan = Plan(kernel: kernel)
        typealias Network = SileroNetwork
        spectrum = plan.add(
            try tensors.floats("stft.forward_basis_buffer", count: 2 * Network.bins * Network.window),
            outputs: 2 * Network.bins)
        // Of the three taps of a convolution only those that meet a frame are kept: the last layers see two frames and one.
        encoder = try Network.convolutions.enumerated().map { index, shape in
            let name = "encoder.\(index).reparam_conv"
            let numbers = try tensors.floats(name + ".weight", count: shape.outputs * shape.inputs * 3)
            var rows: [Float] = []
            rows.reserveCapacity(shape.outputs * shape.inputs * shape.taps.count)
            for output in 0..<shape.outputs {
                for tap in shape.taps {
                    for input in 0..<shape.inputs { rows.append(numbers[(output * shape.inputs + input) * 3 + tap]) }
                }
            }
            return plan.add(
                rows, outputs: shape.outputs, bias: try tensors.floats(name + ".bias", count: shape.outputs))
        }
        let (width, gates) = (Network.width, 4 * Network.width)
        let fromInput = try tensors.floats("decoder.rnn.weight_ih", count: gates * width)
        let fromMemory = try tensors.floats("decoder.rnn.weight_hh", count: gates * width)
        let biases = zip(
            try tensors.floats("decoder.rnn.bias_ih", count: gates),
            try tensors.floats("decoder.rnn.bias_hh", count: gates)
        ).map { $0 + $1 }
        var both: [Float] = []
        for start in stride(from: 0, to: gates * width, by: width) {
            both += fromInput[start..<(start + width)]
            both += fromMemory[start..<(start + width)]
        }
        cell = plan.add(both, outputs: gates, bias: biases)
        weights = try tensors.floats("decoder.decoder.2.weight", count: width)
        bias = try tensors.floats("decoder.decoder.2.bias", count: 1)[0]
        base = plan.packed()
    }

    deinit { base.deallocate() }

    /// `y = x · Wᵀ + bias` for some rows. `x` has rows × inputs numbers, `y` rows × outputs.
    func multiply(
        _ layer: Layer, _ x: UnsafePointer<Float>, rows: Int, into y: UnsafeMutablePointer<Float>,
        scratch: UnsafeMutableRawPointer
    ) {
        let bias = (base + layer.bias).assumingMemoryBound(to: Float.self)
        hearth_linear(
            kernel, x, rows, layer.inputs, base + layer.matrix, layer.outputs, bias, nil, HEARTH_EPILOGUE_NONE, y,
            scratch)
    }

    private static func wholeFloats() -> hearth_kernel {
        let best = hearth_kernel_best()
        return best == HEARTH_KERNEL_AVX512_BF16 ? HEARTH_KERNEL_AVX512 : best
    }

    /// Collects the layers, then brings them into memory of one piece.
    private struct Plan {
        let kernel: hearth_kernel
        private var layers: [(layer: Layer, rows: [Float], bias: [Float])] = []
        private var size = 0

        init(kernel: hearth_kernel) { self.kernel = kernel }

        mutating func add(_ rows: [Float], outputs: Int, bias: [Float]? = nil) -> Layer {
            let inputs = rows.count / outputs
            let matrix = reserve(hearth_packed_size(kernel, outputs, inputs))
            let layer = Layer(inputs: inputs, outputs: outputs, matrix: matrix, bias: reserve(outputs * 4))
            layers.append((layer, rows, bias ?? Array(repeating: 0, count: outputs)))
            return layer
        }

        /// Each part begins at a multiple of 64 bytes.
        private mutating func reserve(_ bytes: Int) -> Int {
            defer { size += (bytes + 63) / 64 * 64 }
            return size
        }

        func packed() -> UnsafeMutableRawPointer {
            let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
            for (layer, rows, bias) in layers {
                hearth_pack(kernel, rows, 0, layer.outputs, layer.outputs, layer.inputs, base + layer.matrix)
                (base + layer.bias).initializeMemory(as: Float.self, from: bias, count: bias.count)
            }
            return base
        }
    }
}
