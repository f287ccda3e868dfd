import HearthCore

/// One line of a calendar or an address book (RFC 5545, 3.1; RFC 6350, 3.3; vCard 2.1): `item1.TEL;TYPE=home,voice:+44 20 7946 0000`.
struct ContentLine {
    /// In upper case, without the group before it.
    var name: String
    /// Lines of one group belong together: "item1". `nil` where the line has none.
    var group: String?
    /// By their names in upper case.
    private(set) var parameters: [String: [String]] = [:]
    fileprivate(set) var bytes: [UInt8]

    private static let mostParameters = 100

    /// - Parameter line: Without folds and its end. `nil` for one without a colon.
    init?(_ line: [UInt8]) {
        // A quotation mark that nothing closes is a character.
        guard let colon = Self.colon(in: line, heedsQuotes: true) ?? Self.colon(in: line, heedsQuotes: false) else {
            return nil
        }
        let fields = Self.fields(line[..<colon.position], heedsQuotes: colon.heedsQuotes)
        let name = String(decoding: (fields.first ?? []).trimmed(), as: UTF8.self)
        let dot = name.lastIndex(of: ".")
        self.name = (dot.map { String(name[name.index(after: $0)...]) } ?? name).uppercased()
        group = dot.map { name[..<$0].lowercased() }
        bytes = Array(line[(colon.position + 1)...])
        guard !self.name.isEmpty else { return nil }
        for field in fields.dropFirst().prefix(Self.mostParameters) { add(field) }
    }

    /// The value of the first parameter of this name.
    func parameter(_ name: String) -> String? { parameters[name]?.first }

    /// What a vCard says of a value in words of its own, in lower case: "home", "cell".
    var types: [String] {
        // Several may stand in one pair of quotation marks.
        (parameters["TYPE"] ?? []).flatMap { $0.lowercased().split(separator: ",").map(String.init) }
    }

    /// Whether its bytes are written in printable characters, and may go on in the next line.
    var isQuotedPrintable: Bool { parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE" }

    /// The value as text, with its escapes: see ``unescaped(_:)`` and ``parts(_:by:)``.
    var value: String {
        let plain: [UInt8]
        switch parameter("ENCODING")?.uppercased() {
        case "QUOTED-PRINTABLE": plain = MIME.quotedPrintable(bytes[...])
        case "B", "BASE64": plain = MIME.base64(bytes) ?? []
        default: plain = bytes
        }
        if let charset = parameter("CHARSET") { return HTMLEncoding.decode(plain, declared: charset).text }
        return String(validating: plain, as: UTF8.self) ?? TextDecoder.decode(plain).text
    }

    /// The value as a person reads it.
    var text: String { Self.unescaped(value) }

    // MARK: Values

    /// A text without its escapes (RFC 5545, 3.3.11): `\n` ends a line, `\,` is a comma.
    static func unescaped(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(backslash) else { return String(text) }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
                switch byte {
                case UInt8(ascii: "n"), UInt8(ascii: "N"): output.append(newline)
                case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), backslash: output.append(byte)
                default: output += [backslash, byte]
                }
            } else if byte == backslash {
                isEscaped = true
            } else {
                output.append(byte)
            }
        }
        if isEscaped { output.append(backslash) }
        return String(decoding: output, as: UTF8.self)
    }

    /// What stands between marks that are not escaped, each without its escapes and white space at its ends.
    static func parts(_ text: some StringProtocol, by separator: UInt8) -> [String] {
        var parts: [String] = []
        var current: [UInt8] = []
        var isEscaped = false
        for byte in text.utf8 {
            if byte == separator, !isEscaped {
                parts.append(part(current))
                current = []
                continue
            }
            isEscaped = byte == backslash && !isEscaped
            current.append(byte)
        }
        parts.append(part(current))
        return parts
    }

    private static func part(_ bytes: [UInt8]) -> String {
        unescaped(String(decoding: bytes.trimmed(), as: UTF8.self))
    }

    // MARK: Parameters

    private static let backslash = UInt8(ascii: "\\")
    private static let quote = UInt8(ascii: "\"")

    private static func colon(in line: [UInt8], heedsQuotes: Bool) -> (position: Int, heedsQuotes: Bool)? {
        var isQuoted = false
        for (position, byte) in line.enumerated() {
            if byte == quote, heedsQuotes { isQuoted.toggle() }
            if byte == UInt8(ascii: ":"), !isQuoted { return (position, heedsQuotes) }
        }
        return nil
    }

    private static func fields(_ head: ArraySlice<UInt8>, heedsQuotes: Bool) -> [ArraySlice<UInt8>] {
        var fields: [ArraySlice<UInt8>] = []
        var start = head.startIndex
        var isQuoted = false
        for index in head.indices {
            if head[index] == quote, heedsQuotes { isQuoted.toggle() }
            if head[index] == UInt8(ascii: ";"), !isQuoted {
                fields.append(head[start..<index])
                start = index + 1
            }
        }
        fields.append(head[start...])
        return fields
    }

    private mutating func add(_ field: ArraySlice<UInt8>) {
        guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else {
            // vCard 2.1 leaves out what a parameter is: "TEL;HOME;QUOTED-PRINTABLE".
            let word = String(decoding: field.trimmed(), as: UTF8.self)
            let isEncoding = ["QUOTED-PRINTABLE", "BASE64", "7BIT", "8BIT"].contains(word.uppercased())
            parameters[isEncoding ? "ENCODING" : "TYPE", default: []].append(word)
            return
        }
        let name = String(decoding: field[..<equals].trimmed(), as: UTF8.self).uppercased()
        parameters[name, default: []] += Self.values(field[(equals + 1)...])
    }

    /// Values between commas, of which those in quotation marks part nothing.
    private static func values(_ field: ArraySlice<UInt8>) -> [String] {
        var values: [String] = []
        var current: [UInt8] = []
        var isQuoted = false
        for byte in field {
            if byte == quote {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                values.append(plain(current))
                current = []
            } else {
                current.append(byte)
            }
        }
        values.append(plain(current))
        return values
    }

    /// A parameter's value without its escapes (RFC 6868).
    private static func plain(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.trimmed(), as: UTF8.self)
        guard text.contains("^") else { return text }
        return text.replacing("^n", with: "\n").replacing("^'", with: "\"").replacing("^^", with: "^")
    }
}

/// The lines of a calendar or an address book, unfolded.
struct ContentLines: Sequence, IteratorProtocol {
    /// Bytes of one line that are kept; pictures are longer, and no text is.
    private static let longest = 1 << 20

    private let bytes: [UInt8]
    private var position = 0
    /// vCard 2.1 folds a line before a space that stays; later versions put one there that goes.
    private var keepsSpaces = false
    /// Lines that are none of this form.
    private(set) var damaged = 0
    /// Lines that were cut off.
    private(set) var cut = 0

    /// Says what was wrong with the lines themselves.
    func warn(in builder: inout DocumentBuilder) {
        builder.warn(damaged, .damaged, "1 line could not be read.", "lines could not be read.")
        builder.warn(cut, .truncated, "1 line of more than 1 MB was cut off.", "lines of more than 1 MB were cut off.")
    }

    /// - Parameter bytes: See ``unicode(_:warnings:)``.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the first line of a text is this one, which is given in lower case, and nothing more: a sentence may begin so.
    static func begin(_ text: some Collection<UInt8>, with line: StaticString) -> Bool {
        guard text.startsLowercased(with: line) else { return false }
        let rest = text.dropFirst(line.utf8CodeUnitCount).prefix { $0 != newline && $0 != carriageReturn }
        return rest.allSatisfy(isSpace)
    }

    /// A file's bytes in an encoding in which its lines can be told, without a mark of its encoding.
    ///
    /// Lines may be folded inside a character, and vCard 2.1 has an encoding for each line; so UTF-8 is made only of what is in neither.
    static func unicode(_ bytes: [UInt8], warnings: inout [ExtractionWarning]) -> [UInt8] {
        if WideUnicode.marked(bytes) == nil, WideUnicode.detect(bytes) == nil {
            let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
            if String(validating: plain, as: UTF8.self) != nil { return plain }
            let text = unfolded(plain)
            if String(validating: text, as: UTF8.self) != nil || namesCharsets(text) { return plain }
        }
        return Array(TextDecoder.decode(bytes, warnings: &warnings).text.utf8)
    }

    private static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var lines = ContentLines(bytes)
        while let line = lines.nextUnfolded() {
            output += line
            output.append(newline)
        }
        return output
    }

    private static func namesCharsets(_ bytes: [UInt8]) -> Bool {
        let names: [StaticString] = ["CHARSET=", "charset=", "Charset="]
        return names.contains { bytes.firstIndex(of: $0, in: bytes.indices) != nil }
    }

    mutating func next() -> ContentLine? {
        while let line = nextUnfolded() {
            guard line.contains(where: { !isSpace($0) }) else { continue }
            guard var found = ContentLine(line) else {
                damaged += 1
                continue
            }
            if found.isQuotedPrintable { join(&found) }
            if found.name == "VERSION" { keepsSpaces = found.bytes.starts(with: "2.1") }
            return found
        }
        return nil
    }

    private mutating func nextUnfolded() -> [UInt8]? {
        guard position < bytes.count else { return nil }
        let first = bytes.line(from: position)
        var text = Array(bytes[first.range.lowerBound..<Swift.min(first.range.upperBound, position + Self.longest)])
        var isCut = text.count < first.range.count
        position = first.next
        var isEncoded: Bool?
        while position < bytes.count, bytes[position] == space || bytes[position] == tab {
            if text.last == UInt8(ascii: "=") {
                // The space is one of the text then: see ``join(_:)``.
                let goesOn = isEncoded ?? Self.namesQuotedPrintable(text)
                if goesOn { break }
                isEncoded = goesOn
            }
            let line = bytes.line(from: position)
            let start = keepsSpaces ? line.range.lowerBound : line.range.lowerBound + 1
            let more = bytes[start..<Swift.max(start, line.range.upperBound)].prefix(Self.longest - text.count)
            isCut = isCut || more.count < line.range.upperBound - start
            text.append(contentsOf: more)
            position = line.next
        }
        if isCut { cut += 1 }
        return text
    }

    /// Whether what stands before the value says that this is written in printable characters.
    private static func namesQuotedPrintable(_ line: [UInt8]) -> Bool {
        let head = line.prefix { $0 != UInt8(ascii: ":") }.map(lowercased)
        return head.firstIndex(of: "quoted-printable", in: head.indices) != nil
    }

    /// A line in printable characters goes on in the next one behind an equals sign (RFC 2045, 6.7).
    private mutating func join(_ line: inout ContentLine) {
        while position < bytes.count, line.bytes.last == UInt8(ascii: "="), line.bytes.count < Self.longest {
            let next = bytes.line(from: position)
            line.bytes.removeLast()
            line.bytes.append(contentsOf: bytes[next.range])
            position = next.next
        }
    }
}
