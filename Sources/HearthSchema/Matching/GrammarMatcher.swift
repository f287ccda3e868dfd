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
