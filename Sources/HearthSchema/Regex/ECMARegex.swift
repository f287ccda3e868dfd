/// A regular expression as the `pattern` keyword has it: ECMA-262 on Unicode scalars, found anywhere in a text.
///
/// Expressions without look-around and back references are matched in time proportional to the text (all threads in step,
/// after Thompson and Pike), so that no pattern makes it hang. The others backtrack within a budget of steps.
public struct ECMARegex: Sendable {
    public let pattern: String
    let syntax: RegexSyntax
    private let program: RegexProgram
    private let captures: Int

    /// Backtracking steps before a search is given up.
    static let stepLimit = 2_000_000

    /// - Throws: ``SchemaError`` of kind `malformedPattern` or `tooCostly`.
    public init(_ pattern: String) throws {
        let (syntax, captures) = try RegexParser.parse(pattern)
        try self.init(syntax, captures: captures, pattern: pattern)
    }

    init(_ syntax: RegexSyntax, captures: Int = 0, pattern: String = "") throws {
        self.pattern = pattern
        self.syntax = syntax
        self.captures = captures
        program = try RegexProgram(syntax, captures: captures)
    }

    /// Whether the pattern is found anywhere in the text.
    /// - Throws: ``SchemaError`` of kind `tooCostly` when backtracking takes too many steps.
    public func isFound(in text: String) throws -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        if !program.isBeyondRegular {
            var matcher = ThreadMatcher(program, scalars)
            return try matcher.search()
        }
        var matcher = BacktrackingMatcher(program, scalars)
        for start in 0...scalars.count where try matcher.run(from: 0, at: start) { return true }
        return false
    }
}

/// All threads of a program in step over the text.
private struct ThreadMatcher {
    private let program: RegexProgram
    private let text: [UInt32]
    private var seen: [Int]
    private var pending: [Int] = []
    private var steps = 0
    private static let stepLimit = 200_000_000

    init(_ program: RegexProgram, _ text: [UInt32]) {
        self.program = program
        self.text = text
        seen = Array(repeating: -1, count: program.code.count)
    }

    mutating func search() throws -> Bool {
        var current: [Int] = []
        var following: [Int] = []
        for position in 0...text.count {
            if add(0, at: position, &current) { return true }
            if position == text.count { break }
            following.removeAll(keepingCapacity: true)
            let value = text[position]
            steps += current.count + 1
            guard steps < Self.stepLimit else { throw tooCostly }
            for thread in current {
                guard case .set(let set) = program.code[thread], program.sets[set].contains(value) else { continue }
                if add(thread + 1, at: position + 1, &following) { return true }
            }
            swap(&current, &following)
        }
        return false
    }

    /// Follows what takes no character; true when the end is reached.
    private mutating func add(_ start: Int, at position: Int, _ threads: inout [Int]) -> Bool {
        pending.append(start)
        while let counter = pending.popLast() {
            guard seen[counter] != position else { continue }
            seen[counter] = position
            switch program.code[counter] {
            case .set: threads.append(counter)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .jump(let next): pending.append(next)
            case .save, .mark, .progress: pending.append(counter + 1)
            case .start: if position == 0 { pending.append(counter + 1) }
            case .end: if position == text.count { pending.append(counter + 1) }
            case .wordBoundary(let negated):
                if isBoundary(text, position) != negated { pending.append(counter + 1) }
            case .match:
                pending.removeAll(keepingCapacity: true)
                return true
            case .backreference, .look: break
            }
        }
        return false
    }
}

private let tooCostly = SchemaError(.tooCostly, "A pattern takes too many steps on this text.")

private func isBoundary(_ text: [UInt32], _ position: Int) -> Bool {
    let before = position > 0 && ScalarSet.word.contains(text[position - 1])
    let after = position < text.count && ScalarSet.word.contains(text[position])
    return before != after
}

/// Tries one way after the other, with the ways not yet tried on a stack of its own.
private struct BacktrackingMatcher {
    private struct Choice {
        var counter: Int
        var position: Int
        var undo: Int
    }

    private let program: RegexProgram
    private let text: [UInt32]
    private var registers: [Int]
    private var undo: [(register: Int, value: Int)] = []
    private var steps = 0

    init(_ program: RegexProgram, _ text: [UInt32]) {
        self.program = program
        self.text = text
        registers = Array(repeating: -1, count: program.registers)
    }

    /// Look-arounds recurse, as deep as they are nested in the pattern.
    mutating func run(from start: Int, at from: Int, backwards: Bool = false) throws -> Bool {
        var choices = [Choice(counter: start, position: from, undo: undo.count)]
        while let choice = choices.popLast() {
            restore(to: choice.undo)
            var counter = choice.counter
            var position = choice.position
            thread: while true {
                steps += 1
                guard steps < ECMARegex.stepLimit, choices.count < ECMARegex.stepLimit else { throw tooCostly }
                switch program.code[counter] {
                case .set(let set):
                    let index = backwards ? position - 1 : position
                    guard index >= 0, index < text.count, program.sets[set].contains(text[index]) else { break thread }
                    position += backwards ? -1 : 1
                    counter += 1
                case .split(let first, let second):
                    choices.append(Choice(counter: second, position: position, undo: undo.count))
                    counter = first
                case .jump(let next): counter = next
                case .save(let slot), .mark(let slot):
                    undo.append((slot, registers[slot]))
                    registers[slot] = position
                    counter += 1
                case .progress(let register):
                    guard registers[register] != position else { break thread }
                    counter += 1
                case .start:
                    guard position == 0 else { break thread }
                    counter += 1
                case .end:
                    guard position == text.count else { break thread }
                    counter += 1
                case .wordBoundary(let negated):
                    guard isBoundary(text, position) != negated else { break thread }
                    counter += 1
                case .backreference(let number):
                    guard let moved = refer(to: number, position, backwards) else { break thread }
                    position = moved
                    counter += 1
                case .look(let behind, let negative, let next):
                    let mark = undo.count
                    let found = try run(from: counter + 1, at: position, backwards: behind)
                    if !found || negative { restore(to: mark) }
                    guard found != negative else { break thread }
                    counter = next
                case .match: return true
                }
            }
        }
        return false
    }

    private func refer(to number: Int, _ position: Int, _ backwards: Bool) -> Int? {
        let start = registers[number * 2]
        let end = registers[number * 2 + 1]
        guard start >= 0, end >= start else { return position }
        let count = end - start
        let from = backwards ? position - count : position
        guard from >= 0, from + count <= text.count else { return nil }
        for offset in 0..<count where text[start + offset] != text[from + offset] { return nil }
        return backwards ? from : from + count
    }

    private mutating func restore(to count: Int) {
        while undo.count > count {
            let entry = undo.removeLast()
            registers[entry.register] = entry.value
        }
    }
}

/// A regular expression as instructions: the same ones serve the matcher, and the automaton of a grammar.
struct RegexProgram: Sendable {
    enum Instruction: Sendable {
        case set(Int)
        /// Goes on at both; the first is preferred.
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case start
        case end
        case wordBoundary(negated: Bool)
        case backreference(Int)
        /// The body follows and ends in `match`; the program goes on at `next`.
        case look(behind: Bool, negative: Bool, next: Int)
        /// Remembers where a round of a loop began, in a register.
        case mark(Int)
        /// Fails where the round since `mark` took no character.
        case progress(Int)
        case match
    }

    static let sizeLimit = 60_000

    private(set) var code: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    /// Slots of captures, then registers of loops.
    private(set) var registers: Int
    /// Whether it needs backtracking: it looks around or refers back.
    private(set) var isBeyondRegular = false
    private var setNumbers: [ScalarSet: Int] = [:]

    init(_ syntax: RegexSyntax, captures: Int) throws {
        registers = (captures + 1) * 2
        try emit(syntax, backwards: false)
        try append(.match)
    }

    private mutating func append(_ instruction: Instruction) throws {
        guard code.count < Self.sizeLimit else {
            throw SchemaError(
                .tooCostly, "A pattern is too large: its counts unroll to more than \(Self.sizeLimit) steps.")
        }
        code.append(instruction)
    }

    private mutating func emit(_ syntax: RegexSyntax, backwards: Bool) throws {
        switch syntax {
        case .empty: break
        case .set(let set):
            let number = setNumbers[set] ?? sets.count
            if number == sets.count {
                sets.append(set)
                setNumbers[set] = number
            }
            try append(.set(number))
        case .sequence(let items):
            for item in backwards ? items.reversed() : items { try emit(item, backwards: backwards) }
        case .alternatives(let items):
            var jumps: [Int] = []
            for (index, item) in items.enumerated() {
                guard index < items.count - 1 else {
                    try emit(item, backwards: backwards)
                    break
                }
                let split = code.count
                try append(.split(0, 0))
                try emit(item, backwards: backwards)
                jumps.append(code.count)
                try append(.jump(0))
                code[split] = .split(split + 1, code.count)
            }
            for jump in jumps { code[jump] = .jump(code.count) }
        case .repetition(let item, let minimum, let maximum, let lazy):
            try emitRepetition(item, minimum, maximum, lazy, backwards)
        case .group(let item, let capture):
            guard let capture else { return try emit(item, backwards: backwards) }
            try append(.save(capture * 2 + (backwards ? 1 : 0)))
            try emit(item, backwards: backwards)
            try append(.save(capture * 2 + (backwards ? 0 : 1)))
        case .start: try append(.start)
        case .end: try append(.end)
        case .wordBoundary(let negated): try append(.wordBoundary(negated: negated))
        case .backreference(let number):
            isBeyondRegular = true
            try append(.backreference(number))
        case .look(let item, let behind, let negative):
            isBeyondRegular = true
            let look = code.count
            try append(.match)
            try emit(item, backwards: behind)
            try append(.match)
            code[look] = .look(behind: behind, negative: negative, next: code.count)
        }
    }

    private mutating func emitRepetition(
        _ item: RegexSyntax, _ minimum: Int, _ maximum: Int?, _ lazy: Bool, _ backwards: Bool
    ) throws {
        func split(_ body: Int, _ after: Int) -> Instruction { lazy ? .split(after, body) : .split(body, after) }
        let before = code.count
        for _ in 0..<minimum {
            try emit(item, backwards: backwards)
            if code.count == before { break }
        }
        if let maximum {
            var splits: [Int] = []
            for _ in minimum..<max(minimum, maximum) {
                splits.append(code.count)
                try append(.split(0, 0))
                try emit(item, backwards: backwards)
                if code.count == (splits.last ?? 0) + 1 { break }
            }
            for position in splits { code[position] = split(position + 1, code.count) }
        } else {
            let register = registers
            registers += 1
            let loop = code.count
            try append(.split(0, 0))
            try append(.mark(register))
            try emit(item, backwards: backwards)
            try append(.progress(register))
            try append(.jump(loop))
            code[loop] = split(loop + 1, code.count)
        }
    }
}
