import CVectorKernels
import Foundation

/// Quantized vectors on their way into a segment, sorted by chunk.
struct SegmentRows {
    let padded: Int
    private(set) var chunks: [Int64] = []
    private(set) var scales: [Float] = []
    private(set) var codes: [Int8] = []

    init(padded: Int) { self.padded = padded }

    var count: Int { chunks.count }

    /// Appends a vector; chunks must come in ascending order.
    mutating func append(chunk: Int64, vector: [Float]) throws {
        var row = [Int8](repeating: 0, count: padded)
        var scale: Float = 0
        guard vector.count <= padded, hearth_quantize_i8(vector, vector.count, padded, &row, &scale) == 1 else {
            throw StoreError(.invalidVector, "A vector holds a number that is not finite or too large.")
        }
        chunks.append(chunk)
        scales.append(scale)
        codes.append(contentsOf: row)
    }

    private mutating func append(row: Int, of other: SegmentRows) {
        chunks.append(other.chunks[row])
        scales.append(other.scales[row])
        codes.append(contentsOf: other.codes[(row * padded)..<((row + 1) * padded)])
    }

    /// The rows of both, sorted by chunk.
    func merged(with other: SegmentRows) -> SegmentRows {
        var result = SegmentRows(padded: padded)
        var (a, b) = (0, 0)
        while a < count || b < other.count {
            if b == other.count || (a < count && chunks[a] <= other.chunks[b]) {
                result.append(row: a, of: self)
                a += 1
            } else {
                result.append(row: b, of: other)
                b += 1
            }
        }
        return result
    }

    func filtered(_ isKept: (Int64) -> Bool) -> SegmentRows {
        var result = SegmentRows(padded: padded)
        for row in 0..<count where isKept(chunks[row]) { result.append(row: row, of: self) }
        return result
    }

    // MARK: Blobs

    /// `nil` when the blobs do not belong together.
    init?(padded: Int, count: Int, chunks: Data, scales: Data, codes: Data) {
        guard count >= 0, count <= VectorCoding.rowsPerSegment, chunks.count == count * 8, scales.count == count * 4,
            codes.count == count * padded
        else { return nil }
        self.padded = padded
        self.chunks = chunks.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
        }
        self.scales = scales.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        self.codes = codes.withUnsafeBytes { Array($0.bindMemory(to: Int8.self)) }
    }

    var chunkData: Data { chunks.withUnsafeBytes { Data($0) } }
    var scaleData: Data { scales.withUnsafeBytes { Data($0) } }
    var codeData: Data { codes.withUnsafeBytes { Data($0) } }
}
