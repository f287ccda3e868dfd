import HearthApple
public import HearthCore
import HearthText
import HearthVoice

extension Hearth.Voice {
    /// The speech synthesizer of this machine.
    ///
    /// - Throws: `VoiceError` `tool-missing`, which says what to install.
    public func renderer() throws -> any SpeechRenderer {
        #if os(Linux)
        return try EspeakRenderer()
        #elseif canImport(Darwin)
        return AppleSpeechRenderer()
        #else
        throw VoiceError.noVoice
        #endif
    }

    /// Says a text, on this machine; nothing is sent and nothing kept. Where neither a voice nor a language is asked for, the usual voice
    /// of the text's own language speaks.
    ///
    /// - Throws: `VoiceError`: `tool-missing` with what to install, `bad-option` for a voice that there is none of, `empty-audio` where there
    ///   is nothing to say.
    public func speech(of text: String, as manner: SpeechManner = SpeechManner()) async throws -> SpokenSound {
        var manner = manner
        if manner.voice == nil, manner.language == nil {
            let guess = LanguageIdentifier().identify(text)
            if guess.language != "und" { manner.language = guess.language }
        }
        return try await renderer().render(text, as: manner)
    }
}
