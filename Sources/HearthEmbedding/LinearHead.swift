import HearthGGUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A linear function from the vector of a token to some logits.
struct LinearHead: Sendable {
    private let width: Int
    /// A row for each logit.
    private let weights: [Float]
    private let bias: [Float]

    /// Reads `NAME.weight` and `NAME.bias`.
    ///
    /// - Parameters:
    ///   - rows: How many logits there are.
    ///   - width: How wide the encoder is.
    /// - Throws: `EmbeddingError` where a tensor is missing, has another shape or holds what is no number.
    init(_ name: String, _ file: GGUFFile, rows: Int, width: Int) throws {
        self.width = width
        weights = try file.finiteFloats(name + ".weight", rows: rows, length: width)
        bias = try file.finiteFloats(name + ".bias", rows: 1, length: rows)
    }

    /// The logits of one token.
    ///
    /// - Parameter token: As many numbers as the encoder is wide.
    func callAsFunction(_ token: UnsafePointer<Float>) -> [Float] {
        weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return bias }
            return bias.indices.map { bias[$0] + product(token, weights + $0 * width) }
        }
    }

    /// Four sums side by side: one alone would wait for each addition. SIMD types would be slow in debug builds, in which tests run.
    private func product(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
        var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
        var i = 0
        while i + 4 <= width {
            sums.0 += a[i] * b[i]
            sums.1 += a[i + 1] * b[i + 1]
            sums.2 += a[i + 2] * b[i + 2]
            sums.3 += a[i + 3] * b[i + 3]
            i += 4
        }
        while i < width {
            sums.0 += a[i] * b[i]
            i += 1
        }
        return (sums.0 + sums.1) + (sums.2 + sums.3)
    }
}

/// Turns a logit into a probability that holds what it says (Platt 1999): `sigmoid(scale · logit + shift)`.
struct LogitCalibration: Sendable {
    let scale: Double
    let shift: Double

    func probability(_ logit: Double) -> Double { 1 / (1 + exp(-(scale * logit + shift))) }
}

/// The logarithms of softmax; none is above 0.
func logSoftmax(_ logits: [Double]) -> [Double] {
    let most = logits.max() ?? 0
    let sum = most + log(logits.reduce(0) { $0 + exp($1 - most) })
    return logits.map { $0 - sum }
}

extension GGUFFile {
    /// The numbers of a tensor, row after row.
    ///
    /// - Throws: `EmbeddingError` where it is missing, has another shape or holds what is no number.
    func finiteFloats(_ name: String, rows: Int, length: Int) throws -> [Float] {
        let tensor = try tensor(name, rows: rows, length: length)
        var values = [Float](repeating: 0, count: rows * length)
        try values.withUnsafeMutableBufferPointer { values in
            for row in 0..<rows {
                try readRow(
                    row, of: tensor,
                    into: UnsafeMutableBufferPointer(rebasing: values[row * length..<(row + 1) * length]))
            }
        }
        guard values.allSatisfy(\.isFinite) else {
            throw EmbeddingError(.malformedModel, "The model file's tensor \(name) has values that are no numbers.")
        }
        return values
    }
}

extension EmbeddingError {
    /// What is no number in the middle of a network is seen where it comes out.
    static func givesNoNumbers(_ kind: String) -> EmbeddingError {
        EmbeddingError(
            .malformedModel, "The \(kind) gives what is no number: its model file is broken. Bring it again.")
    }
}
