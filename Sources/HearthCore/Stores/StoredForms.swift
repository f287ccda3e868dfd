package import Foundation

// The forms in which stores keep what is no column of its own: the same in each, so that one can be copied into another.

/// The calls of tools that a message asks for, as JSON.
package enum StoredToolCalls {
    /// - Parameter bytes: `nil` for a message that asks for none.
    /// - Throws: `damaged`: without its calls, the results that follow a message answer nothing, and no model takes them.
    package static func read(_ bytes: Data?) throws -> [ToolCall]? {
        guard let bytes else { return nil }
        do {
            return try JSONDecoder().decode([ToolCall].self, from: bytes)
        } catch {
            throw StoreError(.damaged, "The tool calls of a message cannot be read. Restore a backup.")
        }
    }
}

/// Pages and blocks of a document, packed: a long book has a hundred thousand blocks, and JSON of them would be larger than
/// the book and slow to read.
package struct DocumentStructure: Equatable {
    package var pages: [Page]
    package var blocks: [Block]
    package var layouts: [PageLayout] = []

    private static let version = 1
    /// With places of words behind the blocks. Documents without any are written as before, for whoever reads them.
    private static let versionWithLayouts = 2

    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(layouts.isEmpty ? Self.version : Self.versionWithLayouts)
        writer.append(pages.count)
        for page in pages {
            writer.append(page.number)
            writer.append(page.span)
        }
        writer.append(blocks.count)
        for block in blocks {
            writer.append(Self.number(of: block.kind))
            writer.append(block.span)
            writer.append(block.startTime)
            writer.append(block.endTime)
            writer.append(block.speaker)
        }
        guard !layouts.isEmpty else { return writer.bytes }
        writer.append(layouts.count)
        for layout in layouts {
            writer.append(layout.page)
            writer.append(layout.packed)
        }
        return writer.bytes
    }

    package init(pages: [Page], blocks: [Block], layouts: [PageLayout] = []) {
        self.pages = pages
        self.blocks = blocks
        self.layouts = layouts
    }

    /// `nil` when the bytes are not what ``encoded()`` writes.
    package init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        let version = reader.readInteger()
        guard version == Self.version || version == Self.versionWithLayouts, let pageCount = reader.readCount() else {
            return nil
        }
        pages = []
        pages.reserveCapacity(pageCount)
        for _ in 0..<pageCount {
            guard let number = reader.readInteger(), let span = reader.readSpan() else { return nil }
            pages.append(Page(number: number, span: span))
        }
        guard let blockCount = reader.readCount() else { return nil }
        blocks = []
        blocks.reserveCapacity(blockCount)
        for _ in 0..<blockCount {
            guard let number = reader.readInteger(), let kind = Self.kind(of: number), let span = reader.readSpan(),
                let start = reader.readDouble(), let end = reader.readDouble(), let speaker = reader.readString()
            else { return nil }
            blocks.append(Block(kind, span: span, startTime: start, endTime: end, speaker: speaker))
        }
        if version == Self.versionWithLayouts {
            guard let count = reader.readCount() else { return nil }
            for _ in 0..<count {
                guard let page = reader.readInteger(), let packed = reader.readBytes() else { return nil }
                layouts.append(PageLayout(page: page, packed: packed))
            }
        }
        guard reader.isAtEnd else { return nil }
    }

    /// Stable numbers: 1 to 9 are kinds without a level, headings are 16 plus their level.
    private static func number(of kind: Block.Kind) -> Int {
        switch kind {
        case .paragraph: 1
        case .listItem: 2
        case .table: 3
        case .code: 4
        case .quote: 5
        case .utterance: 6
        case .heading(let level): 16 + max(0, min(level, 255))
        }
    }

    private static func kind(of number: Int) -> Block.Kind? {
        switch number {
        case 1: .paragraph
        case 2: .listItem
        case 3: .table
        case 4: .code
        case 5: .quote
        case 6: .utterance
        case 16...271: .heading(level: number - 16)
        default: nil
        }
    }
}

/// Terms joined by spaces, as the analyser hands them over.
package enum TermText {
    /// The number of terms, by the rule of the tokenizer `words`.
    package static func count(_ terms: String) -> Int {
        var count = 0
        var isInside = false
        for byte in terms.utf8 {
            if byte == 0x20 {
                isInside = false
            } else if !isInside {
                isInside = true
                count += 1
            }
        }
        return count
    }
}

/// Headings in one text, set apart by U+001F (unit separator).
package enum HeadingsText {
    package static func joined(_ headings: [String]) -> String? {
        headings.isEmpty ? nil : headings.joined(separator: "\u{1F}")
    }

    package static func split(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String($0) ?? "" }
    }
}
