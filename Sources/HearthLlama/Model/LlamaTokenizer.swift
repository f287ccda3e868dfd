#if Llama
internal import CLlama
package import HearthCore
import HearthTemplates

/// Counts text in the tokens of one model.
struct LlamaTokenizer: PromptTokenizer {
    let model: LlamaModel

    var name: String { "llama:\(model.facts.architecture):\(model.facts.vocabularySize)" }

    func tokenEnds(in text: String) -> [Int] {
        let bytes = Array(text.utf8)
        var ends: [Int] = []
        ends.reserveCapacity(bytes.count / 3)
        Self.forEachSlice(of: bytes) { appendEnds(of: $0, to: &ends) }
        return ends
    }

    /// Without following the tokens through the text, which takes longer than tokenizing.
    func countTokens(_ text: String) -> Int {
        var count = 0
        Self.forEachSlice(of: Array(text.utf8)) { count += model.vocabulary.plainTokens(Array($0)).count }
        return count
    }

    func countTokens(of request: ModelRequest, chatTemplate: String?) -> Int? {
        // What is against a request is said when it is made; here nobody asks for an answer.
        guard let layout = try? ChatLayout(setting: chatTemplate, model: model) else { return nil }
        return (try? Prompt(request, model: model, layout: layout, context: .max))?.tokens.count
    }

    static func forEachSlice(of bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
        var start = 0
        while start < bytes.count {
            let end = sliceEnd(bytes, from: start)
            body(bytes[start..<end])
            start = end
        }
    }

    /// Tokenizers take time and stack that grow faster than the text, so long texts go in slices that end after a line
    /// or, failing that, before a space or between characters. A cut can cost one token.
    static let sliceLength = 16_384

    /// How far on, in bytes, a piece is looked for after one that was not found.
    private static let nearby = 24

    private static func sliceEnd(_ bytes: [UInt8], from start: Int) -> Int {
        let limit = start + sliceLength
        guard limit < bytes.count else { return bytes.count }
        let earliest = start + sliceLength / 2
        if let line = bytes[earliest..<limit].lastIndex(of: 0x0A) { return line + 1 }
        if let space = bytes[earliest..<limit].lastIndex(of: 0x20) { return space }
        var end = limit
        while end > earliest, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Follows the pieces of the tokens through the text they came from.
    private func appendEnds(of slice: ArraySlice<UInt8>, to ends: inout [Int]) {
        var offset = slice.startIndex
        for token in model.vocabulary.plainTokens(Array(slice)) {
            let piece = model.vocabulary.piece(token)[...]
            offset = Self.end(of: piece, in: slice, from: offset)
            ends.append(offset)
        }
        // What normalization dropped at the end belongs to the last token.
        if let last = ends.indices.last, ends[last] > slice.startIndex || offset > slice.startIndex {
            ends[last] = slice.endIndex
        }
    }

    /// One past the byte where `piece` ends in the text that goes on at `offset`.
    ///
    /// Pieces differ from the text by a space put in front, by spaces the tokenizer skipped, and (WordPiece) by letters
    /// in lower case without accents; a piece that is not found counts for as many bytes as it has itself.
    private static func end(of piece: ArraySlice<UInt8>, in text: ArraySlice<UInt8>, from offset: Int) -> Int {
        if matches(piece, text, at: offset) { return offset + piece.count }
        let word = piece.first == 0x20 ? piece.dropFirst() : piece
        var start = offset
        while start < text.endIndex, text[start].isASCIISpace { start += 1 }
        if matches(word, text, at: offset) { return offset + word.count }
        if matches(word, text, at: start) { return start + word.count }
        // After such a piece the next ones are found again a little further on.
        if word.count > 1 {
            for near in start..<min(start + nearby, text.endIndex) where matches(word, text, at: near) {
                return near + word.count
            }
        }
        var end = min(start + max(1, word.count), text.endIndex)
        while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    private static func matches(_ piece: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, at offset: Int) -> Bool {
        guard offset + piece.count <= text.endIndex else { return false }
        return zip(piece, text[offset...]).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

// MARK: - Inspection

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
