/// Takes out of a grammar what can be begun but never ended.
///
/// A sampler chooses a character at a time and cannot look ahead. Where a property's own schema is impossible, because two
/// patterns exclude each other or a value would have to contain itself, the property must not be offered at all, or the
/// answer runs into a dead end behind its name. Whether a goal can be met shows in its rules only: so the rules are judged
/// once all are written. What is left accepts the same texts as before, and every beginning that it accepts has an end.
///
/// These are the non-productive symbols of a context-free grammar (Hopcroft and Ullman, "Introduction to Automata Theory",
/// 1979, lemma 4.1), found in time linear in the grammar.
struct GrammarReduction {
    typealias Rule = (name: String, body: String)

    private let rules: [Rule]
    private let numbers: [String: Int]

    /// - Parameter rules: As ``GrammarText`` writes them; the first is the root.
    init(_ rules: [Rule]) {
        self.rules = rules
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(rules.count)
        for (number, rule) in rules.enumerated() { numbers[rule.name] = number }
        self.numbers = numbers
    }

    /// The rules without the parts that nothing completes, and without rules that only those parts used; `nil` where the
    /// root itself is such a part.
    func reduced() -> [Rule]? {
        let productive = Productivity(bodies: rules.map(\.body), numbers: numbers)
        if productive.isComplete { return rules }
        guard productive.rules[0] else { return nil }
        var bodies: [String?] = Array(repeating: nil, count: rules.count)
        var pending = [0]
        var seen: Set<Int> = [0]
        while let rule = pending.popLast() {
            var used: Set<Int> = []
            bodies[rule] = trimmed(rules[rule].body, productive.rules, &used)
            for next in used where seen.insert(next).inserted { pending.append(next) }
        }
        return rules.indices.compactMap { number in bodies[number].map { (rules[number].name, $0) } }
    }

    /// The alternatives of an expression as they are read: those that are done, and the one at hand.
    private struct Group {
        var done: [String] = []
        var symbols: [String] = []
        var isAlive = true

        mutating func endAlternative() {
            if isAlive { done.append(symbols.isEmpty ? "\"\"" : symbols.joined(separator: " ")) }
            symbols = []
            isAlive = true
        }
    }

    /// A body without what is not productive.
    /// - Parameter used: Takes the rules that the rest refers to.
    private func trimmed(_ body: String, _ productive: [Bool], _ used: inout Set<Int>) -> String {
        var outer: [Group] = []
        var group = Group()
        var tokens = GrammarTokens(body)
        while let token = tokens.next() {
            var symbol: String?
            switch token {
            case .open:
                outer.append(group)
                group = Group()
                continue
            case .bar:
                group.endAlternative()
                continue
            case .close:
                group.endAlternative()
                if !group.done.isEmpty { symbol = "(" + group.done.joined(separator: " | ") + ")" }
                group = outer.popLast() ?? Group()
            case .name(let bytes):
                let name = tokens.text(bytes)
                let number = numbers[name]
                if number.map({ productive[$0] }) ?? true {
                    symbol = name
                    if let number { used.insert(number) }
                }
            case .terminal(let bytes): symbol = tokens.text(bytes)
            case .nothing: break
            }
            let quantifier = tokens.quantifier()
            if let symbol {
                group.symbols.append(symbol + (quantifier.map { tokens.text($0.bytes) } ?? ""))
            } else if quantifier?.allowsNone != true {
                group.isAlive = false
            }
        }
        group.endAlternative()
        return group.done.joined(separator: " | ")
    }
}

/// Which rules, and which parts of them, some text completes.
///
/// Each sequence counts the symbols that it still waits for; what is completed is passed on to what waits for it, so that
/// every symbol is looked at once however the rules depend on each other.
private struct Productivity {
    private(set) var rules: [Bool]
    /// Whether everything is productive, down to each alternative and each optional part.
    private(set) var isComplete = true

    private enum Owner {
        case rule(Int)
        /// A group in a sequence; `waits` where the sequence cannot do without it.
        case group(sequence: Int, waits: Bool)
    }

    private var owners: [Owner] = []
    private var isDone: [Bool] = []
    /// For each sequence: its owner, and how many symbols it waits for.
    private var sequenceOwners: [Int] = []
    private var missing: [Int] = []
    /// For each rule: the sequences that wait for it, one entry for each time.
    private var waiting: [[Int]]
    private var completed: [Int] = []

    init(bodies: [String], numbers: [String: Int]) {
        rules = Array(repeating: false, count: bodies.count)
        waiting = Array(repeating: [], count: bodies.count)
        for (number, body) in bodies.enumerated() { read(body, of: number, numbers) }
        completed = missing.indices.filter { missing[$0] == 0 }
        while let sequence = completed.popLast() { complete(owner: sequenceOwners[sequence]) }
        isComplete = isComplete && !missing.contains { $0 > 0 } && !rules.contains(false)
    }

    private mutating func addOwner(_ owner: Owner) -> Int {
        owners.append(owner)
        isDone.append(false)
        return owners.count - 1
    }

    private mutating func addSequence(_ owner: Int) -> Int {
        sequenceOwners.append(owner)
        missing.append(0)
        return missing.count - 1
    }

    private mutating func read(_ body: String, of rule: Int, _ numbers: [String: Int]) {
        var owner = addOwner(.rule(rule))
        var sequence = addSequence(owner)
        var outer: [(owner: Int, sequence: Int)] = []
        var tokens = GrammarTokens(body)
        while let token = tokens.next() {
            switch token {
            case .open:
                outer.append((owner, sequence))
                owner = addOwner(.group(sequence: sequence, waits: true))
                sequence = addSequence(owner)
            case .bar: sequence = addSequence(owner)
            case .close:
                let group = owner
                guard let last = outer.popLast() else { continue }
                (owner, sequence) = last
                if tokens.quantifier()?.allowsNone == true {
                    owners[group] = .group(sequence: sequence, waits: false)
                } else {
                    missing[sequence] += 1
                }
            case .name(let bytes):
                guard let number = numbers[tokens.text(bytes)] else { continue }
                if tokens.quantifier()?.allowsNone == true { continue }
                missing[sequence] += 1
                waiting[number].append(sequence)
            case .terminal: _ = tokens.quantifier()
            case .nothing:
                isComplete = false
                if tokens.quantifier()?.allowsNone != true { missing[sequence] += 1 }
            }
        }
    }

    /// One of the owner's alternatives is productive, and so is the owner.
    private mutating func complete(owner: Int) {
        guard !isDone[owner] else { return }
        isDone[owner] = true
        switch owners[owner] {
        case .rule(let rule):
            rules[rule] = true
            for sequence in waiting[rule] { fulfil(sequence) }
        case .group(let sequence, let waits): if waits { fulfil(sequence) }
        }
    }

    private mutating func fulfil(_ sequence: Int) {
        missing[sequence] -= 1
        if missing[sequence] == 0 { completed.append(sequence) }
    }
}
