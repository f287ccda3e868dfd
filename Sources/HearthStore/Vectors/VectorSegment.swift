import Foundation

/// One segment in memory, for the kernels.
///
/// `@unchecked Sendable`: the memory is written in `init` and only read afterwards.
final class VectorSegment: @unchecked Sendable {
    let id: Int64
    let count: Int
    let codes: UnsafePointer<Int8>
    let scales: UnsafePointer<Float>
    /// Ascending.
    let chunks: UnsafePointer<Int64>
    /// Keeps the memory while the segment lives.
    private let memory: VectorMemory

    /// `nil` when the blobs do not belong together.
    init?(
        id: Int64, count: Int, padded: Int, chunks: Data, scales: Data, codes: Data, in pool: inout VectorMemoryPool
    ) {
        guard count > 0, count <= VectorCoding.rowsPerSegment, chunks.count == count * 8, scales.count == count * 4,
            codes.count == count * padded
        else { return nil }
        self.id = id
        self.count = count
        // Codes first, since `padded` is a multiple of 64; then ids, then scales: each is aligned.
        let (memory, codeMemory) = pool.allocate(Self.byteCount(count, padded))
        let idMemory = codeMemory + count * padded
        let scaleMemory = idMemory + count * 8
        for (data, place) in [(codes, codeMemory), (chunks, idMemory), (scales, scaleMemory)] {
            data.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
            }
        }
        self.codes = UnsafePointer(codeMemory.bindMemory(to: Int8.self, capacity: count * padded))
        self.chunks = UnsafePointer(idMemory.bindMemory(to: Int64.self, capacity: count))
        self.scales = UnsafePointer(scaleMemory.bindMemory(to: Float.self, capacity: count))
        self.memory = memory
    }

    /// Bytes of codes, chunk ids and scales.
    static func byteCount(_ count: Int, _ padded: Int) -> Int { count * (padded + 12) }

    /// The rows whose chunks lie in one of the ranges (sorted, disjoint), as ranges of rows.
    func rows(in ranges: [ChunkRange]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var row = 0
        // The first range that does not end before this segment.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = low + (high - low) / 2
            if ranges[middle].last < chunks[0] { low = middle + 1 } else { high = middle }
        }
        for range in ranges[low...] {
            guard range.first <= chunks[count - 1] else { break }
            let start = firstRow(from: row) { $0 >= range.first }
            let end = firstRow(from: start) { $0 > range.last }
            if start < end { result.append(start..<end) }
            row = end
        }
        return result
    }

    private func firstRow(from start: Int, where isReached: (Int64) -> Bool) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(chunks[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
