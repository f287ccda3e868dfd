import HearthCore
import HearthLlama
import HearthVoice
import Testing

@testable import HearthRunner

/// What would help comes through from the process of a model, as far as such a process may have a say in it.
@Suite struct HelpTests {
    private func sent(_ error: any Error) throws -> (any ReadableError)? {
        let bytes = try WireJSON.bytes(ErrorMessage(error))
        return try WireJSON.value(bytes, as: ErrorMessage.self).error as? any ReadableError
    }

    @Test(arguments: [
        Failure.Help.see(.models), .see(.templates), .findModel, .addModelFile, .rebuild, .fetchModel(id: "silero-vad"),
        .give(option: "language"), .set(setting: "model-memory"),
    ])
    func whatHelpsWithAModelArrives(_ help: Failure.Help) throws {
        let model = try #require(try sent(LlamaError(.modelLoadFailed, "It failed.", help: [help])))
        #expect(model.help == [help] && model.code == "model-load-failed")
        let voice = try #require(try sent(VoiceError(.unknownLanguage, "Which?", help: [help, help])))
        #expect(voice.help == [help, help] && voice.kind == .invalidInput)
    }

    @Test(arguments: [
        Failure.Help.giveConsent(engine: .openai, task: .answer), .giveKey(service: "openai"), .set(setting: "mode"),
        .set(setting: "model-memory", environment: "work"), .unset(setting: "offline"), .removeModel(id: "one"),
        .setLabel, .acceptDoubt, .fetchModel(id: "--all"), .fetchModel(id: "a b"), .give(option: "x\u{7}y"),
        .fetchModel(id: String(repeating: "a", count: 81)), .install(package: "ffmpeg"),
    ])
    func whatIsNotForAModelToSayDoesNotArrive(_ help: Failure.Help) throws {
        let error = try #require(try sent(LlamaError(.modelLoadFailed, "It failed.", help: [help, .findModel])))
        #expect(error.help == [.findModel])
        // Also not from a child that was made to send it.
        let forged = Array(
            """
            {"code":"model-load-failed","message":"x","detail":"","isOfVoice":false,"help":[{"action":"\(help.action)",\
            "name":"mode"},{"action":"no-such-action"},{"action":"rebuild"}]}
            """.utf8)
        let told = try WireJSON.value(forged, as: ErrorMessage.self).error as? any ReadableError
        #expect(told?.help.contains(help) == false && told?.help.last == .rebuild)
    }
}
