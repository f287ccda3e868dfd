import HearthCore

/// Gives segments the names of those who spoke while they were said.
enum TurnMerger {
    /// - Parameter channels: The channel of each segment, where channels are kept apart.
    static func apply(
        _ turns: [SpeakerTurn], to segments: [RecognizedSegment], channels: [Int?]
    ) -> [RecognizedSegment] {
        let turns = joined(turns)
        guard !turns.isEmpty else { return segments }
        // Turns may overlap; the longest tells how far back one that reaches here may have begun.
        let longest = turns.map { $0.end - $0.start }.max() ?? 0
        return zip(segments, channels).flatMap { segment, channel -> [RecognizedSegment] in
            let near = overlapping(turns, segment.start, segment.end, longest).filter {
                channel == nil || $0.channel == nil || $0.channel == channel
            }
            return split(segment, near)
        }
    }

    /// Without turns of one speaker that overlap: of those a file could hold any number for the same moment, and each would be
    /// looked at for each segment. In the order of their beginnings.
    private static func joined(_ turns: [SpeakerTurn]) -> [SpeakerTurn] {
        struct Voice: Hashable {
            var speaker: String
            var channel: Int?
        }
        var last: [Voice: Int] = [:]
        var joined: [SpeakerTurn] = []
        for turn in turns.filter({ $0.end > $0.start }).sorted(by: { $0.start < $1.start }) {
            let voice = Voice(speaker: turn.speaker, channel: turn.channel)
            if let index = last[voice], turn.start <= joined[index].end {
                joined[index].end = max(joined[index].end, turn.end)
            } else {
                last[voice] = joined.count
                joined.append(turn)
            }
        }
        return joined
    }

    /// The turns that have a part in this time.
    private static func overlapping(
        _ turns: [SpeakerTurn], _ start: Double, _ end: Double, _ longest: Double
    ) -> ArraySlice<SpeakerTurn> {
        var (low, high) = (0, turns.count)
        while low < high {
            let middle = (low + high) / 2
            if turns[middle].start < start - longest { low = middle + 1 } else { high = middle }
        }
        let last = turns[low...].firstIndex { $0.start > end } ?? turns.count
        return turns[low..<last]
    }

    /// A segment in which speakers change is divided at its words, where they have times.
    private static func split(_ segment: RecognizedSegment, _ turns: [SpeakerTurn]) -> [RecognizedSegment] {
        var whole = segment
        whole.speaker = speaker(turns, segment.start, segment.end) ?? segment.speaker
        guard let words = segment.words, words.count > 1, Set(turns.map(\.speaker)).count > 1 else { return [whole] }
        var pieces: [(speaker: String?, words: [RecognizedWord])] = []
        for word in words {
            let name = speaker(turns, word.start, word.end) ?? pieces.last?.speaker ?? whole.speaker
            if pieces.last?.speaker == name, !pieces.isEmpty {
                pieces[pieces.count - 1].words.append(word)
            } else {
                pieces.append((name, [word]))
            }
        }
        guard pieces.count > 1 else { return [whole] }
        return pieces.compactMap { piece in
            guard let first = piece.words.first, let last = piece.words.last else { return nil }
            return RecognizedSegment(
                start: first.start, end: last.end, text: piece.words.map(\.text).joined(separator: " "),
                confidence: segment.confidence, words: piece.words, speaker: piece.speaker)
        }
    }

    /// Who has the largest part in this time.
    private static func speaker(_ turns: [SpeakerTurn], _ start: Double, _ end: Double) -> String? {
        var shares: [String: Double] = [:]
        for turn in turns {
            let share = min(end, turn.end) - max(start, turn.start)
            if share > 0 { shares[turn.speaker, default: 0] += share }
        }
        return shares.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
