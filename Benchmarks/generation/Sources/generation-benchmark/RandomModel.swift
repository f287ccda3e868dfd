import Foundation

/// Writes a model with the shape of a small language model and random weights: it computes as much as a real one, which
/// is all that a measurement of speed needs.
struct RandomModel {
    var layers = 16
    var width = 1024
    var hidden = 2816
    var heads = 16
    var keyValueHeads = 4
    var vocabulary = 32_000

    /// Writes 16-bit weights to `path`, one tensor at a time.
    func write(to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteNoPermission) }
        defer { try? file.close() }
        try file.write(contentsOf: head())
        var random = SplitMix(state: 1)
        for tensor in tensors {
            try autoreleasing {
                var bytes = Data(capacity: tensor.bytes)
                for _ in 0..<tensor.columns * tensor.rows {
                    switch tensor.kind {
                    case .ones: append(Float(1).bitPattern, to: &bytes)
                    case .random: append(random.half(scale: tensor.scale), to: &bytes)
                    }
                }
                bytes.append(Data(count: tensor.padded - bytes.count))
                try file.write(contentsOf: bytes)
            }
        }
    }

    private enum Kind { case ones, random }

    private struct Tensor {
        var name: String
        var columns: Int
        var rows: Int
        var kind: Kind
        var scale: Float { 1 / Float(columns).squareRoot() }
        var bytes: Int { columns * rows * (kind == .ones ? 4 : 2) }
        var padded: Int { (bytes + 31) / 32 * 32 }
    }

    private var tensors: [Tensor] {
        let narrow = width / heads * keyValueHeads
        var all = [
            Tensor(name: "token_embd.weight", columns: width, rows: vocabulary, kind: .random),
            Tensor(name: "output_norm.weight", columns: width, rows: 1, kind: .ones),
            Tensor(name: "output.weight", columns: width, rows: vocabulary, kind: .random),
        ]
        for layer in 0..<layers {
            for (name, columns, rows) in [
                ("attn_q", width, width), ("attn_k", width, narrow), ("attn_v", width, narrow),
                ("attn_output", width, width), ("ffn_gate", width, hidden), ("ffn_up", width, hidden),
                ("ffn_down", hidden, width),
            ] { all.append(Tensor(name: "blk.\(layer).\(name).weight", columns: columns, rows: rows, kind: .random)) }
            for name in ["attn_norm", "ffn_norm"] {
                all.append(Tensor(name: "blk.\(layer).\(name).weight", columns: width, rows: 1, kind: .ones))
            }
        }
        return all
    }

    /// The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
    private func head() -> Data {
        var data = Data("GGUF".utf8)
        func text(_ value: String) {
            append(UInt64(value.utf8.count), to: &data)
            data.append(contentsOf: value.utf8)
        }
        func key(_ name: String, _ type: UInt32) {
            text(name)
            append(type, to: &data)
        }
        let numbers: [(String, Int)] = [
            ("llama.context_length", 8192), ("llama.embedding_length", width), ("llama.block_count", layers),
            ("llama.feed_forward_length", hidden), ("llama.attention.head_count", heads),
            ("llama.attention.head_count_kv", keyValueHeads), ("tokenizer.ggml.bos_token_id", 1),
            ("tokenizer.ggml.eos_token_id", 2),
        ]
        append(UInt32(3), to: &data)
        append(UInt64(tensors.count), to: &data)
        append(UInt64(numbers.count + 6), to: &data)
        key("general.architecture", 8)
        text("llama")
        for (name, value) in numbers {
            key(name, 4)
            append(UInt32(value), to: &data)
        }
        key("llama.attention.layer_norm_rms_epsilon", 6)
        append(Float(1e-5).bitPattern, to: &data)
        key("tokenizer.ggml.model", 8)
        text("llama")
        let tokens = Self.tokens(vocabulary)
        key("tokenizer.ggml.tokens", 9)
        append(UInt32(8), to: &data)
        append(UInt64(tokens.count), to: &data)
        for token in tokens { text(token.text) }
        key("tokenizer.ggml.token_type", 9)
        append(UInt32(5), to: &data)
        append(UInt64(tokens.count), to: &data)
        for token in tokens { append(token.type, to: &data) }
        key("tokenizer.ggml.scores", 9)
        append(UInt32(6), to: &data)
        append(UInt64(tokens.count), to: &data)
        for index in tokens.indices { append(Float(-index).bitPattern, to: &data) }
        var offset = 0
        for tensor in tensors {
            text(tensor.name)
            append(UInt32(tensor.kind == .ones ? 1 : 2), to: &data)
            append(UInt64(tensor.columns), to: &data)
            if tensor.kind == .random { append(UInt64(tensor.rows), to: &data) }
            append(UInt32(tensor.kind == .ones ? 0 : 1), to: &data)  // F32, F16
            append(UInt64(offset), to: &data)
            offset += tensor.padded
        }
        data.append(Data(count: (data.count + 31) / 32 * 32 - data.count))
        return data
    }

    private static func tokens(_ count: Int) -> [(text: String, type: Int32)] {
        var all: [(String, Int32)] = [("<unk>", 2), ("<s>", 3), ("</s>", 3)]
        for byte in 0..<256 {
            let hex = String(byte, radix: 16, uppercase: true)
            all.append(("<0x\(hex.count < 2 ? "0" : "")\(hex)>", 6))
        }
        for character in 0x21..<0x7F { all.append((String(UnicodeScalar(UInt8(character))), 1)) }
        all.append(("▁", 1))
        for index in 0..<count - all.count { all.append(("▁w\(index)", 1)) }
        return all
    }
}

private func append(_ number: some FixedWidthInteger, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
}

private func autoreleasing(_ body: () throws -> Void) rethrows {
    #if canImport(ObjectiveC)
    try autoreleasepool(invoking: body)
    #else
    try body()
    #endif
}

/// SplitMix64 (Steele, Lea, Flood 2014): quick, and the same everywhere.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The bits of a 16-bit float, uniform with standard deviation `scale`.
    mutating func half(scale: Float) -> UInt16 {
        let uniform = Float(next() >> 40) / Float(1 << 23) - 1
        let value = (uniform * 1.732 * scale).bitPattern
        // Weights are far from the limits of the format, so only normal numbers and zero occur.
        let exponent = Int((value >> 23) & 0xFF) - 127 + 15
        guard exponent > 0 else { return 0 }
        return UInt16((value >> 16) & 0x8000) | UInt16(exponent << 10) | UInt16((value >> 13) & 0x3FF)
    }
}
