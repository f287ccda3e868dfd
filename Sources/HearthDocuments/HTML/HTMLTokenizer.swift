/// Cuts a page into tags and text, following the states of the HTML Living Standard (13.2.5) as far as text needs them.
///
/// It reads forward only. Where the end of a comment, a tag or a script is missing, the rest of the file belongs to it,
/// as in a browser, so that no input is looked at twice.
struct HTMLTokenizer {
    enum Token {
        case text(Range<Int>)
        /// The attributes, still as written, are in ``HTMLTokenizer/attributes``.
        case start(name: UInt64, selfClosing: Bool)
        case end(name: UInt64)
        case finish
    }

    struct RawAttribute {
        var name: HTMLAttribute
        var value: Range<Int>
    }

    let bytes: [UInt8]
    private(set) var position = 0
    private(set) var attributes: [RawAttribute] = []
    /// An element or comment that is never closed took in text up to the end of the file.
    private(set) var endedInside = false

    /// Bytes of the name of the tag that was read last.
    private var nameLength = 0

    /// No tag carries more attributes than this; further ones are passed over.
    static let attributeLimit = 256

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token {
        while position < bytes.count {
            let start = position
            if bytes[start] == 0x3C, let token = markup() {
                if let token = token { return token }
                continue
            }
            // Text up to the next "<" that can open markup.
            position = start + 1
            while position < bytes.count, bytes[position] != 0x3C || !opensMarkup(position) { position += 1 }
            return .text(start..<position)
        }
        return .finish
    }

    private func opensMarkup(_ at: Int) -> Bool {
        guard at + 1 < bytes.count else { return false }
        let next = bytes[at + 1]
        return next.isASCIILetter || next == 0x2F || next == 0x21 || next == 0x3F
    }

    /// `nil`: this "<" is text. `.some(nil)`: markup that yields nothing, such as a comment.
    private mutating func markup() -> Token?? {
        guard opensMarkup(position) else { return nil }
        let next = bytes[position + 1]
        if next.isASCIILetter {
            position += 1
            let name = tagName()
            let selfClosing = readAttributes()
            return .some(.start(name: name, selfClosing: selfClosing))
        }
        if next == 0x2F {
            guard position + 2 < bytes.count, bytes[position + 2].isASCIILetter else {
                skip(past: 0x3E)
                return .some(nil)
            }
            position += 2
            let name = tagName()
            _ = readAttributes()
            return .some(.end(name: name))
        }
        if starts(with: [0x3C, 0x21, 0x2D, 0x2D], at: position) {
            skipComment()
        } else if starts(with: Array("<![CDATA[".utf8), at: position) {
            skip(pastSequence: [0x5D, 0x5D, 0x3E], from: position + 9)
        } else {
            skip(past: 0x3E)
        }
        return .some(nil)
    }

    private mutating func tagName() -> UInt64 {
        let from = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            position += 1
        }
        nameLength = position - from
        return HTMLTag.hash(bytes[from..<position])
    }

    /// Reads up to and over the ">" and returns whether the tag closed itself.
    private mutating func readAttributes() -> Bool {
        attributes.removeAll(keepingCapacity: true)
        var selfClosing = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3E {
                position += 1
                return selfClosing
            }
            if byte.isHTMLSpace || byte == 0x2F {
                selfClosing = byte == 0x2F
                position += 1
                continue
            }
            selfClosing = false
            readAttribute()
        }
        endedInside = true
        return false
    }

    private mutating func readAttribute() {
        let from = position
        position += 1  // also "=", which may begin a name
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3D || byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            position += 1
        }
        let name = HTMLAttribute.named(bytes[from..<position])
        var value = position..<position
        var after = position
        while after < bytes.count, bytes[after].isHTMLSpace { after += 1 }
        if after < bytes.count, bytes[after] == 0x3D {
            position = after + 1
            while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
            value = readValue()
        }
        if let name, attributes.count < Self.attributeLimit, !attributes.contains(where: { $0.name == name }) {
            attributes.append(RawAttribute(name: name, value: value))
        }
    }

    private mutating func readValue() -> Range<Int> {
        guard position < bytes.count else { return position..<position }
        let quote = bytes[position]
        let from: Int
        if quote == 0x22 || quote == 0x27 {
            position += 1
            from = position
            while position < bytes.count, bytes[position] != quote { position += 1 }
            defer { if position < bytes.count { position += 1 } }
            return from..<position
        }
        from = position
        while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != 0x3E { position += 1 }
        return from..<position
    }

    /// The content of an element that is not markup, up to its end tag, which is consumed.
    mutating func rawText(until name: UInt64) -> Range<Int> {
        let length = nameLength
        let from = position
        while position < bytes.count {
            if bytes[position] == 0x3C, position + 1 < bytes.count, bytes[position + 1] == 0x2F {
                let nameEnd = position + 2 + length
                if nameEnd <= bytes.count, HTMLTag.hash(bytes[position + 2..<nameEnd]) == name,
                    nameEnd == bytes.count || bytes[nameEnd].isHTMLSpace || bytes[nameEnd] == 0x2F
                        || bytes[nameEnd] == 0x3E
                {
                    let end = position
                    position = nameEnd
                    _ = readAttributes()
                    return from..<end
                }
            }
            position += 1
        }
        endedInside = true
        return from..<position
    }

    private func starts(with prefix: [UInt8], at: Int) -> Bool {
        at + prefix.count <= bytes.count && bytes[at..<at + prefix.count].elementsEqual(prefix)
    }

    private mutating func skip(past byte: UInt8) {
        while position < bytes.count, bytes[position] != byte { position += 1 }
        if position < bytes.count { position += 1 }
    }

    private mutating func skip(pastSequence end: [UInt8], from: Int) {
        position = from
        while position < bytes.count {
            if bytes[position] == end[0], starts(with: end, at: position) {
                position += end.count
                return
            }
            position += 1
        }
        endedInside = true
    }

    private mutating func skipComment() {
        // "<!-->" and "<!--->" are whole comments.
        let inside = position + 4
        if inside < bytes.count, bytes[inside] == 0x3E {
            position = inside + 1
        } else if starts(with: [0x2D, 0x3E], at: inside) {
            position = inside + 2
        } else {
            skip(pastSequence: [0x2D, 0x2D, 0x3E], from: inside)
        }
    }
}
