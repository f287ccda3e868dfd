/// The size of a model's weights when nobody has told the size of its file.
enum WeightEstimate {
    /// Bits for each weight, scales included: the table of llama.cpp's `tools/quantize/README.md`, measured on Llama 3.1 8B.
    /// Other networks differ by some percent, since embeddings and outputs are stored finer.
    private static let bits: [String: Double] = [
        "F32": 32, "F16": 16, "BF16": 16, "Q8_0": 8.5, "Q6_K": 6.56, "Q5_K_M": 5.70, "Q5_K_S": 5.57, "Q4_K_M": 4.89,
        "Q4_K_S": 4.67, "Q4_0": 4.67, "Q3_K_M": 4.0,
    ]

    /// - Returns: `nil` when one of the two is not known.
    static func bytes(parameters: Int?, quantization: String?) -> Int? {
        guard let parameters, parameters > 0, let quantization, let bits = bits[quantization] else { return nil }
        let bytes = Double(parameters) * bits / 8
        return bytes < 1e15 ? Int(bytes) : nil
    }
}
