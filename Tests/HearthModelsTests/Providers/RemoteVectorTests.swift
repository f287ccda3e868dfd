import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct RemoteVectorTests {
    static func model(
        _ transport: ScriptedTransport, engine: Engine = .custom,
        configuration: OpenAIEmbeddingModel.Configuration = .init()
    ) throws -> OpenAIEmbeddingModel {
        try OpenAIEmbeddingModel(
            engine: engine, modelID: "e", dimension: 2, configuration: configuration, transport: transport,
            permit: RemotePermit { _ in 5 }, key: { Secret("sk-test-0123456789") })
    }

    @Test func vectorsKeepTheOrderOfTheTextsAndHaveLengthOne() async throws {
        let transport = ScriptedTransport([
            .init(#"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,4]}]}"#)
        ])
        let vectors = try await Self.model(transport).embed(["a", "b"])
        #expect(vectors == [[0.6, 0.8], [0, 1]])
        let body = try JSONValue(parsing: try #require(transport.requests.first).body)
        #expect(body == ["model": "e", "input": ["a", "b"], "encoding_format": "float"])
        #expect(transport.requests.first?.ledgerRecord == 5)
    }

    @Test func base64IsReadToo() async throws {
        let bytes = [Float(3), Float(4)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
        }
        let text = Data(bytes).base64EncodedString()
        let transport = ScriptedTransport([.init(#"{"data":[{"embedding":"\#(text)"}]}"#)])
        #expect(try await Self.model(transport, engine: .openai).embed(["a"]) == [[0.6, 0.8]])
        let body = try JSONValue(parsing: try #require(transport.requests.first).body)
        #expect(body["encoding_format"] == "base64")
    }

    @Test func batchesKeepTheirLimitsAndEmptyAndLongTextsAreSent() async throws {
        let one = #"{"data":[{"index":0,"embedding":[1,0]}]}"#
        let two = #"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}]}"#
        let transport = ScriptedTransport([.init(two), .init(two), .init(one)])
        let model = try Self.model(transport, configuration: .init(batchTexts: 2, batchTokens: 6, maxTokens: 4))
        let vectors = try await model.embed(["", "a b", "one two three four five six", "x", "y"])
        #expect(vectors.count == 5)
        let inputs = try transport.requests.map { try JSONValue(parsing: $0.body)["input"] }
        #expect(inputs == [[" ", "a b"], ["one two three", "x"], ["y"]])
    }

    @Test(arguments: [
        "not json", "{}", #"{"data":[]}"#, #"{"data":[{"index":0,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[1,0]},{"index":"b","embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[0,0]},{"index":1,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":[1e99,0]},{"index":1,"embedding":[1,0]}]}"#,
        #"{"data":[{"index":0,"embedding":"AAA"},{"index":1,"embedding":[1,0]}]}"#,
    ])
    func wrongVectorsAreErrors(body: String) async throws {
        let model = try Self.model(ScriptedTransport([.init(body)]))
        let error = await #expect(throws: ProviderError.self) { try await model.embed(["a", "b"]) }
        #expect(error?.code == "malformed-response")
    }

    @Test func aRefusedPermitSendsNothing() async throws {
        struct Refused: Error {}
        let transport = ScriptedTransport([.init("{}")])
        let model = try OpenAIEmbeddingModel(
            transport: transport, permit: RemotePermit { _ in throw Refused() }, key: { Secret("k") })
        await #expect(throws: Refused.self) { try await model.embed(["a"]) }
        #expect(transport.requests.isEmpty)
        #expect(throws: ProviderError.self) {
            try OpenAIEmbeddingModel(dimension: 0, transport: transport, permit: RemotePermit { _ in 1 }, key: { nil })
        }
    }

    @Test(arguments: [
        #"{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":-2.5}]}"#,
        #"{"data":[{"index":0,"score":-2.5},{"index":1,"score":0.9}]}"#,
        #"[{"index":0,"score":-2.5},{"index":1,"score":0.9}]"#,
    ])
    func scoresKeepTheOrderOfTheTexts(body: String) async throws {
        let transport = ScriptedTransport([.init(body)])
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        let model = RemoteRerankingModel(
            modelID: "r", baseURL: url, transport: transport, permit: RemotePermit { _ in 5 })
        #expect(try await model.scores(query: "q", texts: ["a", "b"]) == [-2.5, 0.9])
        #expect(transport.requests.first?.url.absoluteString == "http://127.0.0.1:8080/v1/rerank")
        #expect(try await model.scores(query: "q", texts: []) == [])
    }

    @Test(arguments: [
        #"{"results":[]}"#, #"{"results":[{"index":0,"score":1},{"index":0,"score":1}]}"#,
        #"{"results":[{"index":0,"score":1},{"index":1}]}"#, #"{"error":{"message":"no","type":"api_error"}}"#,
    ])
    func wrongScoresAreErrors(body: String) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        let model = RemoteRerankingModel(
            modelID: "r", baseURL: url, transport: ScriptedTransport([.init(body)]), permit: RemotePermit { _ in 5 })
        await #expect(throws: ProviderError.self) { try await model.scores(query: "q", texts: ["a", "b"]) }
    }
}
