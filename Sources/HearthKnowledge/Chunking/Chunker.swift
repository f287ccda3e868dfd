public import HearthCore
import HearthText

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
    let tokenizer: any TextTokenizer
    let sentences: @Sendable (String) -> [TextSpan]

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
                            startTime: times.start, endTime: times.end,
                            origin: ChunkOrigin(of: piece, in: document.writtenParts)))
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

/// How many tokens any piece of one text has, answered by binary search in the ends of its tokens.
struct TokenCounts {
    private let ends: [Int]

    init(ends: [Int]) { self.ends = ends }

    /// Tokens in a piece. One that the end of the piece cuts counts as well: what is left of it becomes a token of its
    /// own.
    func tokens(from start: Int, to end: Int) -> Int {
        end <= start ? 0 : max(0, index(upTo: end) - index(after: start))
    }

    /// The furthest byte up to which a piece from `start` has no more than `limit` tokens.
    func furthestEnd(from start: Int, tokens limit: Int, textEnd: Int) -> Int {
        let next = index(after: start) + limit
        return next < ends.count ? max(start, ends[next] - 1) : textEnd
    }

    /// The number of tokens that begin before an offset, as far as their ends tell.
    func index(upTo offset: Int) -> Int {
        let whole = index(after: offset)
        return whole < ends.count && (whole == 0 || ends[whole - 1] < offset) ? whole + 1 : whole
    }

    /// The number of tokens that end at or before an offset.
    func index(after offset: Int) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// White space (Unicode property White_Space) in UTF-8 bytes.
enum WhiteSpace {
    /// Bytes of the white-space character that begins at `position`, 0 where there is none.
    static func width(_ bytes: [UInt8], _ position: Int) -> Int {
        let byte = bytes[position]
        if byte < 0x80 { return byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) ? 1 : 0 }
        if byte == 0xC2 {
            guard position + 1 < bytes.count else { return 0 }
            return bytes[position + 1] == 0xA0 || bytes[position + 1] == 0x85 ? 2 : 0
        }
        guard byte == 0xE1 || byte == 0xE2 || byte == 0xE3, position + 2 < bytes.count else { return 0 }
        let value =
            (UInt32(byte & 0x0F) << 12) | (UInt32(bytes[position + 1] & 0x3F) << 6)
            | UInt32(bytes[position + 2] & 0x3F)
        switch value {
        case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return 3
        default: return 0
        }
    }

    /// `span` without the white space at both ends; empty when it is nothing else.
    static func trimmed(_ start: Int, _ end: Int, in bytes: [UInt8]) -> (start: Int, end: Int) {
        var start = start
        while start < end {
            let width = width(bytes, start)
            if width == 0 { break }
            start += width
        }
        var end = end
        while end > start {
            var last = end - 1
            while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
            guard self.width(bytes, last) == end - last else { break }
            end = last
        }
        return (start, max(start, end))
    }
}

// MARK: -

extension Chunker {
    /// This chunker, with chunks of as many words in languages that its tokenizer cuts into more pieces.
    ///
    /// An English model's tokenizer takes a Greek word for eight single letters. Chunks of as many tokens as in English then have 30 words,
    /// and what belongs together is torn: a passage of an encyclopaedia (XQuAD, 240 in each language) was 3.8 chunks in Greek, 2.5 in Hindi,
    /// 1.7 in Romanian, 1.1 in English. Such a model has little to say about the text, and reads the beginning of the longer chunk;
    /// words, which find it, are better off with the whole.
    ///
    /// - Parameter text: Of the document; its beginning is looked at.
    public func sized(for text: String) -> Chunker {
        let sample = String(decoding: text.utf8.prefix(Self.sampleBytes), as: UTF8.self)
        let words = WordSplitter().words(in: sample)
        guard words.count >= Self.fewestWords else { return self }
        // Marks and spaces are not counted: tables and programs have as many of them as they like.
        let bytes = Array(sample.utf8)
        let joined = words.map { String(decoding: bytes[$0.span.range], as: UTF8.self) }.joined(separator: " ")
        let pieces = Double(tokenizer.countTokens(joined)) / Double(words.count)
        let factor = min(Self.largestFactor, pieces / Self.usualPieces)
        guard factor > 1 else { return self }
        return Chunker(
            configuration: Configuration(
                maxTokens: Int(Double(configuration.maxTokens) * factor),
                overlapTokens: Int(Double(configuration.overlapTokens) * factor)),
            tokenizer: tokenizer, sentences: sentences)
    }

    /// Pieces of a word in a language that a tokenizer was made for. English prose has 1.2 to 1.4 with BERT's, with names and terms of
    /// a trade up to 1.6.
    private static let usualPieces = 1.6
    private static let largestFactor = 4.0
    private static let sampleBytes = 16_384
    private static let fewestWords = 16
}
