import Foundation

/// Consecutive chunk ids, such as those of one document.
struct ChunkRange: Hashable, Sendable {
    var first: Int64
    /// May be smaller than `first`, for an empty range.
    var last: Int64

    init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    init(first: Int64, count: Int) {
        self.init(first: first, last: first + Int64(count) - 1)
    }

    var count: Int { max(0, Int(last - first + 1)) }

    /// The same ids in sorted, disjoint ranges, neighbours joined.
    static func merged(_ ranges: [ChunkRange]) -> [ChunkRange] {
        var result: [ChunkRange] = []
        for range in ranges.filter({ $0.count > 0 }).sorted(by: { $0.first < $1.first }) {
            if let end = result.last?.last, range.first <= end + 1 {
                result[result.count - 1].last = max(end, range.last)
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Pairs of little-endian 64-bit integers, as the SQL function `hearth_within` reads them.
    static func encoded(_ ranges: [ChunkRange]) -> Data {
        var data = Data(capacity: ranges.count * 16)
        for range in ranges {
            for value in [range.first, range.last] {
                withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }
}
