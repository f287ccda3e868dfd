extension Renderer {
    func callMethod(_ name: String, of text: Text, _ arguments: CallArguments) throws -> Value {
        switch name {
        case "strip", "lstrip", "rstrip":
            let characters = try optionalText(try arguments.bound(name, ["chars"])[0], name)
            if let characters { try chargeLetters(of: characters) }
            return .text(text.stripped(characters, left: name != "rstrip", right: name != "lstrip"))
        case "split", "rsplit": return try split(name, text, arguments)
        case "splitlines":
            let keeps = try arguments.bound(name, ["keepends"])[0]?.isTrue ?? false
            return try checked(List(try lines(text, keepsEnds: keeps).map(Value.text)))
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
            try charge(items.count)
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
            if name.hasPrefix("is") {
                try chargeLetters(of: text)
                return .bool(Self.isKind(name, text))
            }
            return try checked(try cased(name, text))
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
        try charge(items.count)
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
            try charge(text.count)
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
        return fill.repeated(left) + text + fill.repeated(missing - left)
    }

    // MARK: Cutting

    private func split(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Value {
        let bound = try arguments.bound(name, ["sep", "maxsplit"])
        let limit = try whole(bound[1], -1, name)
        let most = limit < 0 ? Int.max : limit
        let parts: [Text]
        if let separator = try optionalText(bound[0], name) {
            guard !separator.bytes.isEmpty else { throw TemplateError(.type, "the separator is empty.") }
            parts = try name == "split" ? split(text, separator, most) : splitFromEnd(text, separator, most)
        } else {
            parts = try name == "split" ? words(text, most) : wordsFromEnd(text, most)
        }
        return try checked(List(parts.map(Value.text)))
    }

    private func split(_ text: Text, _ separator: Text, _ most: Int) throws -> [Text] {
        var parts: [Text] = []
        var position = 0
        while parts.count < most, let found = text.find(separator.bytes, from: position) {
            try charge()
            parts.append(text.slice(position..<found))
            position = found + separator.count
        }
        return parts + [text.slice(position..<text.count)]
    }

    private func splitFromEnd(_ text: Text, _ separator: Text, _ most: Int) throws -> [Text] {
        var parts: [Text] = []
        var end = text.count
        while parts.count < most, let found = text.findLast(separator.bytes, before: end) {
            try charge()
            parts.append(text.slice(found + separator.count..<end))
            end = found
        }
        return [text.slice(0..<end)] + parts.reversed()
    }

    /// Words between white space; the rest, once `most` are cut, keeps its inner space.
    func words(_ text: Text, _ most: Int = .max) throws -> [Text] {
        let places = try wordPlaces(text, most)
        var parts = places.prefix(most).map { text.slice($0) }
        if places.count > most { parts.append(text.slice(places[most].lowerBound..<text.count)) }
        return parts
    }

    /// Where words are; no more than one beyond `most`.
    private func wordPlaces(_ text: Text, _ most: Int = .max) throws -> [Range<Int>] {
        var places: [Range<Int>] = []
        var start: Int?
        var index = 0
        while index < text.count {
            let (scalar, length) = UTF8Scalar.first(text.bytes, index)
            if Whitespace.contains(scalar) {
                if let begin = start {
                    try charge()
                    places.append(begin..<index)
                }
                start = nil
            } else if start == nil {
                start = index
                if places.count == most { break }
            }
            index += length
        }
        if let begin = start { places.append(begin..<text.count) }
        return places
    }

    private func wordsFromEnd(_ text: Text, _ most: Int) throws -> [Text] {
        let places = try wordPlaces(text)
        guard places.count > most else { return places.map { text.slice($0) } }
        let rest = text.slice(0..<places[places.count - most - 1].upperBound)
        return [rest] + places.suffix(most).map { text.slice($0) }
    }

    func lines(_ text: Text, keepsEnds: Bool) throws -> [Text] {
        var lines: [Text] = []
        var start = 0
        var index = 0
        while index < text.count {
            let (scalar, length) = UTF8Scalar.first(text.bytes, index)
            var end = index + length
            switch scalar.value {
            case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029:
                try charge()
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

    /// The bytes between two code points.
    private func window(_ text: Text, _ start: Value?, _ end: Value?, _ name: String) throws -> Range<Int>? {
        if start?.isNone ?? true, end?.isNone ?? true { return 0..<text.count }
        try chargeOffsets(of: text)
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
        return offsets[low]..<offsets[high]
    }

    private func hasEnd(_ name: String, _ text: Text, _ arguments: CallArguments) throws -> Bool {
        let bound = try arguments.bound(name, ["part", "start", "end"])
        guard let range = try window(text, bound[1], bound[2], name) else { return false }
        let here = text.bytes[range]
        var choices: [Value] = []
        if case .list(let list)? = bound[0], list.kind == .tuple {
            choices = list.items
        } else if let value = bound[0] {
            choices = [value]
        }
        for choice in choices {
            let part = try self.text(choice, name).bytes
            try charge(1, bytes: min(part.count, here.count))
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
        if let range = try window(text, bound[1], bound[2], name) {
            let here = text.slice(range)
            if name == "count" {
                if part.bytes.isEmpty { return .int(here.scalarCount + 1) }
                return .int(try split(here, part, .max).count - 1)
            }
            let place =
                name.hasPrefix("r") ? here.findLast(part.bytes, before: here.count) : here.find(part.bytes)
            // The code points before it.
            found = place.map { text.bytes[..<($0 + range.lowerBound)].count { $0 & 0xC0 != 0x80 } }
        } else if name == "count" {
            return .int(0)
        }
        if found == nil, name.hasSuffix("index") { throw TemplateError(.type, "the text has no such part.") }
        return .int(found ?? -1)
    }

    // MARK: Letters

    /// With other letters, large or small.
    func cased(_ name: String, _ text: Text) throws -> Text {
        // What is most texts takes no look at what Unicode says of each letter.
        if text.isASCII, ["upper", "lower", "casefold"].contains(name) {
            let (first, last, change): (UInt8, UInt8, UInt8) =
                name == "upper" ? (0x61, 0x7A, 0xE0) : (0x41, 0x5A, 0x20)
            return text.changed(to: text.bytes.map { (first...last).contains($0) ? $0 &+ change : $0 })
        }
        try chargeLetters(of: text)
        return text.changed(to: Self.cased(name, text.string))
    }

    private static func cased(_ name: String, _ string: String) -> String {
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
