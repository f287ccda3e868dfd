#if Llama
public import HearthCore

extension PooledLanguageModel: InspectableModel {
    public var parallelRequests: Int { max(1, running.parallelRequests) }

    public func usualOptions(_ options: GenerationOptions) -> GenerationOptions {
        settings.writing(ModelRequest(task: .chat, messages: [], options: options)).options
    }

    public func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
        try await vocabulary().tokens(of: text, listing)
    }

    public func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] { try await vocabulary().bytes(ofTokens: ids) }

    public func prompt(of request: ModelRequest) async throws -> LaidOutPrompt {
        try await vocabulary().prompt(of: request, template: running.chatTemplate)
    }

    public func template() async throws -> ModelTemplate { try await vocabulary().template(running.chatTemplate) }

    /// That of the loaded model, or that of the file alone.
    private func vocabulary() async throws -> any HostedVocabulary {
        try await BlockingWork.run(on: "hearth.model.vocabulary") { [pool, path] in
            if let known = pool.files.tokenizer(of: path) as? any HostedVocabulary { return known }
            // An estimate stands in for what cannot be read; this says why.
            guard let read = try pool.host.tokenizer(of: path) as? any HostedVocabulary else {
                throw LlamaError.notBuilt
            }
            return read
        }
    }
}
#endif
