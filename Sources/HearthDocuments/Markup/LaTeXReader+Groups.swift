import HearthCore

// Where groups and environments of LaTeX begin and end.

extension LaTeXReader {
    /// Groups in which an environment that ends is looked for.
    private static let mostOpen = 20
    private static let wholes = [
        "verbatim", "Verbatim", "BVerbatim", "lstlisting", "minted", "alltt", "equation", "align", "gather", "multline",
        "eqnarray", "displaymath", "math", "flalign", "alignat", "comment", "filecontents", "tikzpicture", "picture",
        "pgfpicture", "axis", "forest", "circuitikz",
    ]

    // MARK: Groups

    mutating func closeBrace() {
        // A bracket that is still open was a sign like others.
        while case .argument(let argument)? = frames.last?.kind, argument.isOptional { pop() }
        switch frames.last?.kind {
        case .group?, .argument?: pop(goesOn: true)
        case .environment?, nil: break
        }
    }

    /// Ends the innermost group.
    ///
    /// - Parameter goesOn: Whether the arguments that follow it are looked for.
    mutating func pop(goesOn: Bool = false) {
        guard let frame = frames.popLast() else { return }
        if frame.isShown {
            switch frame.kind {
            case .group: break
            case .argument(let argument): close(argument, frame)
            case .environment(let environment, _): close(environment)
            }
        }
        state = frame.outer
        if goesOn { begin(frame.then) }
    }

    private mutating func close(_ argument: LaTeXArgument, _ frame: Frame) {
        switch argument {
        case .heading(let level):
            endParagraph()
            if level < titles.best?.level ?? .max, let title = capturedTitle() { titles.best = (level, title) }
        case .title:
            endParagraph()
            titles.whole = capturedTitle()
        case .named, .caption, .note: endParagraph()
        case .cited:
            state.isLiteral = false
            put("]")
        case .keptOption:
            if frame.then.contains(.cited), flow.written > frame.written { putComma() } else { putSpace() }
        case .itemLabel:
            // A word and what it means; boxes and numbers of people's own are marks.
            let label = String(decoding: captured.trimmed(), as: UTF8.self)
            if let last = label.last, last.isLetter || last.isNumber { put(":") }
            putSpace()
        case .option, .dropped, .address, .body, .kept, .key, .unit: break
        }
    }

    private func capturedTitle() -> String? {
        let title = onOneLine(String(decoding: captured, as: UTF8.self).prefix(300))
        return title.isEmpty ? nil : title
    }

    // MARK: Environments

    /// `{name}`; `nil` where none stands here.
    private mutating func takeEnvironmentName() -> String? {
        let rest = bytes[position...].prefix(50)
        guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        position = end + 1
        return String(decoding: rest[(rest.startIndex + 1)..<end].trimmed(), as: UTF8.self)
    }

    mutating func beginEnvironment() {
        guard let name = takeEnvironmentName() else { return }
        if name == "document" {
            while !frames.isEmpty { pop() }
            state = State()
            return
        }
        let environment = LaTeXEnvironment(name)
        switch environment {
        case .verbatim, .mathematics, .comment, .drawing: if takeWhole(name, environment) { return }
        default: break
        }
        endParagraph()
        let outer = state
        if state.isShown { open(environment) }
        frames.append(
            Frame(
                kind: .environment(environment, name: name), outer: outer, isShown: state.isShown,
                written: flow.written))
        begin(LaTeXEnvironment.arguments(of: name)[...])
    }

    private mutating func open(_ environment: LaTeXEnvironment) {
        switch environment {
        case .quote: state.isQuote = true
        case .list(let isNumbered): lists.append((isNumbered, 0))
        case .abstract: flow.insert([TextFlow.Piece(kind: .heading(level: 3), text: Array("Abstract".utf8))])
        case .works: flow.insert([TextFlow.Piece(kind: .heading(level: 3), text: Array("References".utf8))])
        case .table:
            flow.beginTable()
            flow.beginRow()
            flow.beginCell()
            paragraphs.append(0)
            state.isInTable = true
            state.outerParagraphs = 0
        case .verbatim, .mathematics, .comment, .drawing, .other: break
        }
        if environment != .table { state.isInTable = false }
    }

    private mutating func close(_ environment: LaTeXEnvironment) {
        endParagraph()
        switch environment {
        case .list: lists.removeLast()
        case .table:
            flow.endCell()
            paragraphs.removeLast()
            flow.endRow()
            flow.endTable()
        default: break
        }
    }

    mutating func endEnvironment() {
        guard let name = takeEnvironmentName() else { return }
        if name == "document", !state.isPreamble {
            // What follows is not read by LaTeX either.
            position = bytes.count
            while !frames.isEmpty { pop() }
            return
        }
        let found = frames.suffix(Self.mostOpen).lastIndex { frame in
            guard case .environment(_, let own) = frame.kind else { return false }
            return own == name
        }
        guard let open = found else { return }
        while frames.count > open { pop() }
    }

    /// What is not read but taken as it stands, up to its end; `false` where it has none.
    private mutating func takeWhole(_ name: String, _ environment: LaTeXEnvironment) -> Bool {
        let bare = name.hasSuffix("*") ? String(name.dropLast()) : name
        let kind = 100 + 2 * (Self.wholes.firstIndex(of: bare) ?? 0) + (bare == name ? 0 : 1)
        let mark = Array("\\end{\(name)}".utf8)
        let limit = environment == .mathematics ? min(bytes.count, position + Self.longestDisplay) : bytes.count
        let text = bytes
        let found = search.first(kind, in: position..<limit) { place in
            text[place] == UInt8(ascii: "\\") && text[place...].starts(with: mark)
        }
        guard let end = found else { return false }
        let inner = bytes[position..<end]
        position = end + mark.count
        switch environment {
        case .mathematics: display(inner)
        case .verbatim: put(program: inner)
        case .drawing: if state.isShown { left.drawings += 1 }
        default: break
        }
        return true
    }

    private mutating func put(program: ArraySlice<UInt8>) {
        endParagraph()
        guard state.isShown else { return }
        var lines = program
        // "[language=Python]" and "{python}" stand behind the beginning.
        for (first, last) in [(UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "{"), UInt8(ascii: "}"))]
        where lines.first == first {
            guard let end = lines.prefix(1_000).firstIndex(of: last) else { continue }
            lines = lines[(end + 1)...]
        }
        if let end = lines.firstIndex(of: newline), lines[..<end].allSatisfy(isSpace) { lines = lines[(end + 1)...] }
        flow.insert([TextFlow.Piece(kind: .code, text: Array(lines))])
    }
}
