import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthHTTP

@Suite("Which stop sequence ended an answer")
struct StopSequenceTests: ClientTesting {
    private static func reply(_ stop: String?) -> ScriptedModel.Reply {
        .response(
            ModelResponse(
                text: "one two ", usage: TokenUsage(promptTokens: 7, completionTokens: 3), timings: Timings(),
                finishReason: .stop, stopSequence: stop))
    }

    @Test(arguments: ["three", nil] as [String?])
    func `Anthropic's clients are told, in whole answers and in streams`(_ stop: String?) async throws {
        let model = ScriptedModel(otherwise: { _ in Self.reply(stop) })
        let reason: JSONValue = stop == nil ? "end_turn" : "stop_sequence"
        let text = stop.map(JSONValue.string) ?? .null
        try await with(ClientService(model)) { server async throws in
            let asked = #","stop_sequences":["three"]"#
            let whole = try await server.send("POST", "/v1/messages", body: message("auto", asked)).json
            #expect(whole["stop_reason"] == reason && whole["stop_sequence"] == text)
            let stream = try await server.send(
                "POST", "/v1/messages", body: message("auto", asked + #","stream":true"#))
            let events = stream.events.compactMap { try? JSONValue(parsing: $0) }
            let delta = events.first { $0["type"] == "message_delta" }?["delta"]
            #expect(delta?["stop_reason"] == reason && delta?["stop_sequence"] == text)
        }
        #expect(model.requests.allSatisfy { $0.options.stopSequences == ["three"] })
    }

    @Test(arguments: ["three", nil] as [String?])
    func `OpenAI's reason is as ever, with the text beside it where there is one`(_ stop: String?) async throws {
        let model = ScriptedModel(otherwise: { _ in Self.reply(stop) })
        let text = stop.map(JSONValue.string)
        try await with(ClientService(model)) { server async throws in
            let asked = #","stop":"three""#
            let completion = #"{"model":"auto","prompt":"when""# + asked
            for (address, body) in [(path, chat("auto", asked)), ("/v1/completions", completion + "}")] {
                let whole = try await server.send("POST", address, body: body).json["choices"]?.arrayValue?.first
                #expect(whole?["finish_reason"] == "stop" && whole?["stop_reason"] == text, "\(address)")
                let stream = try await server.send(
                    "POST", address, body: String(body.dropLast()) + #","stream":true}"#)
                let choices = stream.events.compactMap { event in
                    (try? JSONValue(parsing: event))?["choices"]?.arrayValue?.first
                }
                #expect(choices.last?["finish_reason"] == "stop" && choices.last?["stop_reason"] == text, "\(address)")
                #expect(choices.dropLast().allSatisfy { $0["stop_reason"] == nil })
            }
        }
    }
}
