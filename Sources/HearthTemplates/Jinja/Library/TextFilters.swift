extension Renderer {
    func textFilter(_ name: String, _ value: Value, _ arguments: CallArguments) throws -> Value {
        if name == "format" {
            guard arguments.named.isEmpty || arguments.positional.isEmpty else {
                throw TemplateError(.type, "`format` takes names or places, not both.")
            }
            var values = Value.list(List(arguments.positional, kind: .tuple))
            if !arguments.named.isEmpty {
                var dict = Dictionary()
                for (name, value) in arguments.named { dict.set(Text(name), value) }
                values = .dict(dict)
            }
            return try checked(try PercentFormat.apply(try text(of: value), values, self))
        }
        if name == "xmlattr" { return try attributes(value, arguments) }
        let text = try text(of: value)
        try charge(bytes: text.count)
        switch name {
        case "trim":
            let characters = try optionalText(try arguments.bound(name, ["chars"])[0], name)
            if let characters { try chargeLetters(of: characters) }
            return .text(text.stripped(characters))
        case "replace":
            let bound = try arguments.bound(name, ["old", "new", "count"])
            guard let old = bound[0], let new = bound[1] else {
                throw TemplateError(.type, "`replace` takes what to replace and by what.")
            }
            let count = bound[2]?.isNone == true ? -1 : try whole(bound[2], -1, name)
            return try checked(try replacing(text, try self.text(of: old), try self.text(of: new), count))
        case "indent": return try indented(text, arguments)
        case "center":
            return try checked(
                try padded(text, try whole(try arguments.bound(name, ["width"])[0], 80, name), " ", name))
        case "truncate": return try truncated(text, arguments)
        case "wordwrap": return try wrapped(text, arguments)
        default:
            _ = try arguments.bound(name, [])
            return try plainTextFilter(name, text)
        }
    }

    private func plainTextFilter(_ name: String, _ text: Text) throws -> Value {
        switch name {
        case "string", "safe": return .text(text)
        case "e", "escape", "forceescape": return try checked(Self.escaped(text))
        case "upper", "lower", "capitalize": return try checked(try cased(name, text))
        case "title":
            try chargeLetters(of: text)
            return try checked(text.changed(to: Self.titled(text.string)))
        case "striptags": return try checked(try withoutTags(text))
        case "urlencode": return try checked(text.changed(to: Self.urlEncoded(text.bytes)))
        default:
            // A word is what `\w+` matches.
            try chargeLetters(of: text)
            var count = 0
            var isInside = false
            for scalar in text.string.unicodeScalars {
                let isWord = scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                if isWord, !isInside { count += 1 }
                isInside = isWord
            }
            return .int(count)
        }
    }

    static func escaped(_ text: Text) -> Text {
        guard text.bytes.contains(where: { [0x26, 0x3C, 0x3E, 0x22, 0x27].contains($0) }) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 16)
        for byte in text.bytes {
            switch byte {
            case 0x26: result += "&amp;".utf8
            case 0x3C: result += "&lt;".utf8
            case 0x3E: result += "&gt;".utf8
            case 0x22: result += "&#34;".utf8
            case 0x27: result += "&#39;".utf8
            default: result.append(byte)
            }
        }
        return text.changed(to: result)
    }

    /// Jinja's own: words begin after white space and opening marks, not within.
    private static func titled(_ string: String) -> String {
        var result = ""
        var isStart = true
        for scalar in string.unicodeScalars {
            result += isStart ? scalar.properties.uppercaseMapping : scalar.properties.lowercaseMapping
            isStart = Whitespace.contains(scalar) || ["-", "(", "{", "[", "<"].contains(scalar)
        }
        return result
    }

    private func withoutTags(_ text: Text) throws -> Text {
        var result = Text("")
        var position = 0
        while let open = text.find([0x3C], from: position), let close = text.find([0x3E], from: open) {
            try charge()
            result.append(text.slice(position..<open))
            position = close + 1
        }
        result.append(text.slice(position..<text.count))
        var joined = Text("")
        for (index, word) in try words(result).enumerated() {
            if index > 0 { joined.append(" ") }
            joined.append(word)
        }
        return joined
    }

    private static func urlEncoded(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: result.append(byte)
            default:
                result.append(0x25)
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }

    private func indented(_ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound("indent", ["width", "first", "blank"])
        let indentation: Text
        if case .text(let text)? = bound[0] {
            indentation = text
        } else {
            indentation = Text(
                String(repeating: " ", count: max(0, min(try whole(bound[0], 4, "indent"), 10_000))))
        }
        let first = bound[1]?.isTrue ?? false
        let blank = bound[2]?.isTrue ?? false
        // With a line break at its end, so that a last empty line counts as one.
        let lines = try self.lines(text + "\n", keepsEnds: false)
        var result = Text("")
        for (index, line) in lines.enumerated() {
            if index > 0 { result.append("\n") }
            if index == 0 ? first : blank || !line.bytes.isEmpty { result.append(indentation) }
            result.append(line)
            guard result.count <= limits.outputBytes else { break }
        }
        return try checked(result)
    }

    private func truncated(_ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound("truncate", ["length", "killwords", "end", "leeway"])
        let length = try whole(bound[0], 255, "truncate")
        let end = try optionalText(bound[2], "truncate") ?? "..."
        let leeway = try whole(bound[3], 5, "truncate")
        try chargeOffsets(of: text)
        let offsets = text.scalarOffsets
        let endCount = end.scalarCount
        guard length >= endCount, leeway >= 0, length <= 1 << 40, leeway <= 1 << 40 else {
            throw TemplateError(.type, "`truncate` needs a length of at least \(endCount).")
        }
        if offsets.count - 1 <= length + leeway { return .text(text) }
        var kept = text.slice(0..<offsets[length - endCount])
        if !(bound[1]?.isTrue ?? false), let space = kept.findLast([0x20], before: kept.count) {
            kept = kept.slice(0..<space)
        }
        return try checked(kept + end)
    }

    private func wrapped(_ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound(
            "wordwrap", ["width", "break_long_words", "wrapstring", "break_on_hyphens"])
        let width = try whole(bound[0], 79, "wordwrap")
        guard width > 0 else { throw TemplateError(.type, "the width of `wordwrap` is at least 1.") }
        let breaksWords = bound[1]?.isTrue ?? true
        let separator = try optionalText(bound[2], "wordwrap") ?? "\n"
        var result: [Text] = []
        for line in try lines(text, keepsEnds: false) {
            var current = Text("")
            var count = 0
            for word in try words(line) {
                try charge()
                var word = word
                var length = word.scalarCount
                if count > 0, count + 1 + length > width {
                    result.append(current)
                    current = ""
                    count = 0
                }
                if breaksWords, length > width {
                    try chargeOffsets(of: word)
                    let offsets = word.scalarOffsets
                    var start = 0
                    while length - start > width {
                        try charge()
                        result.append(word.slice(offsets[start]..<offsets[start + width]))
                        start += width
                    }
                    word = word.slice(offsets[start]..<word.count)
                    length -= start
                }
                if count > 0 { current.append(" ") }
                current.append(word)
                count += (count > 0 ? 1 : 0) + length
            }
            result.append(current)
        }
        return try join(result, separator)
    }

    private func attributes(_ value: Value, _ arguments: CallArguments) throws -> Value {
        guard case .dict(let dict) = value else { throw TemplateError(.type, "`xmlattr` takes a mapping.") }
        let hasSpace = try arguments.bound("xmlattr", ["autospace"])[0]?.isTrue ?? true
        try charge(dict.keys.count)
        var items: [Text] = []
        for (key, value) in dict.items where !value.isNone && !value.isUndefined {
            items.append(Self.escaped(try text(of: key)) + "=\"" + Self.escaped(try text(of: value)) + "\"")
        }
        guard case .text(let text) = try join(items, " ") else { return .text("") }
        return .text(hasSpace && text.count > 0 ? " " + text : text)
    }
}
