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

    /// The best form of the arithmetic that computes with whole floats; fewer bits would change the answers.
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
        kernel = hearth_kernel_best_of_floats()
        var layers = PackedLayers(kernel: kernel)
        typealias Network = SileroNetwork
        spectrum = layers.add(
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
            return layers.add(
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
        cell = layers.add(both, outputs: gates, bias: biases)
        weights = try tensors.floats("decoder.decoder.2.weight", count: width)
        bias = try tensors.floats("decoder.decoder.2.bias", count: 1)[0]
        base = layers.packed()
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

    /// Collects the layers, then brings them into memory of one piece.
    private struct PackedLayers {
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

/// The numbers in a file of ggml's format for Silero VAD, by their names.
///
/// The file is one whose hash is known (``SileroFile``); what is checked here keeps a file of another network from being
/// taken for this one.
struct SileroTensors {
    private static let magic: UInt32 = 0x6767_6D6C
    private static let prefix = "_model."

    private let bytes: [UInt8]
    /// Where each tensor is, and whether its numbers are of 16 bits.
    private var places: [String: (offset: Int, count: Int, isHalf: Bool)] = [:]

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        var position = 0
        func number() throws -> Int {
            guard position + 4 <= bytes.count else { throw Self.damaged }
            defer { position += 4 }
            return Int(bytes.littleEndian32(at: position))
        }
        func text(_ length: Int) throws -> String {
            guard length <= bytes.count - position else { throw Self.damaged }
            defer { position += length }
            return String(decoding: bytes[position..<(position + length)], as: UTF8.self)
        }
        guard try number() == Int(Self.magic), try text(try number()) == "silero-16k" else { throw Self.damaged }
        // The version, then what a frame is.
        for _ in 0..<3 { _ = try number() }
        guard try number() == SileroNetwork.frame else { throw Self.damaged }
        _ = try number()
        let layers = try number()
        guard layers == SileroNetwork.convolutions.count else { throw Self.damaged }
        for _ in 0..<(3 * layers + 4) { _ = try number() }
        while position < bytes.count {
            let (dimensions, length, type) = (try number(), try number(), try number())
            guard dimensions <= 4, type <= 1 else { throw Self.damaged }
            var count = 1
            for _ in 0..<dimensions {
                let (product, overflow) = count.multipliedReportingOverflow(by: try number())
                guard !overflow, product <= bytes.count else { throw Self.damaged }
                count = product
            }
            let name = try text(length)
            let size = count * (type == 1 ? 2 : 4)
            guard size <= bytes.count - position else { throw Self.damaged }
            places[name] = (position, count, type == 1)
            position += size
        }
    }

    /// The numbers of a tensor, in the file's order.
    func floats(_ name: String, count: Int) throws -> [Float] {
        guard let place = places[Self.prefix + name] ?? places[name], place.count == count else { throw Self.damaged }
        return (0..<count).map { index in
            place.isHalf
                ? Self.float(half: bytes.littleEndian16(at: place.offset + 2 * index))
                : Float(bitPattern: bytes.littleEndian32(at: place.offset + 4 * index))
        }
    }

    /// The value of a number of 16 bits (IEEE 754, binary16) that is finite.
    private static func float(half: UInt16) -> Float {
        // Its exponent and fraction in a Float's places are too small by 2^112; this is right for the smallest ones too.
        let size = Float(bitPattern: UInt32(half & 0x7FFF) << 13) * 0x1p112
        return half & 0x8000 == 0 ? size : -size
    }

    private static let damaged = VoiceError(
        .modelDamaged, "The voice activity model is damaged, or is another network. Fetch it again.")
}
