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
