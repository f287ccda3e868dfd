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
