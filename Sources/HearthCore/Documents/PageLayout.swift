/// Where the words of one page stand on its picture, for pages whose text was read from that.
///
/// Kept packed, some ten bytes a word, and taken apart only when somebody wants to see a place.
public struct PageLayout: Hashable, Sendable {
    /// A word, or the part of one that stands before or behind the end of a line.
    public struct Word: Hashable, Sendable {
        /// Bytes of the document's text.
        public var span: TextSpan
        public var box: PageBox
        /// How sure the recognizer was, from 0 to 100.
        public var confidence: Int

        public init(span: TextSpan, box: PageBox, confidence: Int) {
            self.span = span
            self.box = box
            self.confidence = confidence
        }
    }

    /// Counts from 1.
    public let page: Int
    /// The words in a compact binary form, which ``words(from:)`` decodes.
    package let packed: [UInt8]

    /// - Parameters:
    ///   - words: In the order of the text; one that begins before the former's end, or before the page's, is left out.
    ///   - start: The first byte of the page in the document's text.
    public init(page: Int, words: [Word], from start: Int) {
        var writer = ByteWriter()
        var last = start
        for word in words where word.span.start >= last && !word.span.isEmpty {
            writer.append(word.span.start - last)
            writer.append(word.span.count)
            writer.append(word.box.left)
            writer.append(word.box.top)
            writer.append(word.box.width)
            writer.append(word.box.height)
            writer.append(min(max(word.confidence, 0), 100))
            last = word.span.end
        }
        self.page = page
        packed = writer.bytes
    }

    /// - Parameter packed: ``packed`` of an earlier value, as a store kept it.
    package init(page: Int, packed: [UInt8]) {
        self.page = page
        self.packed = packed
    }

    /// The words in the order of the text; `nil` when the bytes are not what this type writes.
    ///
    /// - Parameter start: The first byte of the page in the document's text.
    public func words(from start: Int) -> [Word]? {
        var reader = ByteReader(packed)
        var words: [Word] = []
        var last = start
        while !reader.isAtEnd {
            guard let gap = reader.readInteger(), let count = reader.readInteger(), let left = reader.readInteger(),
                let top = reader.readInteger(), let width = reader.readInteger(), let height = reader.readInteger(),
                let confidence = reader.readInteger(), gap <= Self.most, count <= Self.most, last <= Self.most,
                let box = PageBox(left: left, top: top, width: width, height: height)
            else { return nil }
            let span = TextSpan(start: last + gap, end: last + gap + count)
            words.append(Word(span: span, box: box, confidence: confidence))
            last = span.end
        }
        return words
    }

    /// Bytes that no text has; what is counted with stays far below the largest number.
    private static let most = 1 << 40
}

/// A rectangle on a page, in parts of 10,000 of its width and of its height, as the page is shown; the origin is the upper left corner.
public struct PageBox: Hashable, Codable, Sendable {
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int

    /// The number of units into which the width and the height of a page are divided; coordinates of boxes are in these units.
    public static let parts = 10_000

    /// Edges and sizes in the units of ``PageBox``; `nil` for a rectangle that is not wholly on the page.
    public init?(left: Int, top: Int, width: Int, height: Int) {
        let room = 0...Self.parts
        guard room.contains(left), room.contains(top), room.contains(width), room.contains(height),
            left + width <= Self.parts, top + height <= Self.parts
        else { return nil }
        self.left = left
        self.top = top
        self.width = width
        self.height = height
    }

    public var right: Int { left + width }
    public var bottom: Int { top + height }

    /// The smallest rectangle that holds both.
    public func union(_ other: PageBox) -> PageBox {
        var whole = self
        whole.left = min(left, other.left)
        whole.top = min(top, other.top)
        whole.width = max(right, other.right) - whole.left
        whole.height = max(bottom, other.bottom) - whole.top
        return whole
    }

    /// Whether both stand on one line of text: more than half the height of the lower one is shared.
    public func sharesLine(with other: PageBox) -> Bool {
        let shared = min(bottom, other.bottom) - max(top, other.top)
        return shared * 2 > min(height, other.height)
    }

    /// One rectangle for each line, of the boxes of words in their order.
    public static func lines(of boxes: [PageBox]) -> [PageBox] {
        var lines: [PageBox] = []
        for box in boxes {
            if let last = lines.last, last.sharesLine(with: box), box.left + box.width / 2 > last.left {
                lines[lines.count - 1] = last.union(box)
            } else {
                lines.append(box)
            }
        }
        return lines
    }
}
