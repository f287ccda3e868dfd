import HearthCore

/// A token, and the bytes of the text that it was made of.
struct PlacedToken: Hashable, Sendable {
    var token: Int32
    var start: Int
    var end: Int
    /// Whether it is the first piece of a word: of what stands between white space, punctuation and characters that are words alone.
    var beginsWord: Bool
}

extension String {
    /// Marks that a place takes along behind its last character: no text has more, and a line of them is none.
    private static let mostMarks = 16

    /// Bytes of some tokens, with the marks that stand behind the last character: to the tokenizer an accent is nothing, to a reader it is
    /// a part of the letter.
    ///
    /// - Parameters:
    ///   - start: Where the first token begins.
    ///   - end: Where the last one ends.
    func placeWithMarks(start: Int, end: Int) -> TextSpan {
        var end = end
        let scalars = unicodeScalars
        var index = utf8.index(utf8.startIndex, offsetBy: end)
        for _ in 0..<Self.mostMarks {
            guard index < scalars.endIndex, Self.isMark(scalars[index]) else { break }
            end += UTF8.width(scalars[index])
            index = scalars.index(after: index)
        }
        return TextSpan(start: start, end: end)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
