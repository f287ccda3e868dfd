public import HearthCore

/// Cuts documents into chunks for search: along headings, pages and blocks first, then sentences, words and characters.
///
/// What holds for every document:
/// - A chunk's text is exactly the bytes of its span, and spans begin and end between characters.
/// - All text that is not white space is in some chunk. Only overlap is in two.
/// - No chunk has more than ``Configuration/maxTokens`` tokens, unless one single character has more.
/// - A heading opens a chunk; no chunk ends with one while text follows it on the page.
/// - No chunk reaches over a page boundary.
///
/// The work grows linearly with the text.
public struct Chunker: Sendable {
    /// How large chunks are.
    public struct Configuration: Hashable, Codable, Sendable {
        /// The most tokens of one chunk. Sentence encoders such as MiniLM read 256 tokens and were trained on fewer.
        public var maxTokens: Int
        /// The most tokens that a chunk repeats of the one before it, in whole sentences. Clamped to half of
        /// ``maxTokens``.
        public var overlapTokens: Int

        public init(maxTokens: Int = 256, overlapTokens: Int = 32) {
            self.maxTokens = maxTokens
            self.overlapTokens = overlapTokens
        }
    }

    public let configuration: Configuration
    private let tokenizer: any TextTokenizer
    private let sentences: @Sendable (String) -> [TextSpan]

    /// - Parameters:   - tokenizer: Counts the tokens: the one of the model that reads the chunks.   - sentences: The
    ///   sentences of a text, as ascending spans in it. What lies between two spans counts to the first.
    public init(
        configuration: Configuration = Configuration(), tokenizer: any TextTokenizer,
        sentences: @escaping @Sendable (String) -> [TextSpan]
    ) {
        self.configuration = configuration
        self.tokenizer = tokenizer
        self.sentences = sentences
    }

    /// The chunks of a document in reading order.
    public func chunks(of document: ExtractedDocument) -> [Chunk] {
        let bytes = Array(document.text.utf8)
        guard !bytes.isEmpty else { return [] }
        let limits = ChunkLimits(configuration)
        let counts = TokenCounts(ends: tokenizer.tokenEnds(in: document.text))
        let flows = ChunkFlow.flows(of: document, bytes: bytes)
        let splitter = ChunkUnitSplitter(bytes: bytes, counts: counts, limits: limits, sentences: sentences)
        let pages = document.pages.sorted { $0.span.start < $1.span.start }
        var chunks: [Chunk] = []
        for flow in flows {
            let units = splitter.units(of: flow)
            for span in ChunkPacker.spans(of: units, counts: counts, limits: limits) {
                for (piece, tokens) in fitted(span, bytes: bytes, limit: limits.maxTokens) {
                    // Of a span that had to be cut again, a part may be overlap alone.
                    if let last = chunks.last, piece.end <= last.span.end { continue }
                    let text = String(decoding: bytes[piece.range], as: UTF8.self)
                    guard Self.showsAnything(text) else { continue }
                    let times = flow.times(in: piece)
                    chunks.append(
                        Chunk(
                            index: chunks.count, span: piece, text: text,
                            tokens: tokens, page: Self.page(at: piece.start, in: pages), headings: flow.headings,
                            startTime: times.start, endTime: times.end))
                }
            }
        }
        return chunks
    }

    /// The chunks of plain text, whose blocks are the paragraphs between empty lines.
    public func chunks(ofText text: String) -> [Chunk] {
        let bytes = Array(text.utf8)
        var blocks: [Block] = []
        var start = 0
        var position = 0
        var lineIsEmpty = true
        func close(at end: Int) {
            let (from, to) = WhiteSpace.trimmed(start, end, in: bytes)
            if to > from { blocks.append(Block(.paragraph, span: TextSpan(start: from, end: to))) }
            start = end
        }
        while position < bytes.count {
            if bytes[position] == 0x0A {
                if lineIsEmpty { close(at: position) }
                lineIsEmpty = true
                position += 1
            } else {
                let width = WhiteSpace.width(bytes, position)
                if width == 0 { lineIsEmpty = false }
                position += max(width, 1)
            }
        }
        close(at: bytes.count)
        return chunks(of: ExtractedDocument(format: .text, text: text, blocks: blocks))
    }

    /// The span with its own count of tokens, cut further where a piece alone has more tokens than it had inside the
    /// text: tokenizers may read the halves of a word that was cut differently.
    private func fitted(_ span: TextSpan, bytes: [UInt8], limit: Int) -> [(TextSpan, Int)] {
        var waiting = [span]
        var done: [(TextSpan, Int)] = []
        while let next = waiting.popLast() {
            let text = String(decoding: bytes[next.range], as: UTF8.self)
            let tokens = tokenizer.countTokens(text)
            guard tokens > limit, let cut = Self.middleCut(of: text) else {
                done.append((next, tokens))
                continue
            }
            let first = WhiteSpace.trimmed(next.start, next.start + cut, in: bytes)
            let second = WhiteSpace.trimmed(next.start + cut, next.end, in: bytes)
            // The stack hands out the first half first.
            for (start, end) in [second, first] where end > start { waiting.append(TextSpan(start: start, end: end)) }
        }
        return done
    }

    /// Whether there is a character that could be read: a byte-order mark or spaces of no width alone are no passage, and
    /// nobody could check a quote of them.
    private static func showsAnything(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            if scalar.value < 0x7F { return scalar.value > 0x20 }
            return switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned: false
            default: true
            }
        }
    }

    /// A place near the middle between two characters, behind white space if there is some near it; `nil` for one
    /// character.
    private static func middleCut(of text: String) -> Int? {
        let half = text.utf8.count / 2
        var offset = 0
        var lastSpace: Int?
        for character in text {
            if offset >= half, offset > 0 { break }
            offset += character.utf8.count
            if character.isWhitespace { lastSpace = offset }
        }
        guard offset < text.utf8.count else { return nil }
        return if let lastSpace, lastSpace > half / 2 { lastSpace } else { offset }
    }

    private static func page(at offset: Int, in pages: [Page]) -> Int? {
        var low = 0
        var high = pages.count
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].span.start <= offset { low = middle + 1 } else { high = middle }
        }
        return pages.isEmpty ? nil : pages[max(0, low - 1)].number
    }
}

/// The configuration, made safe to count with.
struct ChunkLimits {
    var maxTokens: Int
    var overlapTokens: Int
    /// Bounds chunks of text that has hardly any tokens, such as runs of spaces or words unknown to the model: about
    /// four times the bytes of as many tokens of prose.
    var maxBytes: Int
    /// Parts of a sentence that is too long are about this large, so that they fill chunks well.
    var pieceTokens: Int

    init(_ configuration: Chunker.Configuration) {
        maxTokens = min(max(configuration.maxTokens, 1), 1 << 20)
        overlapTokens = min(max(configuration.overlapTokens, 0), maxTokens / 2)
        maxBytes = maxTokens * 16
        pieceTokens = max(1, maxTokens / 8)
    }
}
