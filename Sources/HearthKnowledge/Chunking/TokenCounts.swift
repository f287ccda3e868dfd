/// How many tokens any piece of one text has, answered by binary search in the ends of its tokens.
struct TokenCounts {
    private let ends: [Int]

    init(ends: [Int]) { self.ends = ends }

    /// Tokens in a piece. One that the end of the piece cuts counts as well: what is left of it becomes a token of its
    /// own.
    func tokens(from start: Int, to end: Int) -> Int {
        end <= start ? 0 : max(0, index(upTo: end) - index(after: start))
    }

    /// The furthest byte up to which a piece from `start` has no more than `limit` tokens.
    func furthestEnd(from start: Int, tokens limit: Int, textEnd: Int) -> Int {
        let next = index(after: start) + limit
        return next < ends.count ? max(start, ends[next] - 1) : textEnd
    }

    /// The number of tokens that begin before an offset, as far as their ends tell.
    func index(upTo offset: Int) -> Int {
        let whole = index(after: offset)
        return whole < ends.count && (whole == 0 || ends[whole - 1] < offset) ? whole + 1 : whole
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
