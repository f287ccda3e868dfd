/// Cuts a page into tags, text and comments, as the HTML Living Standard says (13.2.5), up to the last rule about damaged
/// markup; html5lib's tests are held against it.
///
/// What the standard describes as eighty states, of which each takes one character, is written as a function for each thing
/// that can stand there: the input lies in memory as a whole, so that nothing has to be taken up again in the middle. It reads
/// forward only, and looks at nothing more than a fixed number of times.
struct HTMLTokenizer {
    enum Token: Equatable {
        /// Bytes in ``text``.
        case characters(Range<Int>)
        /// The name is in ``name``, the attributes are in ``attributes``.
        case start
        case end
        /// Bytes in ``text``.
        case comment(Range<Int>)
        /// See ``doctype``.
        case doctype
        case finish
    }

    /// How text is read, which the element around it says.
    enum Content {
        case data
        /// Text with character references, and no markup but its own end tag: `title`, `textarea`.
        case replaceable
        /// No markup but its own end tag: `style`, `xmp`.
        case raw
        case script
        /// All the rest is text.
        case plain
        /// Up to `]]>`.
        case characterData
    }

    struct Attribute: Sendable {
        var key: HTMLAttribute
        /// The name, in lower case, are the bytes from here to ``from`` in the text.
        var name: Int32
        /// The value, with its references resolved, are the bytes from here to ``to``.
        var from: Int32
        var to: Int32
    }

    /// No tag carries more attributes than this; further ones are passed over. Each is compared with those before it.
    static let attributeLimit = 128

    /// The page, with every line end as a line feed.
    private let bytes: [UInt8]
    private var position = 0
    /// Text, names and values of attributes, comments: one after the other as they were read.
    private(set) var text: [UInt8] = []
    /// How much of ``text`` there was before the last token.
    private var textBefore = 0
    /// The name of the tag that was read last, in lower case.
    private(set) var name: [UInt8] = []
    private(set) var attributes: [Attribute] = []
    private(set) var isSelfClosing = false
    private(set) var doctype = HTMLDoctype()
    private(set) var content = Content.data
    /// The element whose end tag ends the text, where there is one.
    private var contentName: [UInt8] = []
    /// Whether `<![CDATA[` means what it says: in SVG and MathML.
    var allowsCharacterData = false
    /// A tag, a comment or an element without markup is never closed, and took in what follows up to the end of the page.
    private(set) var endedInside = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes.contains(carriageReturn) ? Self.withLineFeeds(bytes) : bytes
        text.reserveCapacity(self.bytes.count / 2)
    }

    /// Says how the text behind the last tag is to be read.
    mutating func read(as content: Content, until name: [UInt8] = []) {
        self.content = content
        contentName = name
    }

    /// Takes back the text of the last token, which nobody wants to keep.
    mutating func discard() { text.removeLast(text.count - textBefore) }

    /// Adds text that stands in no token.
    mutating func append(_ bytes: some Sequence<UInt8>) -> Range<Int> {
        let from = text.count
        text.append(contentsOf: bytes)
        return from..<text.count
    }

    mutating func next() -> Token {
        textBefore = text.count
        while position < bytes.count {
            if content == .data, bytes[position] == 0x3C, let token = markup() {
                if let token = token { return token }
                continue
            }
            if content != .data, content != .plain, content != .characterData, isEndTag(at: position) {
                position += 2
                content = .data
                guard readTag() else { break }
                discardAttributes()
                return .end
            }
            let from = text.count
            switch content {
            case .data: readData()
            case .replaceable: readReplaceable()
            case .raw: readRaw()
            case .script: readScript()
            case .plain: readPlain()
            case .characterData: readCharacterData()
            }
            if text.count > from { return .characters(from..<text.count) }
        }
        if content == .raw || content == .replaceable || content == .script { endedInside = true }
        return .finish
    }

    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var from = 0
        while let at = bytes[from...].firstIndex(of: carriageReturn) {
            result.append(contentsOf: bytes[from..<at])
            result.append(newline)
            from = at + 1
            if from < bytes.count, bytes[from] == newline { from += 1 }
        }
        result.append(contentsOf: bytes[from...])
        return result
    }

    // MARK: Text

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether "<" begins markup, so that text ends there.
    private func opensMarkup(_ at: Int) -> Bool {
        guard at + 1 < bytes.count else { return false }
        let next = bytes[at + 1]
        if next.isASCIILetter || next == 0x21 || next == 0x3F { return true }
        return next == 0x2F && at + 2 < bytes.count
    }

    private mutating func readData() {
        while position < bytes.count {
            let from = position
            while position < bytes.count, bytes[position] != 0x3C, bytes[position] != 0x26 { position += 1 }
            text.append(contentsOf: bytes[from..<position])
            guard position < bytes.count else { return }
            if bytes[position] == 0x26 {
                readReference(inAttribute: false)
            } else if opensMarkup(position) {
                return
            } else {
                text.append(0x3C)
                position += 1
            }
        }
    }

    /// Whether an end tag of the element that the text stands in is here.
    private func isEndTag(at start: Int) -> Bool {
        guard bytes[start] == 0x3C, byte(at: start + 1) == 0x2F else { return false }
        let end = start + 2 + contentName.count
        guard !contentName.isEmpty, let after = byte(at: end),
            after.isHTMLSpace || after == 0x2F || after == 0x3E
        else { return false }
        for (index, wanted) in contentName.enumerated()
        where lowercased(bytes[start + 2 + index]) != wanted { return false }
        return true
    }

    private mutating func readReplaceable() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3C {
                if isEndTag(at: position) { return }
            } else if byte == 0x26 {
                readReference(inAttribute: false)
                continue
            }
            take(byte)
        }
    }

    private mutating func readRaw() {
        while position < bytes.count {
            takeUntilSign()
            guard position < bytes.count else { return }
            if bytes[position] == 0x3C, isEndTag(at: position) { return }
            take(bytes[position])
        }
    }

    /// Copies what stands before the next "<" or zero.
    private mutating func takeUntilSign() {
        let from = position
        while position < bytes.count, bytes[position] != 0x3C, bytes[position] != 0 { position += 1 }
        text.append(contentsOf: bytes[from..<position])
    }

    private mutating func readPlain() { while position < bytes.count { take(bytes[position]) } }

    /// Copies a byte where zero means nothing.
    private mutating func take(_ byte: UInt8) {
        if byte == 0 { text.append(contentsOf: Self.replacement) } else { text.append(byte) }
        position += 1
    }

    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Reads up to `</script>`, which does not count between `<script` and `</script` of a comment.
    private mutating func readScript() {
        enum Escape { case none, comment, nested }
        var escape = Escape.none
        // Dashes directly before: two and a ">" end a comment.
        var dashes = 0
        while position < bytes.count {
            if escape == .none {
                takeUntilSign()
                guard position < bytes.count else { return }
            }
            let byte = bytes[position]
            if byte == 0x2D {
                dashes += 1
            } else if byte == 0x3E, dashes >= 2 {
                escape = .none
                dashes = 0
            } else {
                dashes = 0
            }
            if byte == 0x3C {
                switch escape {
                case .none:
                    if isEndTag(at: position) { return }
                    if bytes[position...].starts(with: "<!--") {
                        text.append(contentsOf: "<!--".utf8)
                        position += 4
                        escape = .comment
                        dashes = 2
                        continue
                    }
                case .comment:
                    if isEndTag(at: position) { return }
                    if isScriptTag(at: position + 1) { escape = .nested }
                case .nested:
                    if self.byte(at: position + 1) == 0x2F, isScriptTag(at: position + 2) { escape = .comment }
                }
            }
            take(byte)
        }
    }

    private func isScriptTag(at start: Int) -> Bool {
        guard start + 6 < bytes.count, bytes[start..<start + 6].startsLowercased(with: "script") else { return false }
        let after = bytes[start + 6]
        return after.isHTMLSpace || after == 0x2F || after == 0x3E
    }

    private mutating func readCharacterData() {
        while position < bytes.count {
            if bytes[position] == 0x5D, bytes[position...].starts(with: "]]>") {
                position += 3
                content = .data
                return
            }
            text.append(bytes[position])
            position += 1
        }
    }

    private mutating func readReference(inAttribute: Bool) {
        position = HTMLEntities.append(bytes, after: position, to: &text, inAttribute: inAttribute)
    }

    // MARK: Tags

    /// `nil`: this "<" is text. `.some(nil)`: markup that yields nothing.
    private mutating func markup() -> Token?? {
        guard opensMarkup(position) else { return nil }
        let next = bytes[position + 1]
        if next.isASCIILetter {
            position += 1
            return .some(readTag() ? .start : nil)
        }
        if next == 0x2F {
            let first = bytes[position + 2]
            position += 2
            if first.isASCIILetter {
                guard readTag() else { return .some(nil) }
                discardAttributes()
                return .some(.end)
            }
            if first == 0x3E {
                position += 1
                return .some(nil)
            }
            return .some(readBogusComment())
        }
        position += next == 0x3F ? 1 : 2
        if next == 0x3F { return .some(readBogusComment()) }
        if bytes[position...].starts(with: "--") {
            position += 2
            return .some(readComment())
        }
        if bytes[position...].startsLowercased(with: "doctype") {
            var scan = DoctypeScan(bytes: bytes, position: position + 7)
            doctype = scan.run()
            position = scan.position
            return .some(.doctype)
        }
        if allowsCharacterData, bytes[position...].starts(with: "[CDATA[") {
            position += 7
            content = .characterData
            return .some(nil)
        }
        return .some(readBogusComment())
    }

    private mutating func discardAttributes() {
        attributes.removeAll(keepingCapacity: true)
        discard()
    }

    /// Reads a tag from its name on, over its ">". `false` where the page ends before that; then there is no tag.
    private mutating func readTag() -> Bool {
        name.removeAll(keepingCapacity: true)
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isHTMLSpace || byte == 0x2F || byte == 0x3E { break }
            if byte == 0 { name.append(contentsOf: Self.replacement) } else { name.append(lowercased(byte)) }
            position += 1
        }
        attributes.removeAll(keepingCapacity: true)
        isSelfClosing = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x3E {
                position += 1
                return true
            }
            if byte.isHTMLSpace {
                position += 1
            } else if byte == 0x2F {
                position += 1
                isSelfClosing = self.byte(at: position) == 0x3E
            } else {
                readAttribute()
            }
        }
        endedInside = true
        discard()
        return false
    }

    private mutating func readAttribute() {
        let start = text.count
        var hash = HTMLTag.emptyHash
        // Also "=" begins a name.
        repeat {
            let byte = lowercased(bytes[position])
            if byte == 0 { text.append(contentsOf: Self.replacement) } else { text.append(byte) }
            hash = HTMLTag.hash(byte, after: hash)
            position += 1
        } while position < bytes.count && !endsAttributeName(bytes[position])
        let from = text.count
        skipSpace()
        if byte(at: position) == 0x3D {
            position += 1
            skipSpace()
            readValue()
        }
        let name = text[start..<from]
        let isTaken =
            attributes.count >= Self.attributeLimit
            || attributes.contains { text[Int($0.name)..<Int($0.from)].elementsEqual(name) }
        if isTaken {
            text.removeLast(text.count - start)
        } else {
            attributes.append(
                Attribute(
                    key: HTMLAttribute.named(hash, name), name: Int32(truncatingIfNeeded: start),
                    from: Int32(truncatingIfNeeded: from), to: Int32(truncatingIfNeeded: text.count)))
        }
    }

    private func endsAttributeName(_ byte: UInt8) -> Bool {
        byte.isHTMLSpace || byte == 0x2F || byte == 0x3E || byte == 0x3D
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
    }

    private mutating func readValue() {
        guard position < bytes.count else { return }
        let quote = bytes[position]
        let isQuoted = quote == 0x22 || quote == 0x27
        if isQuoted { position += 1 }
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                if byte == quote {
                    position += 1
                    return
                }
            } else if byte.isHTMLSpace || byte == 0x3E {
                return
            }
            if byte == 0x26 { readReference(inAttribute: true) } else { take(byte) }
        }
    }

    // MARK: Comments

    private mutating func readBogusComment() -> Token {
        let from = text.count
        while position < bytes.count, bytes[position] != 0x3E { take(bytes[position]) }
        if position < bytes.count { position += 1 }
        return .comment(from..<text.count)
    }

    private mutating func readComment() -> Token {
        let from = text.count
        // "<!-->" and "<!--->" are whole comments.
        for whole: StaticString in [">", "->"] where bytes[position...].starts(with: whole) {
            position += whole.utf8CodeUnitCount
            return .comment(from..<from)
        }
        while position < bytes.count {
            if bytes[position] == 0x2D, byte(at: position + 1) == 0x2D {
                if byte(at: position + 2) == 0x3E {
                    position += 3
                    return .comment(from..<text.count)
                }
                if byte(at: position + 2) == 0x21, byte(at: position + 3) == 0x3E {
                    position += 4
                    return .comment(from..<text.count)
                }
            }
            take(bytes[position])
        }
        endedInside = true
        // What could have been the beginning of its end is no part of it.
        for end in ["--!", "--", "-"] where text[from...].suffix(end.utf8.count).elementsEqual(end.utf8) {
            text.removeLast(end.utf8.count)
            break
        }
        return .comment(from..<text.count)
    }

}
