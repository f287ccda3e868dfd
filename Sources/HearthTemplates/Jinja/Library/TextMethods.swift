extension Renderer {
    func callMethod(_ name: String, of text: Text, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "strip", "lstrip", "rstrip":
            let characters = try optionalText(try arguments.bound(name, ["chars"])[0], name)
            return .text(text.stripped(characters, left: name != "rstrip", right: name != "lstrip"))
        case "split", "rsplit": return try split(name, text, arguments)
        case "splitlines":
            let keeps = try arguments.bound(name, ["keepends"])[0]?.isTrue ?? false
            return try checked(List(Self.lines(text, keepsEnds: keeps).map(Value.text)))
        case "partition", "rpartition": return try partition(name, text, arguments)
        case "startswith", "endswith": return .bool(try hasEnd(name, text, arguments))
        case "removeprefix", "removesuffix":
            let part = try self.text(try arguments.bound(name, ["part"])[0], name)
            if name == "removeprefix" {
                return .text(text.bytes.starts(with: part.bytes) ? text.slice(part.count..<text.count) : text)
            }
            let isThere = text.bytes.suffix(part.count).elementsEqual(part.bytes)
            return .text(isThere ? text.slice(0..<text.count - part.count) : text)
        case "replace":
            let bound = try arguments.bound(name, ["old", "new", "count"])
            return try checked(
                try replacing(
                    text, try self.text(bound[0], name), try self.text(bound[1], name), try whole(bound[2], -1, name)))
        case "find", "rfind", "index", "rindex", "count": return try search(name, text, arguments)
        case "join":
            let items = try iterate(try arguments.bound(name, ["iterable"])[0] ?? .none)
            return try join(items.map { try self.text($0, name) }, text)
        case "format": return try checked(try BraceFormat.apply(text, arguments, self))
        case "center", "ljust", "rjust":
            let bound = try arguments.bound(name, ["width", "fill"])
            let fill = try optionalText(bound[1], name) ?? " "
            return try checked(try padded(text, try whole(bound[0], 0, name), fill, name))
        case "zfill":
            let width = try whole(try arguments.bound(name, ["width"])[0], 0, name)
            let hasSign = text.bytes.first == UInt8(ascii: "-") || text.bytes.first == UInt8(ascii: "+")
            let sign = text.slice(0..<(hasSign ? 1 : 0))
            let digits = text.slice(sign.count..<text.count)
            return try checked(sign + (try padded(digits, max(width, sign.count) - sign.count, "0", "rjust")))
        default:
            _ = try arguments.bound(name, [])
            if name.hasPrefix("is") { return .bool(Self.isKind(name, text)) }
            return try checked(text.changed(to: Self.cased(name, text.string)))
        }
    }

    /// - Throws: ``TemplateError`` for what is not a text.
    func text(_ value: Value?, _ function: String) throws -> Text {
        guard case .text(let text)? = value else {
            if case .undefined(let name)? = value { throw TemplateError.undefinedValue(name) }
            throw TemplateError(.type, "`\(function)` takes a text, not a \(value?.typeName ?? "missing value").")
        }
        return text
    }

    func optionalText(_ value: Value?, _ function: String) throws -> Text? {
        guard let value, !value.isNone else { return nil }
        return try text(value, function)
    }

    func whole(_ value: Value?, _ standard: Int, _ function: String) throws -> Int {
        guard let value else { return standard }
        guard case .int(let number)? = value.number else {
            throw TemplateError(.type, "`\(function)` takes a whole number, not a \(value.typeName).")
        }
        return number
    }

    func join(_ items: [Text], _ separator: Text) throws -> Value {
        var result = Text("")
        for (index, item) in items.enumerated() {
            if index > 0 { result.append(separator) }
            result.append(item)
            if result.count > limits.outputBytes { break }
        }
        return try checked(result)
    }

    /// - Parameter count: The most replacements; below zero for all.
    func replacing(_ text: Text, _ old: Text, _ new: Text, _ count: Int) throws -> Text {
        var result = Text("")
        var left = count < 0 ? Int.max : count
        func guardLength() throws {
            try charge()
            guard result.count <= limits.outputBytes else {
                throw TemplateError(.limit, "a text in the template grew too long.")
            }
        }
        if old.bytes.isEmpty {
            // Between all characters, and at both ends.
            for scalar in text.scalars {
                if left > 0 { result.append(new) }
                left -= 1
                result.append(scalar)
                try guardLength()
            }
            if left > 0 { result.append(new) }
            return result
        }
        var position = 0
        while left > 0, let found = text.find(old.bytes, from: position) {
            result.append(text.slice(position..<found))
            result.append(new)
            position = found + old.count
            left -= 1
            try guardLength()
        }
        result.append(text.slice(position..<text.count))
        return result
    }

    func padded(_ text: Text, _ width: Int, _ fill: Text, _ method: String) throws -> Text {
        let count = text.scalarCount
        guard width > count else { return text }
        let missing = width - count
        guard fill.scalarCount == 1 else { throw TemplateError(.type, "`\(method)` fills with one character.") }
        guard missing <= limits.outputBytes / 4 else { throw TemplateError(.limit, "a text grew too long.") }
        // Python puts the odd one to the left where the width is odd.
        let left =
            switch method {
            case "ljust": 0
            case "rjust": missing
            default: missing / 2 + (missing & width & 1)
            }
        var result = Text("")
        for _ in 0..<left { result.append(fill) }
        result.append(text)
        for _ in 0..<missing - left { result.append(fill) }
        return result
    }

    // MARK: Cutting

    private func split(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound(name, ["sep", "maxsplit"])
        let limit = try whole(bound[1], -1, name)
        let most = limit < 0 ? Int.max : limit
        let parts: [Text]
        if let separator = try optionalText(bound[0], name) {
            guard !separator.bytes.isEmpty else { throw TemplateError(.type, "the separator is empty.") }
            parts = name == "split" ? Self.split(text, separator, most) : Self.splitFromEnd(text, separator, most)
        } else {
            parts = name == "split" ? Self.words(text, most) : Self.wordsFromEnd(text, most)
        }
        return try checked(List(parts.map(Value.text)))
    }

    private static func split(_ text: Text, _ separator: Text, _ most: Int) -> [Text] {
        var parts: [Text] = []
        var position = 0
        while parts.count < most, let found = text.find(separator.bytes, from: position) {
            parts.append(text.slice(position..<found))
            position = found + separator.count
        }
        return parts + [text.slice(position..<text.count)]
    }

    private static func splitFromEnd(_ text: Text, _ separator: Text, _ most: Int) -> [Text] {
        var parts: [Text] = []
        var end = text.count
        while parts.count < most, let found = text.findLast(separator.bytes, before: end) {
            parts.append(text.slice(found + separator.count..<end))
            end = found
        }
        return [text.slice(0..<end)] + parts.reversed()
    }

    /// Words between white space; the rest, once `most` are cut, keeps its inner space.
    static func words(_ text: Text, _ most: Int = .max) -> [Text] {
        var parts: [Text] = []
        var start: Int?
        var index = 0
        while index < text.count {
            let (scalar, length) = UTF8Scalar.first(text.bytes, index)
            if Whitespace.contains(scalar) {
                if let begin = start { parts.append(text.slice(begin..<index)) }
                start = nil
            } else if start == nil {
                if parts.count == most { return parts + [text.slice(index..<text.count)] }
                start = index
            }
            index += length
        }
        if let begin = start { parts.append(text.slice(begin..<text.count)) }
        return parts
    }

    private static func wordsFromEnd(_ text: Text, _ most: Int) -> [Text] {
        let words = words(text)
        guard words.count > most else { return words }
        var rest = text.stripped(left: false)
        for word in words.suffix(most).reversed() {
            rest = rest.slice(0..<rest.count - word.count).stripped(left: false)
        }
        return [rest] + words.suffix(most)
    }

    static func lines(_ text: Text, keepsEnds: Bool) -> [Text] {
        var lines: [Text] = []
        var start = 0
        var index = 0
        while index < text.count {
            let (scalar, length) = UTF8Scalar.first(text.bytes, index)
            var end = index + length
            switch scalar.value {
            case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029:
                if scalar == "\r", end < text.count, text.bytes[end] == 0x0A { end += 1 }
                lines.append(text.slice(start..<(keepsEnds ? end : index)))
                start = end
            default: break
            }
            index = end
        }
        if start < text.count { lines.append(text.slice(start..<text.count)) }
        return lines
    }

    private func partition(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Value {
        let separator = try self.text(try arguments.bound(name, ["sep"])[0], name)
        guard !separator.bytes.isEmpty else { throw TemplateError(.type, "the separator is empty.") }
        let isFirst = name == "partition"
        let found = isFirst ? text.find(separator.bytes) : text.findLast(separator.bytes, before: text.count)
        let parts: [Text] =
            if let found {
                [
                    text.slice(0..<found), text.slice(found..<found + separator.count),
                    text.slice(found + separator.count..<text.count),
                ]
            } else {
                isFirst ? [text, "", ""] : ["", "", text]
            }
        return .list(List(parts.map(Value.text), kind: .tuple))
    }

    // MARK: Looking

    /// The bytes between two code points, and where they begin.
    private func window(_ text: Text, _ start: Value?, _ end: Value?, _ name: String) throws -> (Range<Int>, [Int])? {
        let offsets = text.scalarOffsets
        let count = offsets.count - 1
        func place(_ value: Value?, _ standard: Int) throws -> Int {
            guard let value, !value.isNone else { return standard }
            let number = try whole(value, standard, name)
            return number < 0 ? max(0, number + count) : number
        }
        let low = try place(start, 0)
        let high = min(count, try place(end, count))
        guard low <= high else { return nil }
        return (offsets[low]..<offsets[high], offsets)
    }

    private func hasEnd(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Bool {
        let bound = try arguments.bound(name, ["part", "start", "end"])
        guard let (range, _) = try window(text, bound[1], bound[2], name) else { return false }
        let here = text.bytes[range]
        var choices: [Value] = []
        if case .list(let list)? = bound[0], list.kind == .tuple {
            choices = list.items
        } else if let value = bound[0] {
            choices = [value]
        }
        for choice in choices {
            let part = try self.text(choice, name).bytes
            if name == "startswith" ? here.starts(with: part) : here.suffix(part.count).elementsEqual(part) {
                return true
            }
        }
        return false
    }

    private func search(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound(name, ["part", "start", "end"])
        let part = try self.text(bound[0], name)
        var found: Int?
        if let (range, offsets) = try window(text, bound[1], bound[2], name) {
            let here = text.slice(range)
            if name == "count" {
                if part.bytes.isEmpty { return .int(here.scalarCount + 1) }
                return .int(Self.split(here, part, .max).count - 1)
            }
            let place =
                name.hasPrefix("r") ? here.findLast(part.bytes, before: here.count) : here.find(part.bytes)
            found = place.flatMap { place in
                let target = place + range.lowerBound
                var low = 0
                var high = offsets.count
                while low < high {
                    let middle = (low + high) / 2
                    if offsets[middle] < target { low = middle + 1 } else { high = middle }
                }
                return low
            }
        } else if name == "count" {
            return .int(0)
        }
        if found == nil, name.hasSuffix("index") { throw TemplateError(.type, "the text has no such part.") }
        return .int(found ?? -1)
    }

    // MARK: Letters

    static func cased(_ name: String, _ string: String) -> String {
        switch name {
        case "upper": return string.uppercased()
        case "lower", "casefold": return string.lowercased()
        case "capitalize":
            guard let first = string.unicodeScalars.first else { return "" }
            return first.properties.titlecaseMapping
                + String(String.UnicodeScalarView(string.unicodeScalars.dropFirst())).lowercased()
        case "swapcase":
            return string.unicodeScalars.map {
                $0.properties.isUppercase ? $0.properties.lowercaseMapping : $0.properties.uppercaseMapping
            }.joined()
        default:
            // `title`: a letter after none is raised, all others lowered.
            var result = ""
            var afterLetter = false
            for scalar in string.unicodeScalars {
                result += afterLetter ? scalar.properties.lowercaseMapping : scalar.properties.titlecaseMapping
                afterLetter = scalar.properties.isCased
            }
            return result
        }
    }

    private static func isKind(_ name: String, _ text: Text) -> Bool {
        let scalars = text.string.unicodeScalars
        guard !scalars.isEmpty else { return false }
        switch name {
        case "isspace": return scalars.allSatisfy(Whitespace.contains)
        case "isalpha": return scalars.allSatisfy(isLetter)
        case "isalnum": return scalars.allSatisfy { isLetter($0) || $0.properties.numericType != nil }
        case "isdecimal": return scalars.allSatisfy { $0.properties.numericType == .decimal }
        case "isdigit":
            return scalars.allSatisfy { $0.properties.numericType == .decimal || $0.properties.numericType == .digit }
        case "isnumeric": return scalars.allSatisfy { $0.properties.numericType != nil }
        default:
            let cased = scalars.filter { $0.properties.isLowercase || $0.properties.isUppercase }
            return !cased.isEmpty
                && cased.allSatisfy { name == "islower" ? $0.properties.isLowercase : $0.properties.isUppercase }
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
