/// How many tokens any piece of one text has, answered by binary search in the ends of its tokens.
struct TokenCounts {
    private let ends: [Int]

    init(ends: [Int]) { self.ends = ends }

    /// Tokens that end after `start` and not after `end`.
    func tokens(from start: Int, to end: Int) -> Int {
        end <= start ? 0 : index(after: end) - index(after: start)
    }

    /// The furthest byte up to which a piece from `start` has no more than `limit` tokens.
    func furthestEnd(from start: Int, tokens limit: Int, textEnd: Int) -> Int {
        let next = index(after: start) + limit
        return next < ends.count ? max(start, ends[next] - 1) : textEnd
    }

    /// The number of tokens that end at or before an offset.
    func index(after offset: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
