import HearthCore

/// Joins units to chunks so that chunks are full, about equally long, and cut where a cut hurts least.
///
/// Among all ways to cut a flow the cheapest is found by dynamic programming: a chunk costs the square of the share of
/// it that stays empty, a cut costs what it breaks. Filling greedily instead leaves stumps at the ends of sections.
enum ChunkPacker {
    static func spans(of units: [ChunkUnit], counts: TokenCounts, limits: ChunkLimits) -> [TextSpan] {
        guard let first = units.first, let last = units.last else { return [] }
        if size(first.start, last.end, counts, limits) != nil { return [TextSpan(start: first.start, end: last.end)] }

        let places = cuttingPlaces(units, counts, limits)
        // overlaps[i]: where a chunk that begins at place i starts to repeat.
        let overlaps = places.dropLast().map { overlapStart(before: $0, units, counts, limits) }
        let tokensBefore = overlaps.map(counts.index(after:))
        let ends = [0] + places.dropFirst().map { units[$0 - 1].end }
        let tokensUpTo = ends.map(counts.index(upTo:))
        let costs = places.map { $0 == 0 || $0 == units.count ? 0 : cost(units[$0].cutBefore) }

        var best = [Double](repeating: .infinity, count: places.count)
        var from = [Int](repeating: 0, count: places.count)
        best[0] = 0
        for begin in overlaps.indices {
            let before = best[begin] + costs[begin]
            for end in (begin + 1)..<places.count {
                let tokens = tokensUpTo[end] - tokensBefore[begin]
                // From one place to the next there is always a way.
                if end > begin + 1, tokens > limits.maxTokens || ends[end] - overlaps[begin] > limits.maxBytes { break }
                let empty = 1 - Double(min(tokens, limits.maxTokens)) / Double(limits.maxTokens)
                let total = before + empty * empty
                if total < best[end] {
                    best[end] = total
                    from[end] = begin
                }
            }
        }
        var chosen = [places.count - 1]
        while let next = chosen.last, next > 0 { chosen.append(from[next]) }
        chosen.reverse()
        return zip(chosen, chosen.dropFirst()).enumerated().map { index, range in
            let start = units[places[range.0]].start
            // A chunk repeats no whole chunk: at most what follows the first unit of the one before.
            let lowest = index == 0 ? start : min(units[places[chosen[index - 1]] + 1].start, start)
            return TextSpan(start: max(overlaps[range.0], lowest), end: ends[range.1])
        }
    }

    /// The units before which a chunk may begin, and the end. Of many small units in a row only some, so that a chunk
    /// has at most some 32 places to end at, and the search stays linear with a small factor.
    private static func cuttingPlaces(_ units: [ChunkUnit], _ counts: TokenCounts, _ limits: ChunkLimits) -> [Int] {
        let allowed = units.indices.filter { $0 == 0 || units[$0].cutBefore != .never } + [units.count]
        var places = [0]
        for (place, next) in zip(allowed.dropFirst(), allowed.dropFirst(2)) {
            let start = units[places[places.count - 1]].start
            let end = units[next - 1].end
            let isSmall =
                counts.tokens(from: start, to: end) <= limits.maxTokens / 32
                && end - start <= limits.maxBytes / 32
            if !isSmall { places.append(place) }
        }
        return places + [units.count]
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
