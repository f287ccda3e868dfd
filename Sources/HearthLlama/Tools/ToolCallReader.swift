import HearthCore
import HearthTemplates

/// Reads calls of tools out of an answer while it is written, and says what has to come next.
///
/// Text is free until a mark of the format opens a call. From there on everything is settled but three choices, the name, the
/// arguments and whether a list goes on: what is settled the engine writes itself, and for each choice there is a rule that
/// makes a grammar. A text that comes in other pieces, even byte by byte, is read the same.
struct ToolCallReader {
    /// What the next token has to follow within a call.
    enum Rule: Hashable {
        /// The name of a tool and what stands behind it.
        case name
        /// A JSON object that follows the schema of this tool.
        case arguments(Int)
        /// `,` or `]`.
        case more
    }

    /// What came out of a piece, in its order.
    struct Output {
        enum Part {
            case text([UInt8])
            case call(ToolCallDelta)
        }

        private(set) var parts: [Part] = []

        mutating func append(_ text: some Sequence<UInt8>) {
            if case .text(let before)? = parts.last {
                parts[parts.count - 1] = .text(before + text)
            } else {
                parts.append(.text(Array(text)))
            }
        }

        mutating func append(_ call: ToolCallDelta) { parts.append(.call(call)) }
    }

    private enum State {
        case text
        /// What is settled: all of it, and what has not come yet, without white space.
        case settled(text: [UInt8], missing: ArraySlice<UInt8>, then: Step)
        case name([UInt8])
        /// Of ``arguments``.
        case arguments
        case more
    }

    /// What follows something settled.
    private enum Step { case name, arguments(Int), more, end }

    private struct Arguments {
        var tool = 0
        var json = PartialJSON()
        /// Gives out whole characters.
        var text = AnswerText(stopSequences: [])
    }

    /// No answer is meant to call more at once; a model that goes on and on is stopped.
    static let mostCalls = 64
    /// Bytes of white space, or of what may become an object that is a call, after which it is text like any other: a model that
    /// goes on so for ever is not to be read from the beginning at each byte.
    private static let mostHeld = 512

    private let format: ToolCallFormat
    private let names: [[UInt8]]
    private let marks: [[UInt8]]
    private let silent: [[UInt8]]
    private let choice: ToolChoice
    private let makeID: () -> String
    private let bareBeginnings: [[UInt8]]
    private var state = State.text
    /// Those of the call that is being written. Beside the state and not in it, so that they grow in place.
    private var arguments = Arguments()
    /// Whether a call was told of and is not whole.
    private var isOpen = false
    /// Text of which it is not certain yet whether it opens a call.
    private var held: [UInt8] = []
    /// Whether the answer has no text yet, or none since the last call: white space there is none of the answer's.
    private var isAtBeginning = true
    private var id = ""
    /// The calls that are whole.
    private(set) var calls: [ToolCall] = []
    /// Whether nothing more is wanted.
    private(set) var isDone = false
    /// Whether a call that was told of cannot become one any more: its arguments are nested too deeply to be read.
    private(set) var isBroken = false

    /// - Parameter names: Those of the tools, in the order by which ``Rule/arguments(_:)`` counts.
    init(
        _ format: ToolCallFormat, names: [String], choice: ToolChoice = ToolChoice(),
        makeID: @escaping () -> String = ToolCallReader.freshID
    ) {
        self.format = format
        self.names = names.map { Array($0.utf8) }
        self.choice = choice
        self.makeID = makeID
        marks = format.marks.map { Array($0.utf8) }
        silent = format.silent.map { Array($0.utf8) }
        bareBeginnings =
            format.takesBareObjects
            ? names.flatMap { name in
                // Models of this kind often say so although nobody asked.
                ["{\"name\":\"\(name)\"", "{\"type\":\"function\",\"name\":\"\(name)\""].map { Array($0.utf8) }
            } : []
        if choice.isRequired { openFirst() }
    }

    /// An id that no other call has: 24 letters and digits.
    static func freshID() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return "call_" + String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
    }

    var isInCall: Bool {
        if case .text = state { false } else { true }
    }

    /// Whether an answer that ends here ends with a whole call.
    var endsWithCall: Bool {
        guard !calls.isEmpty else { return false }
        switch state {
        case .text: return isAtBeginning
        case .settled(_, _, .end), .settled(_, _, .more), .more: return true
        case .settled, .name, .arguments: return false
        }
    }

    /// What the engine writes itself next; `nil` where the model chooses.
    var settled: [UInt8]? {
        guard case .settled(let text, let missing, _) = state, !missing.isEmpty else { return nil }
        return text.count(where: { !$0.isASCIISpace }) == missing.count ? text : Array(missing)
    }

    /// What the model's choice has to follow; `nil` for text, and where nothing is to be chosen.
    var rule: Rule? {
        switch state {
        case .name: .name
        case .arguments: .arguments(arguments.tool)
        case .more: .more
        case .text, .settled: nil
        }
    }

    // MARK: - Reading

    mutating func append(_ bytes: [UInt8]) -> Output {
        var output = Output()
        var rest = bytes[...]
        while !rest.isEmpty, !isDone {
            switch state {
            case .text: readText(&rest, &output)
            case .settled(let text, let missing, let step): readSettled(&rest, text, missing, step, &output)
            case .name(let bytes): readName(&rest, bytes, &output)
            case .arguments: readArguments(&rest, &output)
            case .more: readMore(&rest, &output)
            }
        }
        return output
    }

    /// What was held back, for an answer that ends here.
    mutating func finish() -> Output {
        defer { held = [] }
        // White space around calls is none of the answer's.
        guard !isInCall, calls.isEmpty || !choice.isRequired && held.contains(where: { !$0.isASCIISpace }) else {
            return Output()
        }
        var output = Output()
        if !held.isEmpty { output.append(held) }
        return output
    }

    private mutating func readText(_ rest: inout ArraySlice<UInt8>, _ output: inout Output) {
        // A byte at a time: the text after a mark is none any more.
        held.append(rest.removeFirst())
        if isAtBeginning, format.takesBareObjects {
            if held.last == UInt8(ascii: ";"), held.dropLast().allSatisfy(\.isASCIISpace), !calls.isEmpty {
                held = []
                return
            }
            switch bareCall() {
            case .none: break
            case .maybe: return
            case .call(let tool):
                held = []
                begin(tool, &output)
                return settle(", \"\(format.argumentsKey)\":", then: .arguments(tool), &output)
            }
        }
        if let mark = silent.first(where: { held.ends(with: $0) }) {
            give(held.count - mark.count, &output)
            held = []
        } else if let mark = marks.first(where: { held.ends(with: $0) }) {
            give(held.count - mark.count, &output)
            held = []
            open(&output)
        } else {
            give(held.count - beginningOfMark(), &output)
        }
    }

    /// Gives out the first bytes of what is held; white space at the beginning only with what follows it, since a call may.
    private mutating func give(_ count: Int, _ output: inout Output) {
        guard count > 0 else { return }
        if isAtBeginning, held.count <= Self.mostHeld, held[..<count].allSatisfy(\.isASCIISpace) { return }
        // Who has to call has nothing else to say behind it.
        if choice.isRequired, !calls.isEmpty {
            isDone = true
            held = []
            return
        }
        output.append(held[..<count])
        held.removeFirst(count)
        isAtBeginning = false
    }

    /// How many of the last bytes may be the beginning of a mark.
    private func beginningOfMark() -> Int {
        let all = marks + silent
        let longest = min(held.count, (all.map(\.count).max() ?? 1) - 1)
        guard longest > 0 else { return 0 }
        return stride(from: longest, to: 0, by: -1).first { length in
            let end = held[(held.count - length)...]
            return all.contains { $0.count > length && $0.starts(with: end) }
        } ?? 0
    }

    // MARK: - Calls

    private enum Bare { case none, maybe, call(Int) }

    /// Whether what is held is an object that names a tool, as far as to the end of the name.
    private func bareCall() -> Bare {
        guard held.count <= Self.mostHeld else { return .none }
        let text = held.filter { !$0.isASCIISpace }
        guard !text.isEmpty else { return .none }
        if let place = bareBeginnings.firstIndex(of: text) { return .call(place / 2) }
        return bareBeginnings.contains { $0.starts(with: text) } ? .maybe : .none
    }

    /// Begins with a call at once.
    private mutating func openFirst() {
        var output = Output()
        let mark = format.takesBareObjects ? [] : marks.first ?? []
        open(&output, mark: mark)
    }

    private mutating func open(_ output: inout Output, mark: [UInt8] = []) {
        let mark = String(decoding: mark, as: UTF8.self)
        switch format.arrangement {
        case .object: settle(mark + format.lead + "{\"name\": \"", then: .name, &output)
        case .list: settle(mark + format.lead + "[{\"name\": \"", then: .name, &output)
        case .named: settle(mark + format.lead, then: .name, &output)
        }
    }

    private mutating func settle(_ text: String, then step: Step, _ output: inout Output) {
        let bytes = Array(text.utf8)
        let missing = bytes.filter { !$0.isASCIISpace }
        if missing.isEmpty {
            enter(step, &output)
        } else {
            state = .settled(text: bytes, missing: missing[...], then: step)
        }
    }

    private mutating func enter(_ step: Step, _ output: inout Output) {
        switch step {
        case .name: state = .name([])
        case .arguments(let tool):
            arguments = Arguments(tool: tool)
            state = .arguments
        case .more:
            if choice.allowsSeveral, calls.count < Self.mostCalls {
                state = .more
            } else {
                settle("]" + format.close, then: .end, &output)
            }
        case .end:
            state = .text
            isAtBeginning = true
            isDone = !choice.allowsSeveral || calls.count >= Self.mostCalls
        }
    }

    private mutating func readSettled(
        _ rest: inout ArraySlice<UInt8>, _ text: [UInt8], _ missing: ArraySlice<UInt8>, _ step: Step,
        _ output: inout Output
    ) {
        let byte = rest[rest.startIndex]
        if missing.first == byte {
            rest.removeFirst()
            let left = missing.dropFirst()
            state = .settled(text: text, missing: left, then: step)
            if left.isEmpty { enter(step, &output) }
        } else if byte.isASCIISpace {
            rest.removeFirst()
        } else {
            // Only a text that no grammar kept in form gets here: it is no call.
            leave()
        }
    }

    private mutating func readName(_ rest: inout ArraySlice<UInt8>, _ sofar: [UInt8], _ output: inout Output) {
        let bytes = sofar + [rest.removeFirst()]
        let end = terminator
        guard bytes.ends(with: end) else {
            state = .name(bytes)
            // Longer than any: this comes to no name.
            if bytes.count > (names.map(\.count).max() ?? 0) + end.count { leave() }
            return
        }
        let name = bytes.dropLast(end.count).drop(while: \.isASCIISpace)
        guard let tool = names.firstIndex(where: { $0.elementsEqual(name) }) else { return leave() }
        begin(tool, &output)
        if case .named = format.arrangement {
            enter(.arguments(tool), &output)
        } else {
            settle(", \"\(format.argumentsKey)\":", then: .arguments(tool), &output)
        }
    }

    /// What ends a name.
    var terminator: [UInt8] {
        if case .named(let separator) = format.arrangement { Array(separator.utf8) } else { [UInt8(ascii: "\"")] }
    }

    private mutating func begin(_ tool: Int, _ output: inout Output) {
        id = makeID()
        isOpen = true
        output.append(ToolCallDelta(index: calls.count, id: id, name: name(tool)))
    }

    private func name(_ tool: Int) -> String { String(decoding: names[tool], as: UTF8.self) }

    private mutating func readArguments(_ rest: inout ArraySlice<UInt8>, _ output: inout Output) {
        var piece = ""
        while let byte = rest.first, !arguments.json.isComplete {
            rest.removeFirst()
            if byte.isASCIISpace, arguments.text.text.isEmpty, piece.isEmpty { continue }
            do {
                try arguments.json.append(CollectionOfOne(byte))
            } catch {
                return leave()
            }
            piece += arguments.text.append([byte]).text
        }
        if !piece.isEmpty {
            output.append(
                ToolCallDelta(index: calls.count, id: id, name: name(arguments.tool), arguments: piece))
        }
        guard arguments.json.isComplete else { return }
        calls.append(ToolCall(id: id, name: name(arguments.tool), arguments: arguments.text.text))
        isOpen = false
        arguments = Arguments()
        switch format.arrangement {
        case .object: settle("}" + format.close, then: .end, &output)
        case .list: settle("}", then: .more, &output)
        case .named: settle(format.close, then: .end, &output)
        }
    }

    private mutating func readMore(_ rest: inout ArraySlice<UInt8>, _ output: inout Output) {
        let byte = rest.removeFirst()
        switch byte {
        case UInt8(ascii: ","): settle("{\"name\": \"", then: .name, &output)
        case UInt8(ascii: "]"): settle(format.close, then: .end, &output)
        default: if !byte.isASCIISpace { leave() }
        }
    }

    /// Goes back to text from something that is no call. What was told of cannot be taken back.
    private mutating func leave() {
        state = .text
        isAtBeginning = false
        held = []
        if isOpen { (isBroken, isDone) = (true, true) }
    }
}

extension Array<UInt8> {
    fileprivate func ends(with part: [UInt8]) -> Bool { count >= part.count && suffix(part.count).elementsEqual(part) }
}
