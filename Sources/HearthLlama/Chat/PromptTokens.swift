#if Llama
internal import CLlama

/// Turns the parts of a prompt into tokens, so that contents never become tokens that steer the model.
///
/// The result for harmless contents is what llama.cpp gives for the whole prompt as one string: plain text around a
/// border between template and content is tokenized together, because that is what models saw in training. Only names
/// of control tokens are looked for in the template's parts alone.
struct PromptTokens {
    private let vocabulary: Vocabulary
    /// User-defined words that the template uses as marks; those that look like marks are none of a text's in any case, see
    /// ``Vocabulary/Special/looksLikeMark``.
    private let marks: Set<llama_token>
    private(set) var tokens: [llama_token] = []
    private var plain: [UInt8] = []
    private var dropsLeadingSpace = false

    /// - Parameters:
    ///   - template: the source of the chat template, which may use words as marks; `nil` when there is none.
    ///   - begins: whether the token that begins every prompt goes before the first part.
    init(vocabulary: Vocabulary, template: String?, begins: Bool = true) {
        self.vocabulary = vocabulary
        if begins, let begin = vocabulary.begin { tokens.append(begin) }
        let source = Array((template ?? "").utf8)
        marks = Set(
            vocabulary.specials.lazy
                .filter { $0.has(LLAMA_TOKEN_ATTR_USER_DEFINED) && $0.isLongEnough }
                .filter { source.firstRange(of: $0.text) != nil }
                .map(\.id))
    }

    mutating func append(_ part: ChatTemplate.Part) {
        switch part {
        case .content(let bytes): plain += bytes
        case .template(let bytes): appendTemplate(bytes[...])
        }
    }

    /// The tokens of all parts.
    mutating func finish() -> [llama_token] {
        flush()
        return tokens
    }

    private mutating func appendTemplate(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let (special, range) = firstSpecial(in: rest) {
            plain += rest[..<range.lowerBound]
            if special.has(LLAMA_TOKEN_ATTR_LSTRIP) {
                while let last = plain.last, Self.isSpace(last) { plain.removeLast() }
            }
            flush()
            // Some templates write the token that begins a prompt themselves.
            if !(special.id == vocabulary.begin && tokens == [special.id]) { tokens.append(special.id) }
            dropsLeadingSpace = special.has(LLAMA_TOKEN_ATTR_RSTRIP)
            rest = rest[range.upperBound...]
        }
        plain += rest
    }

    /// The first special token; where several begin, the longest, as llama.cpp prefers.
    private func firstSpecial(in bytes: ArraySlice<UInt8>) -> (Vocabulary.Special, Range<Int>)? {
        var best: (Vocabulary.Special, Range<Int>)?
        for special in vocabulary.specials {
            let end = best.map { min(bytes.endIndex, $0.1.lowerBound + special.text.count - 1) } ?? bytes.endIndex
            guard bytes.startIndex < end, let range = bytes[..<end].firstRange(of: special.text) else { continue }
            if range.lowerBound < best?.1.lowerBound ?? Int.max { best = (special, range) }
        }
        return best
    }

    private mutating func flush() {
        var text = plain[...]
        if dropsLeadingSpace { text = text.drop(while: Self.isSpace) }
        dropsLeadingSpace = false
        plain = []
        guard !text.isEmpty else { return }
        tokens += vocabulary.plainTokens(Array(text), without: marks)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
#endif
