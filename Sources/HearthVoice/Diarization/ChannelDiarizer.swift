public import HearthCore

/// One channel a speaker: who speaks is known exactly.
struct ChannelDiarizer: SpeakerDiarizer {
    let name = "channels"
    private var names = SpeakerNames()
    private var turns: [SpeakerTurn] = []

    mutating func feed(_ samples: [Float], start: Int, channel: Int) {
        turns.append(
            SpeakerTurn(
                start: AudioFormat.seconds(start), end: AudioFormat.seconds(start + samples.count),
                speaker: names.name(ofChannel: channel), channel: channel))
    }

    mutating func finish() -> DiarizationOutcome {
        .labelled(turns.sorted { ($0.start, $0.channel ?? 0) < ($1.start, $1.channel ?? 0) })
    }
}

/// Turns that are known already.
struct LabelDiarizer: SpeakerDiarizer {
    let name = "labels"
    let turns: [SpeakerTurn]

    mutating func feed(_ samples: [Float], start: Int, channel: Int) {}

    mutating func finish() -> DiarizationOutcome { .labelled(turns.sorted { $0.start < $1.start }) }
}

/// A source that can give out its channels on their own.
public protocol ChannelSeparating: AudioSource {
    /// Channels of the recording.
    var fileChannels: Int { get }

    /// The same recording with its channels kept apart.
    func separated() -> any AudioSource
}

extension AudioFile: ChannelSeparating {}

/// Finds out whether the channels of a recording belong to different speakers.
///
/// Most recordings with two channels are one room heard twice. Then both channels hear the same speech at the same time, and
/// keeping them apart would write down everything twice.
enum ChannelExaminer {
    /// The share of the time with speech in which more than one channel may have it. People do talk at the same time, and a
    /// headset hears a little of the other; two microphones in a room have nearly all of it in common.
    private static let mostInCommon = 0.5
    /// The same level for all channels, so that what spills over into the wrong one does not count where it is soft.
    private static let frame = 1_600

    /// - Returns: The recording with its channels apart.
    /// - Throws: ``VoiceError`` with the reason why that makes no sense, and what reading throws.
    static func separate(_ source: any AudioSource) async throws -> any AudioSource {
        guard let recording = source as? any ChannelSeparating else {
            throw VoiceError(.engineUnavailable, "There is no model that tells voices apart, and one channel only.")
        }
        let count = recording.fileChannels
        guard count > 1 else {
            throw VoiceError(
                .engineUnavailable, "There is no model that tells voices apart, and the recording has one channel.")
        }
        guard count <= UInt8.bitWidth else {
            throw VoiceError(.engineUnavailable, "The recording has \(count) channels, too many to be one a speaker.")
        }
        let separate = recording.separated()
        var activity = Activity(channels: count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let chunks = BoundedChannel<AudioChunk>(capacity: AudioChunks.capacity)
            // What it throws, the reader is told.
            group.addTask { _ = try? await chunks.ended { try await separate.produce(into: $0) } }
            while let chunk = try await chunks.next() { activity.hear(chunk) }
        }
        let (active, shared, used) = activity.summary
        guard used > 1 else {
            throw VoiceError(
                .engineUnavailable,
                "There is no model that tells voices apart, and only one channel of the recording holds speech.")
        }
        guard Double(shared) <= mostInCommon * Double(active) else {
            throw VoiceError(
                .engineUnavailable,
                "There is no model that tells voices apart, and the channels of the recording hold the same voices.")
        }
        return separate
    }

    /// Where each channel is the one that somebody speaks into, in tenths of a second.
    private struct Activity {
        private var lanes: [[Float]]
        /// A bit for each channel: a byte for a tenth of a second of however many hours.
        private var frames: [UInt8] = []
        private var bases: [Int]

        init(channels: Int) {
            lanes = Array(repeating: [], count: channels)
            bases = Array(repeating: 0, count: channels)
        }

        mutating func hear(_ chunk: AudioChunk) {
            guard lanes.indices.contains(chunk.channel) else { return }
            lanes[chunk.channel] += chunk.samples
            let lane = lanes[chunk.channel]
            var index = 0
            while index + ChannelExaminer.frame <= lane.count {
                let power = lane[index..<(index + ChannelExaminer.frame)].reduce(Float(0)) { $0 + $1 * $1 }
                let number = bases[chunk.channel]
                bases[chunk.channel] += 1
                while frames.count <= number { frames.append(0) }
                if (power / Float(ChannelExaminer.frame)).squareRoot() >= VoiceThresholds.transcriptionEnergy {
                    frames[number] |= 1 << UInt8(chunk.channel)
                }
                index += ChannelExaminer.frame
            }
            lanes[chunk.channel] = Array(lane[index...])
        }

        /// Frames with speech, those that more than one channel has, and the channels that have any.
        var summary: (active: Int, shared: Int, used: Int) {
            (
                frames.count { $0 != 0 }, frames.count { $0.nonzeroBitCount > 1 }, frames.reduce(0, |).nonzeroBitCount
            )
        }
    }
}

/// "Speaker 1", "Speaker 2", … in the order in which they are first heard.
struct SpeakerNames {
    private var numbers: [Int: Int] = [:]

    mutating func name(ofChannel channel: Int) -> String {
        let number = numbers[channel] ?? numbers.count + 1
        numbers[channel] = number
        return "Speaker \(number)"
    }
}

// MARK: - Names of segments

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
