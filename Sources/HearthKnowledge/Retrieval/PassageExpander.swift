import HearthCore
import HearthExtractive
import HearthText

/// Widens passages to their neighbours in the document, for engines that read: what a passage refers to often stands just
/// before it.
///
/// What it costs does not grow with the library: chunks are read around the passages, and whole texts only for the white space
/// between chunks, up to ``chunksOfTexts``.
struct PassageExpander: Sendable {
    /// How many of the best passages are widened; the others stay as they are, to keep room.
    static let widened = 3
    /// Characters to which passages are widened for reading without a model.
    static let readable = 1_500
    /// Chunks on each side that are looked at for it.
    private static let mostNeighbours = 8

    let library: any DocumentStore
    /// Of how many chunks together the documents are whose texts are read for one question, some 4 MB. In documents beyond that,
    /// the white space between two chunks is taken to be line breaks: no word and no place changes.
    var chunksOfTexts = 4_000

    /// The passages in their order, with their neighbours on the page and under the same heading: tokenizers cut some scripts into so
    /// many tokens that a chunk of them holds a few sentences, and what a sentence is about stands in another. Nothing is in two of
    /// them.
    func gathered(_ passages: [Passage]) async throws -> [Passage] {
        let chunks = try await neighbours(of: passages, reach: Self.mostNeighbours)
        var found: [(passage: Passage, chunks: ArraySlice<StoredChunk>)] = []
        var taken: Set<Int64> = []
        for passage in passages where !taken.contains(passage.chunkID) {
            found.append((passage, readable(passage, chunks[passage.chunkID] ?? [], &taken)))
        }
        return try await widened(found)
    }

    /// The passages in their order. A passage that a widened one holds already is left out.
    func expand(_ passages: [Passage]) async throws -> [Passage] {
        let first = passages.prefix(Self.widened)
        let chunks = try await neighbours(of: first, reach: 1)
        let wide = try await widened(
            first.map { passage in
                // A citation names one page, so a passage is not widened beyond its page.
                let around = (chunks[passage.chunkID] ?? []).filter {
                    passage.page == nil || $0.chunk.page == passage.page
                }
                return (passage, around[...])
            })
        var result: [Passage] = []
        for (passage, wide) in zip(passages, wide + passages.dropFirst(Self.widened))
        where !result.contains(where: { $0.documentID == passage.documentID && $0.span.contains(passage.span) }) {
            result.append(wide)
        }
        return result
    }

    // MARK: - Which chunks

    /// One call for all of them, since a store may be far away.
    private func neighbours(
        of passages: some Sequence<Passage>, reach: Int
    ) async throws -> [Int64: [StoredChunk]] {
        let ids = passages.map(\.chunkID)
        return ids.isEmpty ? [:] : try await library.neighbours(ofChunks: ids, before: reach, after: reach)
    }

    /// The chunks around a passage that are read with it, by turns from behind it and before it. They are `taken` from then on.
    private func readable(
        _ passage: Passage, _ around: [StoredChunk], _ taken: inout Set<Int64>
    ) -> ArraySlice<StoredChunk> {
        taken.insert(passage.chunkID)
        guard let place = around.firstIndex(where: { $0.id == passage.chunkID }) else { return [] }
        var (first, last) = (place, place)
        var length = passage.text.unicodeScalars.count
        func takes(_ index: Int) -> Bool {
            guard around.indices.contains(index), !taken.contains(around[index].id) else { return false }
            let chunk = around[index].chunk
            let more = chunk.text.unicodeScalars.count
            guard passage.page == nil || chunk.page == passage.page, chunk.headings == passage.headings,
                length + more <= Self.readable
            else { return false }
            length += more
            taken.insert(around[index].id)
            return true
        }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            if takes(last + 1) {
                last += 1
                isGrowing = true
            }
            if takes(first - 1) {
                first -= 1
                isGrowing = true
            }
        }
        return around[first...last]
    }

    // MARK: - Their text

    /// Each passage with the words of its chunks; one with no more than one chunk as it is.
    private func widened(_ found: [(passage: Passage, chunks: ArraySlice<StoredChunk>)]) async throws -> [Passage] {
        let wanted = found.compactMap { item in
            item.chunks.count > 1 && Self.hasGaps(item.chunks) ? item.passage.documentID : nil
        }
        let texts = try await texts(of: wanted)
        return found.map { item in
            guard item.chunks.count > 1, let first = item.chunks.first?.chunk, let last = item.chunks.last?.chunk else {
                return item.passage
            }
            let span = TextSpan(
                start: min(first.span.start, item.passage.span.start), end: max(last.span.end, item.passage.span.end))
            let text = texts[item.passage.documentID].map { $0.text(in: span) } ?? Self.joined(item.chunks, as: span)
            guard let text else { return item.passage }
            var wide = item.passage
            wide.span = span
            wide.text = text
            wide.startTime = first.startTime ?? wide.startTime
            wide.endTime = last.endTime ?? wide.endTime
            return wide
        }
    }

    /// The heads of the tables in whose middle passages begin, by chunk. What the columns of a long table are called stands in its first
    /// passage alone.
    func tableHeads(of passages: [Passage]) async throws -> [Int64: String] {
        let cut = passages.filter { $0.span.start > 0 && AnswerPassage.mayBeginInTable($0.text) }
        guard !cut.isEmpty else { return [:] }
        let texts = try await texts(of: cut.map(\.documentID))
        return cut.reduce(into: [:]) { heads, passage in
            heads[passage.chunkID] = texts[passage.documentID].flatMap {
                AnswerPassage.tableHead(before: passage.span.start, in: $0)
            }
        }
    }

    /// The texts of documents, the first of them first, as far as they are read.
    private func texts(of documents: [String]) async throws -> [String: String] {
        let ids = Set(documents)
        guard !ids.isEmpty else { return [:] }
        let stored = try await library.documents(
            matching: SearchFilter(documentIDs: ids), limit: ids.count, offset: 0)
        let sizes = Dictionary(stored.map { ($0.id, $0.chunkCount) }) { first, _ in first }
        var left = chunksOfTexts
        var read: Set<String> = []
        for id in documents where !read.contains(id) {
            guard let size = sizes[id], size <= left else { continue }
            left -= size
            read.insert(id)
        }
        return read.isEmpty ? [:] : try await library.texts(ofDocuments: read)
    }

    private static func hasGaps(_ chunks: ArraySlice<StoredChunk>) -> Bool {
        zip(chunks, chunks.dropFirst()).contains { $0.chunk.span.end < $1.chunk.span.start }
    }

    /// The words of chunks that follow each other, each once although they overlap. Between two there is nothing but white space,
    /// which is written as line breaks.
    ///
    /// - Returns: A text of as many bytes as the span; `nil` where the chunks are not those of the span.
    static func joined(_ chunks: ArraySlice<StoredChunk>, as span: TextSpan) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count)
        for chunk in chunks.map(\.chunk) {
            let words = Array(chunk.text.utf8)
            let end = span.start + bytes.count
            guard words.count == chunk.span.count, bytes.isEmpty ? chunk.span.start == end : true else { return nil }
            if chunk.span.start > end {
                bytes += [UInt8](repeating: 0x0A, count: chunk.span.start - end)
                bytes += words
            } else if chunk.span.end > end {
                bytes += words[(end - chunk.span.start)...]
            }
        }
        return bytes.count == span.count ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension Passage {
    /// Bytes of the text that are its headings: a passage begins with those it stands right below, and the first one of a
    /// document with the document's title, where that is a paragraph of its own. A note of one line, whose title is that line, is
    /// no heading.
    var headingSpans: [TextSpan] {
        let bytes = Array(text.utf8)
        let known = headings.map { Array($0.utf8) }.filter { !$0.isEmpty }
        var title = self.title.map { Array($0.utf8) } ?? []
        var spans: [TextSpan] = []
        var at = 0
        while true {
            while at < bytes.count, bytes[at].isASCIISpace { at += 1 }
            let isTitle = !title.isEmpty && bytes[at...].starts(with: title)
            let heading = known.first { bytes[at...].starts(with: $0) }
            guard let found = heading ?? (isTitle ? title : nil) else { return spans }
            let end = at + found.count
            if heading != nil {
                // A paragraph may begin with the words of the heading above it.
                guard end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D else { return spans }
            } else {
                let gap = bytes[end...].prefix(while: \.isASCIISpace)
                guard gap.count(where: { $0 == 0x0A }) > 1, end + gap.count < bytes.count,
                    self.title?.last.map({ $0.isLetter || $0.isNumber }) == true
                else { return spans }
                title = []
            }
            spans.append(TextSpan(start: at, end: end))
            at = end
        }
    }

    /// The headings above the passage that do not stand in it.
    ///
    /// - Parameter spans: Those that do, see ``headingSpans``.
    func headings(besides spans: [TextSpan]) -> [String] {
        guard !headings.isEmpty else { return [] }
        let own = Set(spans.compactMap { text.text(in: $0) })
        return headings.filter { !own.contains($0) && !$0.isEmpty }
    }
}

extension TextSpan {
    func shifted(by offset: Int) -> TextSpan { TextSpan(start: start + offset, end: end + offset) }
}

// MARK: - What is shown of a passage

/// Finds the place in a passage where the words of a query stand closest together: what a list of results shows of it, since a
/// passage may be long and its beginning about something else.
struct MatchPlace {
    /// Bytes within which words stand at one place: about two lines of a terminal.
    private static let reach = 200

    private let weights: [String: Double]

    /// - Parameters:
    ///   - terms: Of the query, in all languages of the documents.
    ///   - idle: The weight up to which a term says nothing about a topic ("what", "said"). Where a query has no others, these count.
    init(_ terms: [QueryTerm], idle: Double) {
        let telling = terms.filter { $0.weight > idle }
        weights = (telling.isEmpty ? terms : telling).reduce(into: [:]) { weights, term in
            // Two words in a row are one term of the query, and two of the text.
            for word in term.text.split(separator: " ") {
                weights[String(word)] = max(weights[String(word)] ?? 0, term.weight)
            }
        }
    }

    /// Bytes of `text`; `nil` where no word of the query occurs.
    ///
    /// - Parameter language: ISO 639-1, of the document.
    func place(in text: String, language: String?) -> TextSpan? {
        guard !weights.isEmpty else { return nil }
        let found = SearchAnalyzer(language: language).locatedTerms(in: text).filter { weights[$0.text] != nil }
        var best: (weight: Double, span: TextSpan)?
        var first = 0
        // How often each term occurs between `first` and the term at hand.
        var counts: [String: Int] = [:]
        for term in found {
            counts[term.text, default: 0] += 1
            while term.span.end - found[first].span.start > Self.reach, found[first].span.start < term.span.start {
                counts[found[first].text] = (counts[found[first].text] ?? 1) - 1
                first += 1
            }
            // What stands there twice already begins later.
            while (counts[found[first].text] ?? 0) > 1, found[first].span.start < term.span.start {
                counts[found[first].text] = (counts[found[first].text] ?? 1) - 1
                first += 1
            }
            let weight = counts.reduce(0.0) { $0 + ($1.value > 0 ? weights[$1.key] ?? 0 : 0) }
            let span = TextSpan(start: found[first].span.start, end: term.span.end)
            if let best, best.weight > weight || best.weight == weight && best.span.count <= span.count { continue }
            best = (weight, span)
        }
        return best?.span
    }
}
