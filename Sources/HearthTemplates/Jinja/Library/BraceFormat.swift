/// `"{} and {name:>8}".format(a, name=b)`.
enum BraceFormat {
    static func apply(_ format: Text, _ arguments: CallArguments, _ renderer: Renderer) throws -> Text {
        var result = Text("")
        var next = 0
        var plain = 0
        var index = 0
        let open = UInt8(ascii: "{")
        let close = UInt8(ascii: "}")
        while index < format.count {
            let byte = format.bytes[index]
            guard byte == open || byte == close else {
                index += 1
                continue
            }
            result.append(format.slice(plain..<index))
            try renderer.charge()
            if index + 1 < format.count, format.bytes[index + 1] == byte {
                result.append(format.slice(index..<index + 1))
                index += 2
                plain = index
                continue
            }
            guard byte == open, let end = format.find([close], from: index) else {
                throw TemplateError(.type, "a brace in the format stands alone.")
            }
            let field = format.slice(index + 1..<end).string
            guard !field.contains("{") else { throw TemplateError(.unsupported, "fields of a format cannot nest.") }
            result.append(try value(of: field, arguments, &next, renderer))
            _ = try renderer.checked(result)
            index = end + 1
            plain = index
        }
        result.append(format.slice(plain..<format.count))
        return result
    }

    private static func value(
        of field: String, _ arguments: CallArguments, _ next: inout Int, _ renderer: Renderer
    ) throws -> Text {
        let parts = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var name = parts[0]
        var conversion: Character?
        if let mark = name.lastIndex(of: "!") {
            conversion = name[mark...].dropFirst().first
            name = name[..<mark]
        }
        let pieces = name.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "[" || $0 == "]" }
        let first = pieces.first.map(String.init) ?? ""
        var value: Value
        if first.isEmpty || Int(first) != nil {
            let place = Int(first) ?? next
            if first.isEmpty { next += 1 }
            guard arguments.positional.indices.contains(place) else {
                throw TemplateError(.type, "the format needs more values.")
            }
            value = arguments.positional[place]
        } else {
            guard let found = arguments.named(first) else { throw TemplateError.undefinedValue(first) }
            value = found
        }
        for piece in pieces.dropFirst() where !piece.isEmpty {
            value = try renderer.item(Int(piece).map(Value.int) ?? .string(String(piece)), of: value)
        }
        if conversion == "r" || conversion == "a" { value = .text(try renderer.representation(of: value)) }
        if conversion == "s" { value = .text(try renderer.text(of: value)) }
        guard parts.count > 1, !parts[1].isEmpty else { return try renderer.text(of: value) }
        let (spec, type) = try spec(Array(parts[1]))
        return try spec.format(value, type, renderer)
    }

    /// `[[fill]align][sign][#][0][width][,][.precision][type]`
    private static func spec(_ text: [Character]) throws -> (FormatSpec, Character?) {
        var spec = FormatSpec()
        var rest = text[...]
        let aligns: Set<Character> = ["<", ">", "^", "="]
        if rest.count > 1, aligns.contains(rest[rest.startIndex + 1]) {
            spec.fill = Text(String(rest.removeFirst()))
            spec.align = rest.removeFirst()
        } else if let first = rest.first, aligns.contains(first) {
            spec.align = rest.removeFirst()
        }
        if let first = rest.first, ["+", "-", " "].contains(first) {
            rest.removeFirst()
            spec.sign = first == "-" ? nil : first
        }
        if rest.first == "#" {
            spec.isAlternate = true
            rest.removeFirst()
        }
        if rest.first == "0" {
            spec.set(.zero)
            rest.removeFirst()
        }
        spec.width = try number(&rest) ?? 0
        if let first = rest.first, first == "," || first == "_" { spec.grouping = rest.removeFirst() }
        if rest.first == "." {
            rest.removeFirst()
            spec.precision = try number(&rest) ?? 0
        }
        let type = rest.popFirst()
        guard rest.isEmpty else { throw TemplateError(.type, "`\(String(text))` is not a format.") }
        return (spec, type)
    }

    private static func number(_ rest: inout ArraySlice<Character>) throws -> Int? {
        var value: Int?
        while let digit = rest.first?.wholeNumberValue {
            value = (value ?? 0) * 10 + digit
            guard let value, value <= 100_000 else { throw TemplateError(.limit, "a width in a format is too large.") }
            rest.removeFirst()
        }
        return value
    }
}
