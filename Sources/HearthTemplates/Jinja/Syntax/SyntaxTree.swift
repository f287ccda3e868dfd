/// A part of a template.
indirect enum Statement: Sendable {
    case text(Text)
    case output(Expression, line: Int)
    case condition([(test: Expression, body: [Statement])], otherwise: [Statement], line: Int)
    case loop(Loop)
    case set(Target, Expression, line: Int)
    case setBlock(Target, filters: [Postfix], body: [Statement], line: Int)
    case macro(Macro)
    case call(Macro, callee: Expression, arguments: Arguments, line: Int)
    case filter([Postfix], body: [Statement], line: Int)
    case with([(Target, Expression)], body: [Statement], line: Int)
    /// A block of its own scope: `block`, `generation`, `autoescape`.
    case scoped([Statement])
    case leave(line: Int)
    case proceed(line: Int)
}

/// What is assigned to.
indirect enum Target: Sendable {
    case name(String)
    /// `ns.attribute`, where `ns` is a namespace.
    case attribute(String, String)
    case tuple([Target])
}

final class Loop: Sendable {
    let target: Target
    let items: Expression
    let test: Expression?
    let isRecursive: Bool
    let body: [Statement]
    let otherwise: [Statement]
    let line: Int

    init(
        target: Target, items: Expression, test: Expression?, isRecursive: Bool, body: [Statement],
        otherwise: [Statement], line: Int
    ) {
        self.target = target
        self.items = items
        self.test = test
        self.isRecursive = isRecursive
        self.body = body
        self.otherwise = otherwise
        self.line = line
    }
}

final class Macro: Sendable {
    let name: String
    let parameters: [(name: String, standard: Expression?)]
    let body: [Statement]
    /// Which of `varargs`, `kwargs` and `caller` the body names: only those may be given.
    let catches: Set<String>
    let line: Int

    init(
        name: String, parameters: [(name: String, standard: Expression?)], body: [Statement], catches: Set<String>,
        line: Int
    ) {
        self.name = name
        self.parameters = parameters
        self.body = body
        self.catches = catches
        self.line = line
    }
}

/// An expression. Chains of one precedence are flat, so that only brackets nest, and the parser bounds those.
indirect enum Expression: Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case float(Double)
    case text(Text)
    case name(String)
    case list([Expression])
    case tuple([Expression])
    case dict([(Expression, Expression)])
    /// `a.b[c](d)|e is f`: what follows a value, from left to right.
    case postfix(Expression, [Postfix])
    case negate(Expression)
    case plus(Expression)
    case not(Expression)
    /// `a + b - c`, from left to right.
    case arithmetic(Expression, [(ArithmeticOperator, Expression)])
    case concatenate([Expression])
    /// `a < b < c`, as Python chains them.
    case compare(Expression, [(Comparison, Expression)])
    case and([Expression])
    case or([Expression])
    case conditional(test: Expression, then: Expression, otherwise: Expression?)
}

struct Postfix: Sendable {
    enum Operation: Sendable {
        case attribute(String)
        case item(Expression)
        case slice(Expression?, Expression?, Expression?)
        case call(Arguments)
        case filter(String, Arguments)
        case test(String, Arguments, negated: Bool)
    }
    let operation: Operation
    let line: Int
}

struct Arguments: Sendable {
    var positional: [Expression] = []
    var named: [(String, Expression)] = []
    var spread: Expression?
    var namedSpread: Expression?
}

enum ArithmeticOperator: Sendable { case add, subtract, multiply, divide, floorDivide, remainder, power }
enum Comparison: Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, contained, notContained }
