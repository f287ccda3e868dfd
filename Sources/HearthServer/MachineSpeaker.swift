import Hearth
import HearthHTTP

/// Says texts of clients with the voice of this machine.
struct MachineSpeaker: TextSpeaker {
    let hearth: Hearth

    /// Each is a process that computes, and its sound is in memory.
    private static let turns = FairSemaphore<OneQueue>(limit: 2)

    func speak(_ wanted: WantedSpeech) async throws -> SpokenFile {
        guard let form = SpeechForm(rawValue: wanted.form) else {
            throw ServerError.invalid(
                "response_format",
                "`response_format` has to be one of \(SpeechForm.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        try await Self.turns.acquire()
        defer { Self.turns.release() }
        do {
            let sound = try await hearth.voice.speech(of: wanted.text, as: wanted.manner)
            return SpokenFile(
                bytes: try await form.file(sound), contentType: form.contentType, notes: sound.notes)
        } catch let error as VoiceError where error.reason == .badOption {
            throw ServerError.invalid("voice", error.message)
        } catch let error as VoiceError where error.reason == .empty {
            throw ServerError.invalid("input", error.message)
        }
    }

    func voices() async throws -> [SpeechVoice] {
        try await Self.turns.acquire()
        defer { Self.turns.release() }
        return try await hearth.voice.renderer().voices()
    }
}
