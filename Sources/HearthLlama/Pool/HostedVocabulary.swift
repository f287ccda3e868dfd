package import HearthCore

/// A file's vocabulary and template, wherever they are: what can be seen of a model without its weights.
///
/// What is set for the model's chat template is handed over as ``LlamaEngine/Configuration/chatTemplate`` has it.
package protocol HostedVocabulary: TextTokenizer {
    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken]
    /// - Throws: ``LlamaError`` `unknown-token`.
    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8]
    /// - Throws: ``LlamaError`` `template-limit`, `unknown-template`.
    func prompt(of request: ModelRequest, template setting: String?) async throws -> LaidOutPrompt
    /// - Throws: ``LlamaError`` `unknown-template`.
    func template(_ setting: String?) async throws -> ModelTemplate
}
