import HearthCore

/// Joins units to chunks so that chunks are full, about equally long, and cut where a cut hurts least.
///
/// Among all ways to cut a flow the cheapest is found by dynamic programming: a chunk costs the square of the share of it that
/// stays empty, a cut costs what it breaks. Filling greedily instead leaves stumps at the ends of sections.
enum ChunkPacker {
    static func spans(of units: [ChunkUnit], counts: TokenCounts, limits: ChunkLimits) -> [TextSpan] {
        guard let first = units.first, let last = units.last else { return [] }
        if size(first.start, last.end, counts, limits) != nil { return [TextSpan(start: first.start, end: last.end)] }

        // overlaps[i]: where a chunk that begins with unit i starts to repeat.
        let overlaps = units.indices.map { overlapStart(before: $0, units, counts, limits) }
        let tokensBefore = overlaps.map(counts.index(after:))
        let tokensUpTo = units.map { counts.index(upTo: $0.end) }
        var best = [Double](repeating: .infinity, count: units.count + 1)
        var from = [Int](repeating: 0, count: units.count + 1)
        best[0] = 0
        for begin in units.indices where begin == 0 || units[begin].cutBefore != .never {
            guard best[begin] < .infinity else { continue }
            let cut = begin == 0 ? 0 : cost(units[begin].cutBefore)
            for end in (begin + 1)...units.count {
                let tokens = tokensUpTo[end - 1] - tokensBefore[begin]
                // A single unit always goes through, so that there is always a way.
                if end > begin + 1, tokens > limits.maxTokens || units[end - 1].end - overlaps[begin] > limits.maxBytes
                {
                    break
                }
                if end < units.count, units[end].cutBefore == .never { continue }
                let empty = 1 - Double(min(tokens, limits.maxTokens)) / Double(limits.maxTokens)
                let total = best[begin] + cut + empty * empty
                if total < best[end] {
                    best[end] = total
                    from[end] = begin
                }
            }
        }
        var cuts = [units.count]
        while let next = cuts.last, next > 0 { cuts.append(from[next]) }
        cuts.reverse()
        return zip(cuts, cuts.dropFirst()).enumerated().map { index, range in
            // A chunk repeats no whole chunk: at most what follows the first unit of the one before.
            let lowest = index == 0 ? units[range.0].start : units[min(cuts[index - 1] + 1, range.0)].start
            return TextSpan(start: max(overlaps[range.0], lowest), end: units[range.1 - 1].end)
        }
    }

    /// Tokens of a stretch, `nil` when it is too large for a chunk.
    private static func size(_ start: Int, _ end: Int, _ counts: TokenCounts, _ limits: ChunkLimits) -> Int? {
        guard end - start <= limits.maxBytes else { return nil }
        let tokens = counts.tokens(from: start, to: end)
        return tokens <= limits.maxTokens ? tokens : nil
    }

    /// The start of the sentences before a unit that fit into the overlap, or of the unit itself.
    private static func overlapStart(
        before index: Int, _ units: [ChunkUnit], _ counts: TokenCounts, _ limits: ChunkLimits
    ) -> Int {
        let start = units[index].start
        guard index > 0, units[index].cutBefore != .never, units[index].kind.isProse else { return start }
        // What cannot be cut off this unit has to fit as well.
        var groupEnd = index + 1
        while groupEnd < units.count, units[groupEnd].cutBefore == .never { groupEnd += 1 }
        var result = start
        var earlier = index - 1
        while earlier > 0, units[earlier].kind.isProse {
            let from = units[earlier].start
            if counts.tokens(from: from, to: start) > limits.overlapTokens { break }
            if size(from, units[groupEnd - 1].end, counts, limits) == nil { break }
            // Inside a sentence that is too long for one chunk its parts are repeated.
            if units[earlier].opensSentence || units[index].cutBefore == .word { result = from }
            earlier -= 1
        }
        return result
    }

    /// What a cut costs, in chunks: to cut a sentence is worth leaving half a chunk empty (1/4), and so on.
    private static func cost(_ cut: ChunkUnit.Cut) -> Double {
        switch cut {
        case .block: 0
        case .item: 0.05
        case .sentence: 0.04
        case .line: 0.08
        case .word: 0.25
        case .never: .infinity
        }
    }
}
