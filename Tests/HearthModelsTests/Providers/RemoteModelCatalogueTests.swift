import Foundation
import HearthCore
import Testing

@testable import HearthModels

@Suite struct RemoteModelCatalogueTests {
    static func parse(_ text: String) throws -> RemoteModelCatalogue {
        try RemoteModelCatalogue(parsing: Array(text.utf8))
    }

    @Test func theBuiltInTextIsWellFormedAndHoldsTheKnownModels() throws {
        #expect(try Self.parse(RemoteModelCatalogue.builtInText) == .builtIn)
        for id in ["gpt-4o-mini", "gpt-4o", "gpt-4-turbo", "gpt-3.5-turbo"] {
            #expect(RemoteModelCatalogue.builtIn.model(id, provider: .openai)?.price != nil)
        }
        for id in ["claude-3-5-sonnet-20241022", "claude-3-5-haiku-20241022", "claude-3-opus-20240229"] {
            #expect(RemoteModelCatalogue.builtIn.model(id, provider: .anthropic)?.contextWindow == 200_000)
        }
        #expect(RemoteModelCatalogue.builtIn.models.allSatisfy { $0.asOf != nil && $0.contextWindow != nil })
        for model in RemoteModelCatalogue.builtIn.models {
            guard let successor = model.successor else { continue }
            #expect(RemoteModelCatalogue.builtIn.model(successor, provider: model.provider) != nil)
        }
    }

    @Test func theDefaultsAreModelsThatTheCatalogueListsAsCurrent() throws {
        for (id, provider) in [
            (OpenAIModel.defaultModelID, Engine.openai), (AnthropicModel.defaultModelID, .anthropic),
        ] {
            let model = try #require(RemoteModelCatalogue.builtIn.model(id, provider: provider))
            #expect(model.isCurrent, "\(id) was followed by \(model.successor ?? "")")
        }
        // Who follows another one is not itself followed: advice must not lead from one retired model to the next.
        for model in RemoteModelCatalogue.builtIn.models {
            guard let successor = model.successor else { continue }
            #expect(RemoteModelCatalogue.builtIn.model(successor, provider: model.provider)?.isCurrent == true)
        }
    }

    @Test func costIsExactAndRoundedUp() throws {
        let model = try #require(RemoteModelCatalogue.builtIn.model("gpt-4o-mini", provider: .openai))
        #expect(model.price == .init(input: 150_000, output: 600_000, cachedInput: 75_000))
        #expect(model.cost(of: TokenUsage(promptTokens: 1_000_000, completionTokens: 1_000_000)) == 750_000)
        #expect(model.cost(of: TokenUsage(promptTokens: 1000, completionTokens: 0, cachedTokens: 400)) == 120)
        #expect(model.cost(of: TokenUsage(promptTokens: 1)) == 1)
        #expect(model.cost(of: TokenUsage()) == 0)
        #expect(model.cost(of: TokenUsage(promptTokens: .max)) == nil)
        #expect(model.cost(of: TokenUsage(promptTokens: -1)) == nil)
        #expect(model.cost(of: TokenUsage(promptTokens: 5, cachedTokens: 50)) == 1)
        #expect(RemoteModelCatalogue.builtIn.cost(of: TokenUsage(), model: "unheard-of", provider: .openai) == nil)
    }

    @Test func theUsersFileLiesOverTheBuiltInFacts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "models.json")
        #expect(try RemoteModelCatalogue.builtIn(overriddenBy: file) == .builtIn)
        try Data(
            """
            {"models": [{"id": "gpt-4o", "provider": "openai", "price": {"input": 1, "output": 2.5}},
                        {"id": "mine", "provider": "custom", "contextWindow": 4096, "tools": false}]}
            """.utf8
        ).write(to: file)
        let catalogue = try RemoteModelCatalogue.builtIn(overriddenBy: file)
        let model = try #require(catalogue.model("gpt-4o", provider: .openai))
        #expect(model.price == .init(input: 1_000_000, output: 2_500_000))
        #expect(model.contextWindow == 128_000)
        #expect(catalogue.model("mine", provider: .custom)?.contextWindow == 4096)
        #expect(catalogue.models.count == RemoteModelCatalogue.builtIn.models.count + 1)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(throws: ProviderError.self) { try RemoteModelCatalogue.builtIn(overriddenBy: file) }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"models": {}}"#, #"{"models": [1]}"#, #"{"models": [{}]}"#,
        #"{"models": [{"id": "a b", "provider": "openai"}]}"#, #"{"models": [{"id": "", "provider": "openai"}]}"#,
        #"{"models": [{"id": "a", "provider": "local"}]}"#, #"{"models": [{"id": "a", "provider": "nobody"}]}"#,
        #"{"models": [{"id": "a", "provider": "openai"}, {"id": "a", "provider": "openai"}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "contextWindow": 0}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "contextWindow": 1.5}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "maxOutput": 1e300}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "price": {"input": 1}}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "price": {"input": -1, "output": 1}}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "price": {"input": 1e999999999999, "output": 1}}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "price": {"input": 0.0000001, "output": 1}}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "asOf": "soon"}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "tools": "yes"}]}"#,
        #"{"models": [{"id": "a", "provider": "openai", "structuredOutput": "maybe"}]}"#,
        "{\"models\": " + String(repeating: "[", count: 10_000),
    ])
    func hostileFilesAreTypedErrors(text: String) {
        let error = #expect(throws: ProviderError.self) { try Self.parse(text) }
        #expect(error?.code == "malformed-catalogue")
    }

    @Test func tooLargeFilesAreRefused() {
        let error = #expect(throws: ProviderError.self) {
            try Self.parse("{\"models\": [], \"x\": \"\(String(repeating: "x", count: 2 << 20))\"}")
        }
        #expect(error?.code == "malformed-catalogue")
        let many = (0..<3000).map { "{\"id\":\"m\($0)\",\"provider\":\"custom\"}" }.joined(separator: ",")
        #expect(throws: ProviderError.self) { try Self.parse("{\"models\": [\(many)]}") }
    }
}
