/// All ways to read a text by a grammar, in step with its characters.
///
/// A way is a stack of what is still to come. Stacks share their lower parts, and equal stacks are one, so that a grammar
/// which is locally ambiguous, as those made from schemas are, keeps only a handful of them however long the text is.
public struct GrammarMatcher: Sendable {
    /// The most stacks at one character.
    static let threadLimit = 20_000
    static let frameLimit = 8_000_000
    /// Steps that are free, and how many more each character may take on average; ordinary grammars take about a hundred.
    static let freeSteps = 500_000
    static let stepsPerCharacter = 1_000

    /// What to do when the part above is done.
    private struct Frame: Hashable {
        enum Kind: Hashable {
            /// Goes on in a sequence, at an index.
            case sequence(node: Int, index: Int)
            /// A repetition has been done so many times.
            case repetition(node: Int, count: Int)
        }
        var kind: Kind
        var below: Int
    }

    private struct Thread: Hashable {
        var set: Int
        var below: Int
    }

    private struct Visit: Hashable {
        var node: Int
        var below: Int
    }

    private static let bottom = -1

    private let grammar: Grammar
    private var frames: [Frame] = []
    private var frameNumbers: [Frame: Int] = [:]
    private var threads: [Thread] = []
    private var visited: Set<Visit> = []
    private var resumed: Set<Int> = []
    private var failed: SchemaError?
    private var budget = Self.freeSteps
    /// Whether the text read so far is a whole one.
    public private(set) var isComplete = false

    public init(_ grammar: Grammar) {
        self.grammar = grammar
        expand([.enter(grammar.rules[grammar.root], Self.bottom)])
    }

    /// Reads one more character; false when no text of the grammar goes on so.
    public mutating func accept(_ scalar: Unicode.Scalar) throws -> Bool {
        if let failed { throw failed }
        budget += Self.stepsPerCharacter
        var work: [Work] = []
        for thread in threads where grammar.sets[thread.set].contains(scalar.value) {
            work.append(.resume(thread.below))
        }
        expand(work)
        if let failed { throw failed }
        return !threads.isEmpty || isComplete
    }

    /// The characters that may come next, in the order of their numbers; none when there are more than `most`.
    func expected(most: Int) -> [String] {
        var found: Set<UInt32> = []
        for set in Set(threads.map(\.set)) {
            for range in grammar.sets[set].ranges {
                guard range.count <= most else { return [] }
                found.formUnion(range)
                guard found.count <= most else { return [] }
            }
        }
        return found.sorted().compactMap { Unicode.Scalar($0).map { String($0) } }
    }

    private enum Work {
        case enter(Int, Int)
        case resume(Int)
    }

    private mutating func push(_ kind: Frame.Kind, on below: Int) -> Int {
        let frame = Frame(kind: kind, below: below)
        if let known = frameNumbers[frame] { return known }
        frames.append(frame)
        frameNumbers[frame] = frames.count - 1
        return frames.count - 1
    }

    /// Follows all work to the characters that may come next.
    private mutating func expand(_ start: [Work]) {
        threads.removeAll(keepingCapacity: true)
        visited.removeAll(keepingCapacity: true)
        resumed.removeAll(keepingCapacity: true)
        isComplete = false
        var work = start
        while let step = work.popLast() {
            if threads.count > Self.threadLimit || frames.count > Self.frameLimit
                || visited.count > Self.threadLimit * 20
            {
                failed = SchemaError(.tooCostly, "There are too many ways to read this text by this grammar.")
                threads = []
                return
            }
            switch step {
            case .enter(let node, let below):
                guard visited.insert(Visit(node: node, below: below)).inserted else { continue }
                enter(node, below, &work)
            case .resume(let below):
                guard resumed.insert(below).inserted else { continue }
                guard below != Self.bottom else {
                    isComplete = true
                    continue
                }
                let frame = frames[below]
                switch frame.kind {
                case .sequence(let node, let index): enterSequence(node, index, frame.below, &work)
                case .repetition(let node, let count): enterRepetition(node, count, frame.below, &work)
                }
            }
        }
    }

    private mutating func enter(_ node: Int, _ below: Int, _ work: inout [Work]) {
        switch grammar.nodes[node] {
        case .characters(let set): threads.append(Thread(set: set, below: below))
        case .rule(let rule): work.append(.enter(grammar.rules[rule], below))
        case .alternatives(let items): for item in items { work.append(.enter(item, below)) }
        case .sequence: enterSequence(node, 0, below, &work)
        case .repetition: enterRepetition(node, 0, below, &work)
        }
    }

    private mutating func enterSequence(_ node: Int, _ index: Int, _ below: Int, _ work: inout [Work]) {
        guard case .sequence(let items) = grammar.nodes[node] else { return }
        if index == items.count {
            work.append(.resume(below))
        } else if index == items.count - 1 {
            // The last one needs no return: so that `a ::= "x" a` takes no stack.
            work.append(.enter(items[index], below))
        } else {
            work.append(.enter(items[index], push(.sequence(node: node, index: index + 1), on: below)))
        }
    }

    private mutating func enterRepetition(_ node: Int, _ count: Int, _ below: Int, _ work: inout [Work]) {
        guard case .repetition(let item, let minimum, let maximum) = grammar.nodes[node] else { return }
        if count >= minimum { work.append(.resume(below)) }
        if let maximum, count >= maximum { return }
        // Beyond the minimum of an open repetition counting further would only tell equal stacks apart.
        let following = maximum == nil ? min(count + 1, minimum) : count + 1
        work.append(.enter(item, push(.repetition(node: node, count: following), on: below)))
    }
}

/// A grammar in GBNF, the notation of llama.cpp, ready to match texts.
///
/// Rules, alternatives, groups, literals, classes of characters, `.`, `* + ? {m,n}` and comments are understood. Rules that
/// begin with themselves (left recursion) are refused, as llama.cpp refuses them. References to token numbers need a
/// vocabulary and are refused too.
public struct Grammar: Sendable {
    enum Node: Sendable {
        case characters(Int)
        case rule(Int)
        case sequence([Int])
        case alternatives([Int])
        case repetition(Int, minimum: Int, maximum: Int?)
    }

    let nodes: [Node]
    let sets: [ScalarSet]
    /// The node of each rule.
    let rules: [Int]
    let root: Int

    /// - Throws: ``SchemaError`` of kind `malformedGrammar`.
    public init(_ text: String) throws {
        var parser = GrammarParser(text)
        try parser.parse()
        nodes = parser.nodes
        sets = parser.sets
        rules = try parser.rules()
        guard let root = parser.ruleNumbers["root"] else {
            throw SchemaError(.malformedGrammar, "The grammar has no rule `root`, where matching begins.")
        }
        self.root = root
        try refuseLeftRecursion(names: parser.ruleNames)
    }

    /// Whether the whole text is in the language of the grammar.
    /// - Throws: ``SchemaError`` of kind `tooCostly` when the grammar is so ambiguous that the ways to read the text are too many.
    public func matches(_ text: String) throws -> Bool {
        var matcher = GrammarMatcher(self)
        for scalar in text.unicodeScalars {
            guard try matcher.accept(scalar) else { return false }
        }
        return matcher.isComplete
    }

    /// Where a text first leaves the language of the grammar; `nil` where the whole of it is in it.
    /// - Throws: As ``matches(_:)``.
    public func deviation(in text: String) throws -> Deviation? {
        var matcher = GrammarMatcher(self)
        var place = Deviation(offset: 0, line: 1, column: 1, found: nil, expected: [])
        var read = 0
        for scalar in text.unicodeScalars {
            guard try matcher.accept(scalar) else {
                place.found = String(scalar)
                break
            }
            read += 1
            place.offset += UTF8.width(scalar)
            place.column += 1
            if scalar == "\n" { (place.line, place.column) = (place.line + 1, 1) }
        }
        if place.found == nil, matcher.isComplete { return nil }
        // Read once more up to there: to keep what could come next at each character would slow down every match.
        matcher = GrammarMatcher(self)
        for scalar in text.unicodeScalars.prefix(read) { _ = try matcher.accept(scalar) }
        place.expected = matcher.expected(most: 12)
        return place
    }

    /// The first place at which no text of a grammar goes on as a text does.
    public struct Deviation: Hashable, Sendable {
        /// UTF-8 bytes before it.
        public var offset: Int
        /// From 1.
        public var line: Int
        /// Characters (code points) of the line up to it, itself included.
        public var column: Int
        /// What stands there; `nil` where the text ends too early.
        public var found: String?
        /// The characters that could stand there, where they are few: none where there are many, or where the text should end.
        public var expected: [String]
    }

    private func refuseLeftRecursion(names: [String]) throws {
        let nullable = nullableRules()
        // Depth-first over what a rule can begin with; a rule met on the way to itself begins with itself.
        var state = Array(repeating: UInt8(0), count: rules.count)
        for start in rules.indices where state[start] == 0 {
            var stack: [(rule: Int, firsts: [Int])] = [(start, beginnings(of: rules[start], nullable))]
            state[start] = 1
            while let (rule, firsts) = stack.last {
                guard let next = firsts.last else {
                    state[rule] = 2
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].firsts.removeLast()
                if state[next] == 1 {
                    throw SchemaError(
                        .malformedGrammar, "The rule `\(names[next])` begins with itself (left recursion).")
                }
                if state[next] == 0 {
                    state[next] = 1
                    stack.append((next, beginnings(of: rules[next], nullable)))
                }
            }
        }
    }

    private func beginnings(of node: Int, _ nullable: [Bool]) -> [Int] {
        var result: Set<Int> = []
        var pending = [node]
        while let node = pending.popLast() {
            switch nodes[node] {
            case .characters: break
            case .rule(let rule): result.insert(rule)
            case .alternatives(let items): pending += items
            case .repetition(let item, _, _): pending.append(item)
            case .sequence(let items):
                for item in items {
                    pending.append(item)
                    if !isNullable(item, nullable) { break }
                }
            }
        }
        return Array(result)
    }

    private func isNullable(_ node: Int, _ rules: [Bool]) -> Bool {
        switch nodes[node] {
        case .characters: false
        case .rule(let rule): rules[rule]
        case .sequence(let items): items.allSatisfy { isNullable($0, rules) }
        case .alternatives(let items): items.contains { isNullable($0, rules) }
        case .repetition(let item, let minimum, _): minimum == 0 || isNullable(item, rules)
        }
    }

    private func nullableRules() -> [Bool] {
        var result = Array(repeating: false, count: rules.count)
        var changed = true
        var rounds = 0
        while changed, rounds < 1_000 {
            changed = false
            rounds += 1
            for (rule, node) in rules.enumerated() where !result[rule] && isNullable(node, result) {
                result[rule] = true
                changed = true
            }
        }
        return result
    }
}
