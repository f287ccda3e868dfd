#if Llama
internal import CLlama
import HearthCore

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
        while start < text.endIndex, text[start].isWhiteSpace { start += 1 }
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
#endif
