/// A deterministic automaton over Unicode scalars; what is not listed leads nowhere. State 0 is where it begins.
struct Automaton: Sendable {
    struct State: Sendable {
        var isAccepting = false
        /// Sorted, without overlaps.
        var moves: [(range: ClosedRange<UInt32>, target: Int)] = []
    }

    static let stateLimit = 6_000
    var states: [State]

    static let everything = Automaton(states: [State(isAccepting: true, moves: [(0...ScalarSet.maximum, 0)])])
    static let nothing = Automaton(states: [State()])

    static func tooLarge(_ what: String) -> SchemaError {
        SchemaError(.notExpressible, "A grammar for `\(what)` would be too large.")
    }

    /// Just these texts.
    init(texts: [String]) {
        states = [State()]
        for text in texts {
            var at = 0
            for scalar in text.unicodeScalars {
                if let move = states[at].moves.first(where: { $0.range.lowerBound == scalar.value }) {
                    at = move.target
                } else {
                    states.append(State())
                    states[at].moves.append((scalar.value...scalar.value, states.count - 1))
                    at = states.count - 1
                }
            }
            states[at].isAccepting = true
        }
        for index in states.indices { states[index].moves.sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    init(states: [State]) { self.states = states }

    /// Texts of so many characters.
    init(minLength: Int, maxLength: Int?) throws {
        let last = maxLength ?? minLength
        guard last < Self.stateLimit else { throw Self.tooLarge(maxLength == nil ? "minLength" : "maxLength") }
        states = (0...last).map { length in
            var state = State(isAccepting: length >= minLength)
            if length < last { state.moves = [(0...ScalarSet.maximum, length + 1)] }
            if length == last, maxLength == nil { state.moves = [(0...ScalarSet.maximum, length)] }
            return state
        }
    }

    /// The texts in which a pattern is found.
    init(finding syntax: RegexSyntax) throws {
        switch syntax {
        case .group(let inner, _):
            self = try Automaton(finding: inner)
            return
        case .alternatives(let items) where items.contains(where: Self.looks):
            var result = Automaton.nothing
            for item in items { result = try result.combined(with: try Automaton(finding: item)) { $0 || $1 } }
            self = result
            return
        case .sequence(let items) where items.contains(where: Self.looks):
            self = try Self.looking(items)
            return
        case .look: throw Self.unsupported
        default: break
        }
        let program = try RegexProgram(syntax, captures: 200)
        guard !program.isBeyondRegular else { throw Self.unsupported }
        self = try Self.determinized(program)
    }

    static let unsupported = SchemaError(
        .notExpressible,
        "`pattern` refers back, looks around in the middle, or asks for word boundaries, which no grammar expresses.")

    private static func looks(_ syntax: RegexSyntax) -> Bool {
        switch syntax {
        case .look: true
        case .sequence(let items), .alternatives(let items): items.contains(where: looks)
        case .group(let item, _), .repetition(let item, _, _, _): looks(item)
        default: false
        }
    }

    /// Looking ahead from the beginning, and back from the end, is intersecting.
    private static func looking(_ items: [RegexSyntax]) throws -> Automaton {
        guard let position = items.firstIndex(where: { if case .look = $0 { true } else { false } }),
            case .look(let body, let behind, let negative) = items[position]
        else {
            // The look is inside a part; where that is the only part, it may still be at the beginning.
            let rest = items.filter { $0 != .start && $0 != .end }
            guard items.first == .start, rest.count == 1, case .group(.alternatives(let ways), _) = rest[0] else {
                throw unsupported
            }
            var result = Automaton.nothing
            let tail: [RegexSyntax] = items.last == .end ? [.end] : []
            for way in ways {
                let parts: [RegexSyntax] = if case .sequence(let inner) = way { inner } else { [way] }
                result = try result.combined(with: try Automaton(finding: .sequence([.start] + parts + tail))) {
                    $0 || $1
                }
            }
            return result
        }
        var rest = items
        rest.remove(at: position)
        let condition: Automaton
        if !behind, position > 0, items[..<position].allSatisfy({ $0 == .start }) {
            condition = try Automaton(finding: .sequence([.start, body]))
        } else if behind, position == items.count - 2, items.last == .end {
            condition = try Automaton(finding: .sequence([body, .end]))
        } else {
            throw unsupported
        }
        return try Automaton(finding: .sequence(rest)).combined(with: condition) { $0 && $1 != negative }
    }

    private struct Closure: Hashable {
        var threads: [Int] = []
        var found = false
        var foundAtEnd = false
    }

    private static func closure(_ program: RegexProgram, _ starts: [Int], atStart: Bool) throws -> Closure {
        var result = Closure()
        var seen: Set<Int> = []
        var seenAtEnd: Set<Int> = []
        var pending = starts.map { ($0, false) }
        while let (counter, atEnd) = pending.popLast() {
            if atEnd ? !seenAtEnd.insert(counter).inserted : !seen.insert(counter).inserted { continue }
            switch program.code[counter] {
            case .set: if !atEnd { result.threads.append(counter) }
            case .split(let first, let second): pending += [(first, atEnd), (second, atEnd)]
            case .jump(let next): pending.append((next, atEnd))
            case .save, .mark, .progress: pending.append((counter + 1, atEnd))
            case .start: if atStart { pending.append((counter + 1, atEnd)) }
            case .end: pending.append((counter + 1, true))
            case .match: if atEnd { result.foundAtEnd = true } else { result.found = true }
            case .wordBoundary, .backreference, .look: throw unsupported
            }
        }
        if result.found { result.threads = [] }
        result.threads.sort()
        return result
    }

    private static func determinized(_ program: RegexProgram) throws -> Automaton {
        var numbers: [Closure: Int] = [:]
        var closures = [try closure(program, [0], atStart: true)]
        numbers[closures[0]] = 0
        var states: [State] = []
        while states.count < closures.count {
            let here = closures[states.count]
            var state = State(isAccepting: here.found || here.foundAtEnd)
            if here.found {
                state.moves = [(0...ScalarSet.maximum, states.count)]
                states.append(state)
                continue
            }
            let sets: [(Int, ScalarSet)] = here.threads.compactMap {
                if case .set(let set) = program.code[$0] { ($0 + 1, program.sets[set]) } else { nil }
            }
            for range in Self.partition(sets.map(\.1)) {
                let targets = sets.filter { $0.1.contains(range.lowerBound) }.map(\.0)
                let next = try closure(program, targets + [0], atStart: false)
                if next.threads.isEmpty, !next.found, !next.foundAtEnd { continue }
                let number = numbers[next] ?? closures.count
                if number == closures.count {
                    guard closures.count < stateLimit else { throw tooLarge("pattern") }
                    numbers[next] = number
                    closures.append(next)
                }
                state.add(range, number)
            }
            states.append(state)
        }
        return Automaton(states: states).trimmed()
    }

    /// Ranges that cover everything and cross no border of the sets.
    private static func partition(_ sets: [ScalarSet]) -> [ClosedRange<UInt32>] {
        var borders: Set<UInt32> = [0]
        for set in sets {
            for range in set.ranges {
                borders.insert(range.lowerBound)
                if range.upperBound < ScalarSet.maximum { borders.insert(range.upperBound + 1) }
            }
        }
        let sorted = borders.sorted()
        return sorted.indices.map { sorted[$0]...($0 + 1 < sorted.count ? sorted[$0 + 1] - 1 : ScalarSet.maximum) }
    }

    var inverted: Automaton {
        get throws { try combined(with: .nothing) { left, _ in !left } }
    }

    func intersection(_ other: Automaton) throws -> Automaton { try combined(with: other) { $0 && $1 } }

    /// Runs two side by side, and accepts as `accept` says of both.
    func combined(with other: Automaton, _ accept: (Bool, Bool) -> Bool) throws -> Automaton {
        struct Pair: Hashable {
            var left: Int
            var right: Int
        }
        let dead = -1
        var numbers = [Pair(left: 0, right: 0): 0]
        var pairs = [Pair(left: 0, right: 0)]
        var result: [State] = []
        while result.count < pairs.count {
            let pair = pairs[result.count]
            let left = pair.left == dead ? State() : states[pair.left]
            let right = pair.right == dead ? State() : other.states[pair.right]
            var state = State(isAccepting: accept(left.isAccepting, right.isAccepting))
            var l = 0
            var r = 0
            var from: UInt32 = 0
            while true {
                while l < left.moves.count, left.moves[l].range.upperBound < from { l += 1 }
                while r < right.moves.count, right.moves[r].range.upperBound < from { r += 1 }
                var to = ScalarSet.maximum
                var target = Pair(left: dead, right: dead)
                if l < left.moves.count {
                    let range = left.moves[l].range
                    if range.lowerBound <= from {
                        target.left = left.moves[l].target
                        to = min(to, range.upperBound)
                    } else {
                        to = min(to, range.lowerBound - 1)
                    }
                }
                if r < right.moves.count {
                    let range = right.moves[r].range
                    if range.lowerBound <= from {
                        target.right = right.moves[r].target
                        to = min(to, range.upperBound)
                    } else {
                        to = min(to, range.lowerBound - 1)
                    }
                }
                if target.left != dead || target.right != dead || accept(false, false) {
                    let number = numbers[target] ?? pairs.count
                    if number == pairs.count {
                        guard pairs.count < Self.stateLimit else { throw Self.tooLarge("pattern") }
                        numbers[target] = number
                        pairs.append(target)
                    }
                    state.add(from...to, number)
                }
                if to == ScalarSet.maximum { break }
                from = to + 1
            }
            result.append(state)
        }
        return Automaton(states: result).trimmed()
    }

    var isEmpty: Bool { !states[0].isAccepting && states[0].moves.isEmpty }

    func accepts(_ text: String) -> Bool {
        var at = 0
        for scalar in text.unicodeScalars {
            guard let move = states[at].moves.first(where: { $0.range.contains(scalar.value) }) else { return false }
            at = move.target
        }
        return states[at].isAccepting
    }

    /// Without the states from which nothing is accepted, and with equal states made one.
    private func trimmed() -> Automaton {
        var alive = states.map(\.isAccepting)
        var sources: [[Int]] = Array(repeating: [], count: states.count)
        for (index, state) in states.enumerated() { for move in state.moves { sources[move.target].append(index) } }
        var pending = states.indices.filter { alive[$0] }
        while let state = pending.popLast() {
            for source in sources[state] where !alive[source] {
                alive[source] = true
                pending.append(source)
            }
        }
        // Moore's algorithm: split classes until each state of a class moves into the same classes.
        var classes = states.indices.map { !alive[$0] ? 0 : states[$0].isAccepting ? 2 : 1 }
        var count = Set(classes).count
        var rounds = 0
        while rounds < 64 {
            rounds += 1
            var numbers: [[Int]: Int] = [:]
            let finer = states.indices.map { index -> Int in
                guard alive[index] else { return 0 }
                var signature = [classes[index]]
                var lastTarget = -1
                var lastEnd: UInt32 = 0
                for move in states[index].moves where alive[move.target] {
                    let target = classes[move.target]
                    if target == lastTarget, lastEnd + 1 == move.range.lowerBound {
                        signature[signature.count - 1] = Int(move.range.upperBound)
                    } else {
                        signature += [target, Int(move.range.lowerBound), Int(move.range.upperBound)]
                    }
                    lastTarget = target
                    lastEnd = move.range.upperBound
                }
                let number = numbers[signature] ?? numbers.count + 1
                numbers[signature] = number
                return number
            }
            let finerCount = Set(finer).count
            let isStable = finerCount == count
            classes = finer
            count = finerCount
            if isStable { break }
        }
        guard rounds < 64 else { return withoutDead(alive) }
        var numbers: [Int: Int] = [classes[0]: 0]
        var representatives = [0]
        for index in states.indices where alive[index] && numbers[classes[index]] == nil {
            numbers[classes[index]] = representatives.count
            representatives.append(index)
        }
        guard alive[0] else { return .nothing }
        return Automaton(
            states: representatives.map { index in
                var state = State(isAccepting: states[index].isAccepting)
                for move in states[index].moves where alive[move.target] {
                    state.add(move.range, numbers[classes[move.target]] ?? 0)
                }
                return state
            })
    }

    private func withoutDead(_ alive: [Bool]) -> Automaton {
        Automaton(
            states: states.map { state in
                var state = state
                state.moves.removeAll { !alive[$0.target] }
                return state
            })
    }
}

extension Automaton.State {
    /// Adds a range after all others, joined to the last one where it goes on to the same state.
    mutating func add(_ range: ClosedRange<UInt32>, _ target: Int) {
        if let last = moves.last, last.target == target, last.range.upperBound + 1 == range.lowerBound {
            moves[moves.count - 1].range = last.range.lowerBound...range.upperBound
        } else {
            moves.append((range, target))
        }
    }
}
