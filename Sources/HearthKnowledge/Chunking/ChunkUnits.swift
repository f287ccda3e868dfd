import HearthCore

/// The smallest piece that packing moves: a sentence, a line of a table, a part of a sentence that is too long.
struct ChunkUnit {
    var start: Int
    var end: Int
    var tokens: Int
    var kind: Block.Kind
    /// What a cut before this unit would break.
    var cutBefore: Cut
    /// Whether the unit begins where a reader can begin: at a block or a sentence.
    var opensSentence: Bool

    enum Cut {
        /// Between two blocks.
        case block
        /// Between items of a list.
        case item
        case sentence
        /// Between lines of a table or code.
        case line
        /// Inside a sentence.
        case word
        /// Inside a block that fits into a chunk, or behind a heading.
        case never
    }
}

/// Cuts the blocks of a flow into units, each small enough for a chunk.
struct ChunkUnitSplitter {
    let bytes: [UInt8]
    let counts: TokenCounts
    let limits: ChunkLimits
    let sentences: @Sendable (String) -> [TextSpan]

    func units(of flow: ChunkFlow) -> [ChunkUnit] {
        var units: [ChunkUnit] = []
        for (index, part) in flow.parts.enumerated() {
            let first = units.count
            split(part, into: &units)
            guard units.count > first else { continue }
            let previous = index > 0 ? flow.parts[index - 1].kind : nil
            units[first].cutBefore = previous == .listItem && part.kind == .listItem ? .item : .block
            keepWhole(part, from: first, in: &units)
            glue(first, after: previous, in: &units)
        }
        return units
    }

    /// Forbids cuts inside a block that fits into one chunk.
    private func keepWhole(_ part: ChunkFlow.Part, from first: Int, in units: inout [ChunkUnit]) {
        guard part.kind.isWhole, fits(units[first].start, units[units.count - 1].end) else { return }
        for index in (first + 1)..<max(units.count, first + 1) { units[index].cutBefore = .never }
    }

    /// Ties a block to the heading above it, if the beginning of the two fits into one chunk.
    private func glue(_ first: Int, after previous: Block.Kind?, in units: inout [ChunkUnit]) {
        let isHeading = units[first].kind.isHeading
        guard let previous, first > 0, previous.isHeading || isHeading else { return }
        var groupStart = first - 1
        while groupStart > 0, units[groupStart].cutBefore == .never { groupStart -= 1 }
        var groupEnd = first + 1
        while groupEnd < units.count, units[groupEnd].cutBefore == .never { groupEnd += 1 }
        if fits(units[groupStart].start, units[groupEnd - 1].end) {
            units[first].cutBefore = .never
        } else if fits(units[groupStart].start, units[first].end) {
            // The heading and a whole block do not fit together: better to cut the block than to leave the heading
            // alone.
            units[first].cutBefore = .never
            for index in (first + 1)..<max(groupEnd, first + 1) { units[index].cutBefore = cutInside(units[index]) }
        }
    }

    private func cutInside(_ unit: ChunkUnit) -> ChunkUnit.Cut {
        unit.kind.isProse ? (unit.opensSentence ? .sentence : .word) : .line
    }

    private func fits(_ start: Int, _ end: Int) -> Bool {
        end - start <= limits.maxBytes && counts.tokens(from: start, to: end) <= limits.maxTokens
    }

    // MARK: Splitting

    private func split(_ part: ChunkFlow.Part, into units: inout [ChunkUnit]) {
        let isPiece = counts.tokens(from: part.start, to: part.end) <= limits.pieceTokens
        switch part.kind {
        case .table, .code:
            if fits(part.start, part.end) {
                add(part.start, part.end, part.kind, cut: .block, opens: true, to: &units)
            } else {
                splitLines(part, into: &units)
            }
        case .heading:
            addSplittingLong(part.start, part.end, part.kind, cut: .block, opens: true, to: &units)
        case .paragraph, .quote, .listItem, .utterance:
            if isPiece && fits(part.start, part.end) {
                add(part.start, part.end, part.kind, cut: .block, opens: true, to: &units)
            } else {
                splitSentences(part, into: &units)
            }
        }
    }

    private func splitLines(_ part: ChunkFlow.Part, into units: inout [ChunkUnit]) {
        var start = part.start
        while start < part.end {
            let newline = bytes[start..<part.end].firstIndex(of: 0x0A) ?? part.end
            addSplittingLong(start, newline, part.kind, cut: .line, opens: true, to: &units)
            start = newline + 1
        }
    }

    private func splitSentences(_ part: ChunkFlow.Part, into units: inout [ChunkUnit]) {
        let text = String(decoding: bytes[part.start..<part.end], as: UTF8.self)
        var start = part.start
        var isFirst = true
        for span in sentences(text) {
            let next = part.start + span.start
            guard next > start, next < part.end, isCharacterBoundary(next) else { continue }
            addSplittingLong(start, next, part.kind, cut: isFirst ? .block : .sentence, opens: true, to: &units)
            isFirst = false
            start = next
        }
        addSplittingLong(start, part.end, part.kind, cut: isFirst ? .block : .sentence, opens: true, to: &units)
    }

    /// Adds a stretch as one unit, or cut at words where it is too long for a chunk.
    private func addSplittingLong(
        _ start: Int, _ end: Int, _ kind: Block.Kind, cut: ChunkUnit.Cut, opens: Bool, to units: inout [ChunkUnit]
    ) {
        let (start, end) = WhiteSpace.trimmed(start, end, in: bytes)
        guard end > start else { return }
        if fits(start, end) { return add(start, end, kind, cut: cut, opens: opens, to: &units) }
        var from = start
        var isFirst = true
        while from < end {
            let to = pieceEnd(from: from, limit: end)
            let (a, b) = WhiteSpace.trimmed(from, to, in: bytes)
            if b > a {
                add(a, b, kind, cut: isFirst ? cut : .word, opens: isFirst && opens, to: &units)
                isFirst = false
            }
            from = to
        }
    }

    /// The end of the next piece of a sentence that is too long: behind the last white space that the piece's tokens
    /// allow, else behind the last character.
    private func pieceEnd(from start: Int, limit end: Int) -> Int {
        let byTokens = counts.furthestEnd(from: start, tokens: limits.pieceTokens, textEnd: end)
        let furthest = min(end, byTokens, start + limits.maxBytes / 8)
        if furthest >= end { return end }
        var position = furthest
        let lowest = start + (furthest - start) / 4
        while position > lowest {
            if bytes[position] & 0xC0 != 0x80, WhiteSpace.width(bytes, position) > 0, isCharacterBoundary(position) {
                // Cut behind the white space, before what follows it.
                var after = position
                while after < end, case let width = WhiteSpace.width(bytes, after), width > 0 { after += width }
                if isCharacterBoundary(after) { return after }
            }
            position -= 1
        }
        return characterEnd(from: start, near: furthest, limit: end)
    }

    /// The end of the last whole character (grapheme) between two offsets; of the first one where not even that fits.
    private func characterEnd(from start: Int, near furthest: Int, limit end: Int) -> Int {
        // One character more than allowed is looked at, bounded so that a character of endless marks costs no more.
        let window = min(end, furthest + 64)
        let text = String(decoding: bytes[start..<aligned(window)], as: UTF8.self)
        var best = 0
        var offset = 0
        for character in text {
            let next = offset + character.utf8.count
            if start + next > furthest && best > 0 { break }
            best = next
            offset = next
        }
        return min(end, start + max(best, 1))
    }

    private func aligned(_ offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count, offset > 0, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }

    /// Whether a character may begin here: not in the middle of a scalar, and not before a mark that belongs to the
    /// character before it.
    private func isCharacterBoundary(_ offset: Int) -> Bool {
        guard offset > 0, offset < bytes.count else { return true }
        if bytes[offset] < 0x80 { return !(bytes[offset] == 0x0A && bytes[offset - 1] == 0x0D) }
        if bytes[offset] & 0xC0 == 0x80 { return false }
        guard
            let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars
                .first
        else { return true }
        return !scalar.properties.isGraphemeExtend && scalar.properties.generalCategory != .spacingMark
            && scalar != "\u{200D}"
    }

    private func add(
        _ start: Int, _ end: Int, _ kind: Block.Kind, cut: ChunkUnit.Cut, opens: Bool, to units: inout [ChunkUnit]
    ) {
        units.append(
            ChunkUnit(
                start: start, end: end, tokens: counts.tokens(from: start, to: end), kind: kind, cutBefore: cut,
                opensSentence: opens))
    }
}

// MARK: - Packing

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
