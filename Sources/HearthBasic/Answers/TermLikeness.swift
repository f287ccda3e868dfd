/// How alike words are that may be forms of one another: "governo", "governi"; "построен", "построена".
///
/// Stemmers know a few languages. In the others two words count as forms of one when they begin alike over most of their
/// length, or, where languages put endings before the word too, when most pairs of letters agree.
struct TermLikeness {
    /// The terms to compare with; `nil` where a term has to be met exactly.
    private let terms: [[UInt32]?]
    private var known: [String: [Double]] = [:]

    /// Worth of a word that begins alike, and of one that is alike in its pairs. An equal word is worth 1.
    static let begins = 0.8
    static let pairs = 0.6

    private static let shortest = 4
    private static let shareOfBeginning = 0.6
    private static let shareOfPairs = 0.65

    init(_ terms: [String]) {
        self.terms = terms.map { term in
            let scalars = term.unicodeScalars.map(\.value)
            let isWord =
                scalars.count >= Self.shortest && scalars.count <= 64
                && scalars.allSatisfy { value in
                    let kind = ScalarClass(value)
                    return kind == .letter || kind == .mark
                }
            return isWord ? scalars : nil
        }
    }

    /// For each of the terms, how alike it is to `term`: 0 to 1, and 0 for an equal one, which the caller counts himself.
    mutating func likeness(of term: String) -> [Double] {
        if let found = known[term] { return found }
        let scalars = term.unicodeScalars.map(\.value)
        let found = terms.map { other -> Double in
            guard let other, scalars.count >= Self.shortest, scalars.count <= 64, scalars != other else { return 0 }
            return Self.likeness(scalars, other)
        }
        known[term] = found
        return found
    }

    private static func likeness(_ a: [UInt32], _ b: [UInt32]) -> Double {
        let longer = max(a.count, b.count)
        var same = 0
        while same < min(a.count, b.count), a[same] == b[same] { same += 1 }
        if same >= shortest, Double(same) >= shareOfBeginning * Double(longer) { return begins }
        guard abs(a.count - b.count) <= 4 else { return 0 }
        // At most 63 pairs a word, so that those that are used up fit into one number.
        var used: UInt64 = 0
        var shared = 0
        for index in 1..<b.count {
            for other in 1..<a.count
            where used & (1 << UInt64(other)) == 0 && a[other] == b[index] && a[other - 1] == b[index - 1] {
                used |= 1 << UInt64(other)
                shared += 1
                break
            }
        }
        return 2 * Double(shared) / Double(a.count + b.count - 2) >= shareOfPairs ? pairs : 0
    }
}
