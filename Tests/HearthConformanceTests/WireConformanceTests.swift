import HearthCore
import HearthModels
import HearthTesting
import HearthTransport
import Testing

/// Every provider against the public suite, over real connections and the real transport.
@Suite struct WireConformanceTests {
    static let stage = WireStage {
        var configuration = AsyncHTTPTransport.Configuration()
        configuration.maximumConnectionsPerOrigin = 100
        let transport = try AsyncHTTPTransport(configuration: configuration, ledger: ForgetfulLedger())
        return WireStage.Client(transport: transport) { await transport.shutdown(grace: .seconds(30)) }
    }

    static let openAI = LanguageModelConformance(wire: OpenAIDialect(), stage: stage) { url, transport, key in
        OpenAIModel(baseURL: url, transport: transport, key: { key })
    }
    static let anthropic = LanguageModelConformance(wire: AnthropicDialect(), stage: stage) { url, transport, key in
        AnthropicModel(baseURL: url, transport: transport, key: { key })
    }
    static let custom = LanguageModelConformance(
        wire: OpenAIDialect(isSloppy: true), stage: stage, seed: 2
    ) { url, transport, key in
        CustomModel(modelID: "qwen", baseURL: url, transport: transport, key: { key })
    }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func openAIConforms(check: LanguageModelConformance.Check) async throws { try await Self.openAI.run(check) }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func anthropicConforms(check: LanguageModelConformance.Check) async throws { try await Self.anthropic.run(check) }

    @Test(arguments: LanguageModelConformance.Check.allCases)
    func compatibleServersConform(check: LanguageModelConformance.Check) async throws {
        try await Self.custom.run(check)
    }
}

/// Numbers the records and keeps none.
private actor ForgetfulLedger: RoutingLedger {
    private var count = 0

    func append(_ entry: LedgerEntry) async throws -> Int {
        count += 1
        return count
    }
}
