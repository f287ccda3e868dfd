import CVectorKernels
import Foundation

/// How vectors are quantized and laid out, in memory and in the database.
///
/// All supported platforms are little-endian, so arrays are stored as they lie in memory.
enum VectorCoding {
    /// Rows of a segment at most. With 384 components a segment is 400 KB: small enough to rewrite when one of its vectors
    /// goes, large enough that a million vectors are a thousand rows.
    static let rowsPerSegment = 1_024

    static let maxDimension = Int(HEARTH_MAX_DIMENSION)

    /// Codes of a row: the dimension rounded up to whole 64-byte registers.
    static func padded(_ dimension: Int) -> Int { (dimension + 63) / 64 * 64 }

    /// Refuses vectors that are empty, too long, of different lengths, or not finite.
    static func validate(_ vectors: [[Float]]) throws {
        guard let dimension = vectors.first?.count else { return }
        guard (1...maxDimension).contains(dimension) else {
            throw StoreError(.invalidVector, "A vector has 1 to \(maxDimension) components, not \(dimension).")
        }
        for (position, vector) in vectors.enumerated() {
            guard vector.count == dimension else {
                throw StoreError(
                    .invalidVector, "Vector \(position) has \(vector.count) components, the first one \(dimension).")
            }
            guard vector.allSatisfy({ $0.magnitude <= 1e15 }) else {
                throw StoreError(.invalidVector, "Vector \(position) holds a number that is not finite or too large.")
            }
        }
    }

    /// 15 bits and sign: the error of a dot product is a few millionths, far below the distance of neighbours.
    static func exact(_ vector: [Float]) throws -> (scale: Float, codes: Data) {
        var scale: Float = 0
        var codes = [Int16](repeating: 0, count: vector.count)
        guard hearth_quantize_i16(vector, vector.count, &codes, &scale) == 1 else {
            throw StoreError(.invalidVector, "A vector holds a number that is not finite or too large.")
        }
        return (scale, codes.withUnsafeBytes { Data($0) })
    }

    /// The vector that ``exact(_:)`` coded, or `nil` when the bytes are not of that dimension.
    static func vector(scale: Float, codes: Data, dimension: Int) -> [Float]? {
        guard codes.count == dimension * 2 else { return nil }
        return codes.withUnsafeBytes { bytes in
            (0..<dimension).map { Float(bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) * scale }
        }
    }
}
