/// A regular expression of ECMA-262 as a tree.
indirect enum RegexSyntax: Hashable, Sendable {
    case empty
    case set(ScalarSet)
    case sequence([RegexSyntax])
    case alternatives([RegexSyntax])
    /// `maximum` nil: any number of times.
    case repetition(RegexSyntax, minimum: Int, maximum: Int?, lazy: Bool)
    /// `capture` nil: `(?:…)`.
    case group(RegexSyntax, capture: Int?)
    case start
    case end
    case wordBoundary(negated: Bool)
    case backreference(Int)
    case look(RegexSyntax, behind: Bool, negative: Bool)

    static func text(_ string: String) -> RegexSyntax { .sequence(string.unicodeScalars.map { .set(ScalarSet($0)) }) }
}
