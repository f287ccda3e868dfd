/// What takes the events of an ``XMLScanner``.
protocol XMLHandler {
    mutating func start(_ name: XMLName, _ attributes: XMLAttributes)
    mutating func end(_ name: XMLName)
    /// Character data with references resolved, in valid UTF-8; perhaps in several pieces.
    mutating func text(_ bytes: ArraySlice<UInt8>)
}

/// Reads XML as a stream of events, in one pass over the bytes and without recursion.
///
/// Written for documents from outside instead of using Foundation's parser: that one refuses files above 10 MB on Linux,
/// gives nothing of a file that is damaged, and stands on a C library that must be told what not to fetch. Here document type
/// declarations are passed over, and what is not well formed ends the scan or is passed over, never the program.
struct XMLScanner {
    enum Outcome { case complete, damaged }

    /// Elements inside elements; deeper ones end the scan. No document that people write comes near.
    static let maximumDepth = 1_000

    private let bytes: [UInt8]
    private var position = 0
    private var open: [(name: XMLName, bindings: Int)] = []
    /// Prefixes in scope, the innermost last.
    private var bindings: [(prefix: [UInt8], namespace: XMLNamespace)]
    private var scratch: [UInt8] = []

    static func scan(_ bytes: [UInt8], _ handler: inout some XMLHandler) throws -> Outcome {
        var scanner = XMLScanner(bytes)
        return try scanner.scan(&handler)
    }

    private init(_ bytes: [UInt8]) {
        let isPlain = !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && String(validating: bytes, as: UTF8.self) != nil
        self.bytes = isPlain && UTF16Text.order(of: bytes) == nil ? bytes : Array(TextDecoder.decode(bytes).text.utf8)
        bindings = XMLNamespace.usualPrefixes.map { (Array($0.prefix.utf8), $0.namespace) }
    }

    private mutating func scan(_ handler: inout some XMLHandler) throws -> Outcome {
        var count = 0
        while position < bytes.count {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            let markup = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if markup > position { emit(position..<markup, &handler) }
            position = markup
            guard markup < bytes.count else { break }
            guard readMarkup(&handler) else {
                close(all: &handler)
                return .damaged
            }
        }
        let outcome: Outcome = open.isEmpty ? .complete : .damaged
        close(all: &handler)
        return outcome
    }

    /// Every start has its end, also in a damaged file.
    private mutating func close(all handler: inout some XMLHandler) {
        while let element = open.popLast() { handler.end(element.name) }
    }

    private mutating func emit(_ range: Range<Int>, _ handler: inout some XMLHandler) {
        guard !open.isEmpty else { return }
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            handler.text(bytes[range])
            return
        }
        scratch.removeAll(keepingCapacity: true)
        XMLReference.append(bytes[range], to: &scratch)
        handler.text(scratch[...])
    }

    // MARK: Markup

    /// Reads what begins with "<"; false when the scan cannot go on.
    private mutating func readMarkup(_ handler: inout some XMLHandler) -> Bool {
        guard position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case UInt8(ascii: "/"): return readEndTag(&handler)
        case UInt8(ascii: "?"): return skip(to: "?>")
        case UInt8(ascii: "!"):
            let rest = bytes[position...]
            if rest.starts(with: "<!--") { return skip(to: "-->") }
            if rest.starts(with: "<![CDATA[") {
                let start = position + 9
                guard skip(to: "]]>") else { return false }
                if !open.isEmpty { handler.text(bytes[start..<max(start, position - 3)]) }
                return true
            }
            return skipDeclaration()
        default: return readStartTag(&handler)
        }
    }

    private mutating func skip(to end: StaticString) -> Bool {
        guard let found = bytes.firstIndex(of: end, in: position..<bytes.count) else { return false }
        position = found + end.utf8CodeUnitCount
        return true
    }

    /// A document type with its internal subset: brackets and quotes are heeded, contents are not.
    private mutating func skipDeclaration() -> Bool {
        var isSubset = false
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            if quote == nil, byte == UInt8(ascii: "<"), bytes[position...].starts(with: "<!--") {
                guard skip(to: "-->") else { return false }
                continue
            }
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                isSubset = true
            } else if byte == UInt8(ascii: "]") {
                isSubset = false
            } else if byte == UInt8(ascii: ">"), !isSubset {
                return true
            }
        }
        return false
    }

    private mutating func readStartTag(_ handler: inout some XMLHandler) -> Bool {
        let start = position + 1
        var index = start
        while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/")
        {
            index += 1
        }
        let name = start..<index
        guard !name.isEmpty else { return false }
        // The tag's end: a ">" outside quotes.
        var quote: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
            index += 1
        }
        guard index < bytes.count, open.count < Self.maximumDepth else { return false }
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        let end = isEmpty ? max(name.upperBound, index - 1) : index
        position = index + 1
        let attributes = XMLAttributes(bytes: bytes, range: name.upperBound..<end)
        let outer = bindings.count
        if end > name.upperBound {
            for declared in attributes.declarations() { bindings.append((Array(declared.prefix), declared.namespace)) }
        }
        let resolved = resolve(name)
        handler.start(resolved, attributes)
        if isEmpty {
            handler.end(resolved)
            bindings.removeLast(bindings.count - outer)
        } else {
            open.append((resolved, outer))
        }
        return true
    }

    private mutating func readEndTag(_ handler: inout some XMLHandler) -> Bool {
        let start = position + 2
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return false }
        position = end + 1
        let name = resolve(bytes.trimmed(start..<end))
        // An end without its start is passed over; one that closes an outer element closes the inner ones too.
        // Only the innermost elements are looked at, or a file of stray ends would take time squared.
        guard let match = open.suffix(64).lastIndex(where: { $0.name == name }) else { return true }
        while open.count > match, let element = open.popLast() {
            handler.end(element.name)
            bindings.removeLast(bindings.count - element.bindings)
        }
        return true
    }

    private func resolve(_ name: Range<Int>) -> XMLName {
        let colon = bytes[name].firstIndex(of: UInt8(ascii: ":"))
        let prefix = colon.map { bytes[name.lowerBound..<$0] } ?? bytes[name.lowerBound..<name.lowerBound]
        let local = colon.map { ($0 + 1)..<name.upperBound } ?? name
        var namespace = XMLNamespace.other
        for binding in bindings.reversed() where binding.prefix.elementsEqual(prefix) {
            namespace = binding.namespace
            break
        }
        return XMLName(namespace: namespace, local: bytes.string(local))
    }
}
