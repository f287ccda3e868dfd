/// Consecutive chunk ids, such as those of one document.
package struct ChunkRange: Hashable, Sendable {
    package var first: Int64
    /// May be smaller than `first`, for an empty range.
    package var last: Int64

    package init(first: Int64, last: Int64) {
        self.first = first
        self.last = last
    }

    package init(first: Int64, count: Int) {
        self.init(first: first, last: first + Int64(count) - 1)
    }

    package var count: Int { max(0, Int(last - first + 1)) }

    /// The same ids in sorted, disjoint ranges, neighbours joined.
    package static func merged(_ ranges: [ChunkRange]) -> [ChunkRange] {
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
}
