#if Llama
internal import CLlama
package import HearthCore
import HearthTemplates

/// What of a model can be seen, computed here.
extension LlamaModel {
    /// More of a text is not put together from tokens: a file may have pieces of any length.
    private static let mostBytes = 16 << 20

    package func tokens(of text: String, _ listing: TokenListing) -> [ModelToken] {
        let around: (before: [llama_token], after: [llama_token]) =
            listing.addsSpecials ? vocabulary.specialsAroundText : ([], [])
        var ids = around.before
        var isFirst = true
        LlamaTokenizer.forEachSlice(of: Array(text.utf8)) { slice in
            ids +=
                isFirst
                ? vocabulary.tokenize(Array(slice), namesSpecials: listing.namesSpecials)
                : tokens(goingOn: Array(slice), listing)
            isFirst = false
        }
        ids += around.after
        return ids.map {
            ModelToken(id: $0, bytes: listing.withBytes ? vocabulary.piece($0, namesSpecials: true) : [])
        }
    }

    /// Tokens of a text before which there is more.
    private func tokens(goingOn bytes: [UInt8], _ listing: TokenListing) -> [llama_token] {
        guard vocabulary.isSentencePiece else {
            return vocabulary.tokenize(bytes, namesSpecials: listing.namesSpecials)
        }
        // SentencePiece puts a space before a beginning. The end of a line takes it, and both are left out again.
        let tokens = vocabulary.tokenize([0x0A] + bytes, namesSpecials: listing.namesSpecials)
        var before: [UInt8] = []
        for (index, token) in tokens.prefix(2).enumerated() {
            before += vocabulary.piece(token)
            if before == [0x0A] || before == [0x20, 0x0A] { return Array(tokens[(index + 1)...]) }
        }
        return vocabulary.tokenize(bytes, namesSpecials: listing.namesSpecials)
    }

    package func bytes(ofTokens ids: [Int32]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for id in ids {
            guard (0..<vocabulary.count).contains(Int(id)) else {
                throw LlamaError.unknownToken(id, count: vocabulary.count)
            }
            bytes += vocabulary.piece(id, namesSpecials: true)
            guard bytes.count <= Self.mostBytes else { throw LlamaError.tooManyTokens(mostBytes: Self.mostBytes) }
        }
        return bytes
    }

    package func prompt(of request: ModelRequest, template setting: String?) throws -> LaidOutPrompt {
        let layout = try ChatLayout(setting: setting, model: self)
        let rendering = ChatTemplate(layout: layout, begin: vocabulary.beginText, end: vocabulary.endText)
            .render(request.messages, tools: request.tools, choice: request.toolChoice)
        if let refusal = rendering.refusal { throw LlamaError.template(refusal) }
        var bytes: [UInt8] = []
        for part in rendering.parts {
            switch part {
            case .template(let piece), .content(let piece): bytes += piece
            }
        }
        return LaidOutPrompt(text: String(decoding: bytes, as: UTF8.self), notes: rendering.notes)
    }

    package func template(_ setting: String?) throws -> ModelTemplate {
        let layout = try ChatLayout(setting: setting, model: self)
        let source =
            switch layout.form {
            case .template(let text): text
            case .family(let family): family.source
            }
        return ModelTemplate(source: source, begin: vocabulary.beginText, end: vocabulary.endText)
    }
}

/// In this process it is looked at on a thread of its own: a long text takes a while.
extension LlamaTokenizer: HostedVocabulary {
    private static let thread = "hearth.llama.vocabulary"

    func tokens(of text: String, _ listing: TokenListing) async throws -> [ModelToken] {
        try await BlockingWork.run(on: Self.thread) { [model] in model.tokens(of: text, listing) }
    }

    func bytes(ofTokens ids: [Int32]) async throws -> [UInt8] {
        try await BlockingWork.run(on: Self.thread) { [model] in try model.bytes(ofTokens: ids) }
    }

    func prompt(of request: ModelRequest, template setting: String?) async throws -> LaidOutPrompt {
        try await BlockingWork.run(on: Self.thread) { [model] in try model.prompt(of: request, template: setting) }
    }

    func template(_ setting: String?) async throws -> ModelTemplate {
        try await BlockingWork.run(on: Self.thread) { [model] in try model.template(setting) }
    }
}
#endif
