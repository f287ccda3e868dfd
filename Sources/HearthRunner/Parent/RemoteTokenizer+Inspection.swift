#if Llama
import HearthCore
import HearthLlama

/// What can be seen of a model in a child. Unlike counting, none of this has an estimate to stand in for it.
extension RemoteTokenizer: HostedVocabulary {
    /// More of a name than any vocabulary has.
    private static let mostNameBytes = 4096
    /// As ``HearthLlama/LlamaModel/Facts`` may have.
    private static let mostTemplateBytes = 1 << 20

    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
        let bytes = try await RemoteCall.result(.tokenize, TokenCoding.bytes(text, listing), of: process.process)
        return try sensible { try TokenCoding.tokens(bytes, listing, ofBytes: text.utf8.count) }
    }

    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] {
        var writer = WireWriter()
        writer.put(ids)
        return try await RemoteCall.result(.detokenize, writer.bytes, of: process.process)
    }

    func prompt(of request: ModelRequest, template setting: String?) async throws -> LaidOutPrompt {
        let message = try WireJSON.bytes(LayOutMessage(request, chatTemplate: setting))
        let bytes = try await RemoteCall.result(.layOut, message, of: process.process)
        var prompt: LaidOutPrompt = try sensible { try WireJSON.value(bytes) }
        prompt.notes = prompt.notes.prefix(16).map { String($0.prefix(1000)) }
        return prompt
    }

    func template(_ setting: String?) async throws -> ModelTemplate {
        let message = try WireJSON.bytes(TemplateMessage(setting))
        let bytes = try await RemoteCall.result(.source, message, of: process.process)
        return try sensible {
            let template: ModelTemplate = try WireJSON.value(bytes)
            guard template.source.utf8.count <= Self.mostTemplateBytes,
                [template.begin, template.end].allSatisfy({ $0.utf8.count <= Self.mostNameBytes })
            else { throw WireError() }
            return template
        }
    }

    /// What makes no sense ends the child.
    private func sensible<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            process.process.violate()
            throw process.process.error(.violated)
        }
    }
}
#endif
