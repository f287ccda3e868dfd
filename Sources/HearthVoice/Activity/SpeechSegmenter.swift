import HearthCore

/// Makes stretches of speech out of a measure for each frame: a state machine with two thresholds, which bridges short
/// pauses, forgets short noises and cuts what lasts too long at its weakest moment.
///
/// After the method of Silero VAD (`get_speech_timestamps`), made for streams: nothing is decided twice, and what was said is
/// never taken back.
struct SpeechSegmenter {
    struct Settings: Sendable, Hashable {
        /// Samples a frame.
        var frame: Int
        /// The measure from which a frame begins speech.
        var threshold: Float
        /// Seconds.
        var minimumSpeech = VoiceThresholds.minimumSpeech
        var minimumSilence = VoiceThresholds.pause
        var padding = VoiceThresholds.padding
        var maximumSpeech = VoiceThresholds.longest

        /// The measure below which a frame is silent.
        var release: Float { threshold * VoiceThresholds.release }
    }

    private struct Speech {
        var start: Int
        /// Where the present silence began.
        var silence: Int?
        /// The measure of each frame since `start`.
        var measures: [Float]
        /// It goes on from a stretch that was cut for its length, so even a short rest belongs to speech.
        var isContinued = false
    }

    private let settings: Settings
    private let minimumSpeech: Int
    private let minimumSilence: Int
    private let padding: Int
    private let maximumSpeech: Int
    private var position = 0
    private var speech: Speech?
    /// The end of the last stretch that was told, padding included.
    private var lastEnd = 0

    init(_ settings: Settings) {
        self.settings = settings
        minimumSpeech = AudioFormat.sample(settings.minimumSpeech)
        minimumSilence = AudioFormat.sample(settings.minimumSilence)
        padding = AudioFormat.sample(settings.padding)
        maximumSpeech = max(AudioFormat.sample(settings.maximumSpeech) - 2 * padding, 8 * settings.frame)
    }

    /// The first sample that a later event may name.
    var horizon: Int { max(lastEnd, (speech?.start ?? position) - padding) }

    /// Hears the next frame.
    mutating func feed(_ measure: Float) -> [VoiceActivityEvent] {
        let start = position
        position += settings.frame
        guard var current = speech else {
            guard measure >= settings.threshold else { return [] }
            speech = Speech(start: start, silence: nil, measures: [measure])
            return [.began(at: padded(start))]
        }
        current.measures.append(measure)
        var events: [VoiceActivityEvent] = []
        if measure >= settings.threshold {
            current.silence = nil
        } else if measure < settings.release {
            let since = current.silence ?? start
            current.silence = since
            if position - since >= minimumSilence {
                speech = nil
                return [close(current, at: since)]
            }
        }
        if position - current.start > maximumSpeech {
            let cut = weakest(current)
            let end = current.start + cut * settings.frame
            events = [.ended(padded(current.start)..<end), .began(at: end)]
            lastEnd = end
            current = Speech(start: end, silence: nil, measures: Array(current.measures[cut...]), isContinued: true)
        }
        speech = current
        return events
    }

    /// Hears that the stream has ended, at this sample.
    mutating func finish(at end: Int) -> [VoiceActivityEvent] {
        guard let current = speech else { return [] }
        speech = nil
        return [close(current, at: current.silence ?? end, limit: end)]
    }

    private mutating func close(_ current: Speech, at end: Int, limit: Int? = nil) -> VoiceActivityEvent {
        let start = padded(current.start)
        guard end - current.start >= minimumSpeech || current.isContinued else { return .cancelled }
        let last = min(end + padding, limit ?? position)
        guard last > start else { return .cancelled }
        lastEnd = last
        return .ended(start..<last)
    }

    private func padded(_ start: Int) -> Int { max(lastEnd, start - padding) }

    /// The frame with the least sign of speech around it, in the second half of what has been heard.
    private func weakest(_ current: Speech) -> Int {
        let measures = current.measures
        var (best, least) = (measures.count - 1, Float.infinity)
        for index in (measures.count / 2)..<(measures.count - 2) {
            let around = measures[index - 1] + measures[index] + measures[index + 1]
            if around < least { (best, least) = (index, around) }
        }
        return best
    }
}

// MARK: - Thresholds

/// Every number that decides what counts as speech, in one place.
public enum VoiceThresholds {
    /// Loudness (root mean square, 1 is full scale) from which the energy detector hears a voice in live talk.
    ///
    /// Lower than ``transcriptionEnergy``: in a conversation a soft first syllable that is missed makes a person repeat
    /// themselves, while a noise taken for speech costs one recognition that finds no words.
    public static let voiceEnergy: Float = 0.006

    /// The same for recordings that are written down.
    ///
    /// Higher than ``voiceEnergy``: nobody waits for the first syllable, and a recognizer that is given hours of breath and
    /// hum makes up words for them. -40 dB below full scale, under which recordings hold room noise.
    public static let transcriptionEnergy: Float = 0.01

    /// How much louder than the background a voice must be for the energy detector, as a factor (6 dB).
    static let overBackground: Float = 2

    /// The probability from which Silero's answer counts as speech; its authors' default.
    public static let speechProbability: Float = 0.5

    /// Once speech has begun, it goes on until the measure falls below this share of the threshold, so that a word's soft end
    /// does not end it: 0.35 for Silero's 0.5, which is its authors' choice too.
    static let release: Float = 0.7

    /// How long speech must last to count, in seconds; coughs and clicks are shorter. Silero's authors' default.
    static let minimumSpeech = 0.25

    /// How long a silence must last to end a stretch of speech in a recording, in seconds. Shorter ones are pauses within a
    /// sentence.
    public static let pause = 0.3

    /// The same for live talk: who thinks for a moment has not finished.
    public static let conversationPause = 0.8

    /// What is added before and after a stretch of speech, in seconds: a frame's width of doubt. Silero's authors' default.
    static let padding = 0.03

    /// The longest stretch of speech, in seconds. Whisper reads 30 at once; the rest is room for ``recognitionMargin``.
    public static let longest = 28.0

    /// Sound before and after a stretch that the recognizer is given with it, in seconds: recognizers are trained on words
    /// that begin after a silence.
    static let recognitionMargin = 0.15
}
