import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("Gaps in texts")
struct InfillTests: ClientTesting {
    private func scripted(fills: Bool) -> ScriptedModel {
        var capabilities = ModelCapabilities(offline: true, contextLength: 4096, tasks: [.chat, .textCompletion])
        capabilities.infill = fills
        return ScriptedModel(capabilities: capabilities, otherwise: { _ in .text(" two") })
    }

    private static let requests = [
        ("/v1/completions", #"{"model":"local/scripted","prompt":"one","suffix":" three"}"#),
        ("/api/generate", #"{"model":"local/scripted","prompt":"one","suffix":" three","stream":false}"#),
    ]

    @Test func `A model that fills gaps gets what stands before and behind`() async throws {
        let model = scripted(fills: true)
        try await with(ClientService(model)) { server async throws in
            for (address, body) in Self.requests {
                let reply = try await server.send("POST", address, body: body)
                #expect(reply.status == 200, "\(reply.body)")
                let text = reply.json["response"] ?? reply.json["choices"]?.arrayValue?.first?["text"]
                #expect(text == " two")
                let asked = try #require(model.requests.last)
                #expect(asked.task == .textCompletion && asked.suffix == " three")
                #expect(asked.messages.map(\.content) == ["one"])
            }
            // Nothing before the gap is a text like another, and an empty end is none.
            let start = #"{"model":"local/scripted","prompt":"","suffix":"x","stream":false}"#
            #expect(try await server.send("POST", "/api/generate", body: start).status == 200)
            #expect(model.requests.last?.suffix == "x")
            let plain = #"{"model":"local/scripted","prompt":"one","suffix":""}"#
            #expect(try await server.send("POST", "/v1/completions", body: plain).status == 200)
            #expect(model.requests.last?.suffix == nil)
            let beside = #"{"model":"auto","prompt":"one","suffix":"x","system":"Be brief.","stream":false}"#
            let refused = try await server.send("POST", "/api/generate", body: beside)
            #expect(refused.status == 400 && refused.body.contains("`suffix`"), "\(refused.body)")
        }
    }

    @Test func `Nobody else is given a text with a gap, and the documents are not asked`() async throws {
        let model = scripted(fills: false)
        let service = ClientService(model)
        try await with(service) { server async throws in
            for (address, body) in Self.requests {
                for name in ["local/scripted", "auto", "documents", "basic"] {
                    let reply = try await server.send(
                        "POST", address, body: body.replacing("local/scripted", with: name))
                    #expect(reply.status == 400 && reply.body.contains("suffix"), "\(name): \(reply.body)")
                }
            }
        }
        #expect(model.requests.isEmpty && service.questions.withLock { $0.isEmpty })
    }
}
