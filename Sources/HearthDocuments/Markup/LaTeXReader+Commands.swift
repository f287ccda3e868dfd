import HearthCore

// The commands of LaTeX: how they are read, and what becomes of their arguments.

extension LaTeXReader {
    private static let longestName = 60
    private static let mostDefinitions = 5_000
    private static let longestDefinition = 400

    mutating func takeCommand() {
        position += 1
        guard position < bytes.count else { return }
        let sign = bytes[position]
        guard isLetter(sign) || sign == UInt8(ascii: "@") else { return take(sign: sign) }
        let letters = bytes[position...].prefix { isLetter($0) || $0 == UInt8(ascii: "@") }
        position = letters.endIndex
        guard letters.count <= Self.longestName else { return }
        let name = String(decoding: letters, as: UTF8.self)
        if takeWord(name) { return }
        if position < bytes.count, bytes[position] == UInt8(ascii: "*") { position += 1 }
        if letters.count == 1, MarkupSymbols.isAccent(sign), takeAccent(sign) { return }
        if let text = macros[name] {
            swallow("{}")
            return put(text)
        }
        if let command = LaTeXCommand.named(name) {
            if !command.opening.isEmpty { put(command.opening) }
            return begin(command.arguments[...])
        }
        if let symbol = MarkupSymbols.text(of: name) {
            // Letters go on in the word: "stra\ss e".
            if letters.count <= 2 { position = afterSpace(position) }
            if symbol == " " { putSpace() } else { put(symbol) }
            return swallow("{}")
        }
        if state.namesCommands {
            putSpace()
            return put(name)
        }
        // What is set in brackets is for the program.
        if position < bytes.count, bytes[position] == UInt8(ascii: "[") { begin([.option]) }
    }

    /// Passes over what stands here, if it does.
    private mutating func swallow(_ text: StaticString) {
        if bytes[position...].starts(with: text) { position += text.utf8CodeUnitCount }
    }

    /// The place behind the spaces here, and one line end at most.
    private func afterSpace(_ start: Int) -> Int {
        var place = start
        var ends = 0
        while place < bytes.count, isSpace(bytes[place]) {
            if bytes[place] == newline { ends += 1 }
            guard ends < 2 else { return start }
            place += 1
        }
        return place
    }

    // MARK: Signs

    private mutating func take(sign: UInt8) {
        // The first byte of a letter that is no command.
        guard sign < 0x80 else { return }
        position += 1
        switch sign {
        case UInt8(ascii: "\\"):
            // `\\*[2pt]`
            if position < bytes.count, bytes[position] == UInt8(ascii: "*") { position += 1 }
            if state.isInTable { nextRow() } else { putLineEnd() }
            if position < bytes.count, bytes[position] == UInt8(ascii: "[") { begin([.option]) }
        case UInt8(ascii: "("): if !takeMathematics(isDisplay: false) { put("(") }
        case UInt8(ascii: "["): if !takeMathematics(isDisplay: true) { put("[") }
        case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "_"),
            UInt8(ascii: "{"), UInt8(ascii: "}"):
            put(CollectionOfOne(sign))
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): putSpace()
        case _ where isSpace(sign): putSpace()
        case _ where MarkupSymbols.isAccent(sign):
            // `2\^{}3` and `\~{}anna` have the signs alone.
            if !takeAccent(sign), sign == UInt8(ascii: "^") || sign == UInt8(ascii: "~"),
                bytes[position...].starts(with: "{}")
            {
                position += 2
                put(CollectionOfOne(sign))
            }
        // `\-`, `\/`, `\!`: where a word may be parted, and how close things are.
        default: break
        }
    }

    /// An accent on the letter that follows, perhaps in braces; `false` where none does.
    private mutating func takeAccent(_ command: UInt8) -> Bool {
        var place = isLetter(command) ? afterSpace(position) : position
        guard place < bytes.count else { return false }
        let isInBraces = bytes[place] == UInt8(ascii: "{")
        if isInBraces { place += 1 }
        // The letters i and j lose their dots for it.
        if bytes[place...].starts(with: "\\i") || bytes[place...].starts(with: "\\j") { place += 1 }
        guard place < bytes.count else { return false }
        let first = bytes[place]
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        let text = String(decoding: bytes[place..<min(bytes.count, place + length)], as: UTF8.self)
        guard let letter = text.first, letter.isLetter, let told = MarkupSymbols.accented(letter, by: command) else {
            return false
        }
        place += min(length, bytes.count - place)
        if isInBraces {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "}") else { return false }
            place += 1
        }
        position = place
        put(told)
        return true
    }

    // MARK: Words

    /// Commands that do something of their own; `false` for the others.
    private mutating func takeWord(_ name: String) -> Bool {
        switch name {
        case "begin": beginEnvironment()
        case "end": endEnvironment()
        case "item": takeItem()
        case "bibitem":
            beginItem("")
            put("[")
            begin([.option, .cited])
        case "par", "newpage", "clearpage", "pagebreak", "bigskip", "medskip", "smallskip": breakParagraph()
        case "newline", "linebreak": putLineEnd()
        case "tabularnewline", "cr": if state.isInTable { nextRow() }
        case "and", "And": putComma()
        case "verb", "lstinline": takeVerbatim()
        case "input", "include", "subfile", "import", "subimport", "verbatiminput", "lstinputlisting":
            if state.isShown { left.files += 1 }
            begin(name.hasSuffix("import") ? [.dropped, .dropped] : [.option, .dropped])
        case "includegraphics", "includepdf":
            if state.isShown { left.pictures += 1 }
            begin([.option, .option, .dropped])
        case "multicolumn":
            let digits = bytes[position...].dropFirst().prefix(3).prefix(while: isDigit)
            if state.isShown, state.isInTable, let columns = Int(String(decoding: digits, as: UTF8.self)) {
                flow.widenCell(to: columns)
            }
            begin([.dropped, .dropped, .kept])
        case "newcommand", "renewcommand", "providecommand", "def", "gdef", "edef", "newcommandx",
            "DeclareRobustCommand":
            define()
        case "let":
            for _ in 0..<2 {
                position = afterSpace(position)
                if bytes[position...].starts(with: "=") { position += 1 }
                if position < bytes.count, bytes[position] == UInt8(ascii: "\\") { _ = takeName() }
            }
        case "iffalse":
            let text = bytes
            let end = search.first(4, in: position..<bytes.count) { place in
                guard text[place] == UInt8(ascii: "\\") else { return false }
                let name = text[(place + 1)...].prefix(5).prefix { isLetter($0) }
                return name.elementsEqual("fi".utf8) || name.elementsEqual("else".utf8)
            }
            // What stands behind `\else` is shown, up to a `\fi` that says nothing.
            if let end { position = end + (text[end + 1] == UInt8(ascii: "e") ? 5 : 3) }
        default: return false
        }
        return true
    }

    private mutating func takeItem() {
        // `\item<2->` of slides.
        if position < bytes.count, bytes[position] == UInt8(ascii: "<"),
            let end = bytes[position...].prefix(20).firstIndex(of: UInt8(ascii: ">"))
        {
            position = end + 1
        }
        var number = ""
        if let last = lists.indices.last, lists[last].isNumbered, state.isShown {
            lists[last].items += 1
            number = "\(lists[last].items). "
        }
        beginItem(number)
        begin([.itemLabel])
    }

    private mutating func beginItem(_ number: String) {
        // A label that was never closed ends here.
        while case .argument(let argument)? = frames.last?.kind, argument.isShort { pop() }
        guard state.isShown else { return }
        endParagraph()
        beginParagraph(.listItem)
        if !number.isEmpty { flow.setNumber(number) }
    }

    /// `\verb|x|`: the sign behind it ends it, in the same line.
    private mutating func takeVerbatim() {
        if position < bytes.count, bytes[position] == UInt8(ascii: "*") { position += 1 }
        if bytes[position...].starts(with: "[") { return begin([.option, .key]) }
        guard position < bytes.count, !isSpace(bytes[position]), !isLetter(bytes[position]), bytes[position] < 0x80
        else { return }
        let mark = bytes[position] == UInt8(ascii: "{") ? UInt8(ascii: "}") : bytes[position]
        let line = bytes[(position + 1)...].prefix(2_000).prefix { $0 != mark && $0 != newline }
        guard line.endIndex < bytes.count, bytes[line.endIndex] == mark else { return }
        put(line)
        position = line.endIndex + 1
    }

    // MARK: Definitions

    /// The name of a command that stands here, in braces or not.
    private mutating func takeName() -> String? {
        position = afterSpace(position)
        let isInBraces = bytes[position...].starts(with: "{")
        var place = position + (isInBraces ? 1 : 0)
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\\") else { return nil }
        let name = bytes[(place + 1)...].prefix(Self.longestName).prefix { isLetter($0) || $0 == UInt8(ascii: "@") }
        place = name.endIndex
        if isInBraces {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "}") else { return nil }
            place += 1
        }
        position = place
        return String(decoding: name, as: UTF8.self)
    }

    /// `\newcommand{\name}{words}`: where it has no arguments, and is words and nothing else, these stand for it from
    /// now on.
    private mutating func define() {
        if position < bytes.count, bytes[position] == UInt8(ascii: "*") { position += 1 }
        definitions += 1
        guard let name = takeName() else { return begin([.body, .option, .option, .body]) }
        position = afterSpace(position)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
            // Of `\def\name#1#2{…}` the places of the arguments.
            let places = bytes[position...].prefix(40).prefix { $0 == UInt8(ascii: "#") || isDigit($0) }
            position = places.endIndex
            return begin([.option, .option, .body])
        }
        guard definitions <= Self.mostDefinitions, !name.isEmpty, let words = definition() else {
            return begin([.body])
        }
        macros[name] = words
        begin([.body])
    }

    /// What the definition that stands here is in words; `nil` where it is more than a few of these.
    private func definition() -> [UInt8]? {
        var depth = 0
        var place = position
        let limit = min(bytes.count, position + Self.longestDefinition)
        while place < limit {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\\") { place += 1 }
            if byte == UInt8(ascii: "#") { return nil }
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            place += 1
            if depth == 0 { break }
        }
        guard depth == 0, place <= bytes.count, place > position + 1 else { return nil }
        // It knows no definitions itself, so that none is in another.
        var reader = LaTeXReader(Array(bytes[position + 1..<place - 1]), room: Self.longestDefinition)
        reader.definitions = Self.mostDefinitions
        guard (try? reader.run()) == true, reader.position == reader.bytes.count, reader.frames.isEmpty else {
            return nil
        }
        reader.endParagraph()
        let pieces = reader.flow.finish()
        guard pieces.count <= 1, pieces.first.map({ $0.kind == .paragraph }) ?? true else { return nil }
        let words = pieces.first.map { Array($0.text.trimmed()) } ?? []
        return words.count <= Self.longestDefinition ? words : nil
    }

    // MARK: Arguments

    /// Goes into the first of some arguments that is there.
    mutating func begin(_ arguments: ArraySlice<LaTeXArgument>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            let start = afterSpace(position)
            guard start < bytes.count else { return }
            if argument.isOptional {
                guard bytes[start] == UInt8(ascii: "[") else { continue }
            } else {
                guard bytes[start] == UInt8(ascii: "{") else { return }
            }
            position = start + 1
            return push(.argument(argument), then: rest)
        }
    }

    mutating func push(_ kind: Frame.Kind, then rest: ArraySlice<LaTeXArgument> = []) {
        let outer = state
        if case .argument(let argument) = kind { open(argument) }
        frames.append(
            Frame(kind: kind, outer: outer, isShown: state.isShown, written: flow.written, then: rest))
    }

    private mutating func open(_ argument: LaTeXArgument) {
        if argument.isMuted { state.isMuted = true }
        switch argument {
        case .title, .named:
            // They stand before the document.
            state.isPreamble = false
        case .key, .cited, .address: state.isLiteral = true
        default: break
        }
        guard state.isShown else { return }
        switch argument {
        case .heading(let level): openHeading(level)
        case .title: openHeading(1)
        case .named(let word):
            endParagraph()
            beginParagraph(.paragraph)
            flow.setNumber(word)
        case .caption: endParagraph()
        case .note:
            state.outerParagraphs = paragraphs[paragraphs.count - 1]
            (state.isInTable, state.isHeading, state.isCaptured) = (false, false, false)
        case .itemLabel:
            captured = []
            state.isCaptured = true
        case .unit:
            putSpace()
            state.namesCommands = true
        case .option, .keptOption, .dropped, .address, .body, .kept, .key, .cited: break
        }
    }

    private mutating func openHeading(_ level: Int) {
        endParagraph()
        beginParagraph(.heading(level: min(level, 6)))
        captured = []
        (state.isHeading, state.isCaptured) = (true, true)
    }
}
