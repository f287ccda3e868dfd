import HearthCore

/// A run of blocks between two places where chunks always end: the blocks of one page under one heading.
struct ChunkFlow {
    struct Part {
        var kind: Block.Kind
        var start: Int
        var end: Int
        var startTime: Double?
        var endTime: Double?
    }

    var parts: [Part]
    var headings: [String]
    private var pageIndex: Int

    private init(parts: [Part], headings: [String], pageIndex: Int) {
        self.parts = parts
        self.headings = headings
        self.pageIndex = pageIndex
    }

    /// When the first and the last of the timed parts in a span begin and end.
    func times(in span: TextSpan) -> (start: Double?, end: Double?) {
        var start: Double?
        var end: Double?
        for part in parts[firstPart(endingAfter: span.start)...] {
            if part.start >= span.end { break }
            if let time = part.startTime, start == nil || time < start ?? time { start = time }
            if let time = part.endTime, end == nil || time > end ?? time { end = time }
        }
        return (start, end)
    }

    private func firstPart(endingAfter offset: Int) -> Int {
        var low = 0
        var high = parts.count
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].end <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    static func flows(of document: ExtractedDocument, bytes: [UInt8]) -> [ChunkFlow] {
        let breaks = pageBreaks(document, count: bytes.count)
        var flows: [ChunkFlow] = []
        var path: [(level: Int, text: String)] = []
        var page = 0
        for part in parts(of: document, bytes: bytes, breaks: breaks) {
            while page < breaks.count, breaks[page] <= part.start { page += 1 }
            let onSamePage = flows.last?.pageIndex == page
            if case .heading(let level) = part.kind {
                path.removeAll { $0.level >= level }
                path.append((level, title(bytes[part.start..<part.end])))
                if onSamePage, flows.last?.isOnlyHeadings == true {
                    flows[flows.count - 1].parts.append(part)
                    flows[flows.count - 1].headings = path.map(\.text)
                    continue
                }
                flows.append(ChunkFlow(parts: [part], headings: path.map(\.text), pageIndex: page))
            } else if onSamePage {
                flows[flows.count - 1].parts.append(part)
            } else {
                flows.append(ChunkFlow(parts: [part], headings: path.map(\.text), pageIndex: page))
            }
        }
        return joiningLoneHeadings(flows)
    }

    /// Text is added to a flow, and headings to none that has some: so the last part tells, and not all are looked through for each.
    private var isOnlyHeadings: Bool { parts.last?.kind.isHeading == true }

    /// What a heading is called above the chunks below it, each of which keeps it: a heading may be as long as its document.
    private static func title(_ heading: ArraySlice<UInt8>) -> String {
        let whole = heading.count <= longestTitle
        var end = min(heading.endIndex, heading.startIndex + longestTitle)
        while !whole, end > heading.startIndex, heading[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: heading[..<end], as: UTF8.self) + (whole ? "" : "…")
    }

    private static let longestTitle = 1_000

    /// A heading at the foot of a page has nothing to open there: it stays with the text above it.
    private static func joiningLoneHeadings(_ flows: [ChunkFlow]) -> [ChunkFlow] {
        var joined: [ChunkFlow] = []
        for flow in flows {
            if flow.isOnlyHeadings, let last = joined.last, last.pageIndex == flow.pageIndex {
                joined[joined.count - 1].parts += flow.parts
            } else {
                joined.append(flow)
            }
        }
        return joined
    }

    /// Where pages after the first begin; none for documents of one page.
    private static func pageBreaks(_ document: ExtractedDocument, count: Int) -> [Int] {
        document.pages.map(\.span.start).sorted().dropFirst().filter { $0 > 0 && $0 < count }
    }

    /// The blocks in order, without white space at their ends, cut at page breaks. Text that no block covers becomes a
    /// paragraph; what a block claims twice or outside the text is ignored.
    private static func parts(of document: ExtractedDocument, bytes: [UInt8], breaks: [Int]) -> [Part] {
        var parts: [Part] = []
        var position = 0
        var nextBreak = 0
        func add(_ kind: Block.Kind, to end: Int, _ block: Block?) {
            while position < end {
                while nextBreak < breaks.count, breaks[nextBreak] <= position { nextBreak += 1 }
                let cut = nextBreak < breaks.count ? min(end, aligned(breaks[nextBreak], bytes)) : end
                let to = cut > position ? cut : end
                let (from, until) = WhiteSpace.trimmed(position, to, in: bytes)
                if until > from {
                    parts.append(
                        Part(kind: kind, start: from, end: until, startTime: block?.startTime, endTime: block?.endTime))
                }
                position = to
            }
        }
        for block in document.blocks.sorted(by: { $0.span < $1.span }) {
            let start = aligned(min(max(block.span.start, position), bytes.count), bytes)
            let end = aligned(min(max(block.span.end, start), bytes.count), bytes)
            add(.paragraph, to: start, nil)
            add(block.kind, to: end, block)
        }
        add(.paragraph, to: bytes.count, nil)
        return parts
    }

    /// The start of the character (scalar) that a byte belongs to.
    private static func aligned(_ offset: Int, _ bytes: [UInt8]) -> Int {
        var offset = offset
        while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }
}

extension Block.Kind {
    var isHeading: Bool {
        if case .heading = self { true } else { false }
    }

    /// Kept in one chunk where they fit.
    var isWhole: Bool {
        switch self {
        case .table, .code, .utterance, .listItem, .heading: true
        case .paragraph, .quote: false
        }
    }

    /// Their sentences may be repeated as overlap.
    var isProse: Bool {
        switch self {
        case .paragraph, .quote, .listItem, .utterance: true
        case .heading, .table, .code: false
        }
    }
}
