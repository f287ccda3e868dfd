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
