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
