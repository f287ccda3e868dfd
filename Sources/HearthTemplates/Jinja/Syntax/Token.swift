/// What the lexer cuts a template into.
struct Token: Sendable {
    enum Kind: Sendable, Equatable {
        /// Text outside of any mark.
        case data([UInt8])
        case blockBegin, blockEnd
        case variableBegin, variableEnd
        case name(String)
        case string([UInt8])
        case integer(Int)
        case float(Double)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Sendable {
        case add = "+", subtract = "-", divide = "/", floorDivide = "//", multiply = "*", remainder = "%", power = "**"
        case concatenate = "~", leftBracket = "[", rightBracket = "]", leftParenthesis = "(", rightParenthesis = ")"
        case leftBrace = "{", rightBrace = "}", equal = "==", notEqual = "!=", greater = ">", greaterOrEqual = ">="
        case less = "<", lessOrEqual = "<=", assign = "=", dot = ".", colon = ":", pipe = "|", comma = ","
        case semicolon = ";"
    }

    let kind: Kind
    /// From 1.
    let line: Int

    /// For error messages.
    var description: String {
        switch kind {
        case .data: "text"
        case .blockBegin: "`{%`"
        case .blockEnd: "`%}`"
        case .variableBegin: "`{{`"
        case .variableEnd: "`}}`"
        case .name(let name): "`\(name)`"
        case .string: "a string"
        case .integer, .float: "a number"
        case .symbol(let symbol): "`\(symbol.rawValue)`"
        case .end: "the end of the template"
        }
    }
}
