package import HearthCore

/// Finds a quote that a model gave in the text it was given.
///
/// White space may differ, and so may quotation marks and the case of letters, because models tidy these up; every word must
/// be there, in order, with nothing between. The span that is found is the text's own wording.
package enum QuoteFinder {
    /// A quote of fewer characters stands in too many places to prove anything.
    package static let shortest = 8

    package static func span(of quote: String, in text: String) -> TextSpan? {
        let wanted = folded(quote).scalars
        guard wanted.count >= shortest else { return nil }
        let (scalars, offsets) = folded(text)
        guard wanted.count <= scalars.count else { return nil }
        // Knuth, Morris and Pratt (1977): a hostile quote must not make this quadratic.
        var failure = [0]
        var matched = 0
        for index in 1..<wanted.count {
            while matched > 0, wanted[index] != wanted[matched] { matched = failure[matched - 1] }
            if wanted[index] == wanted[matched] { matched += 1 }
            failure.append(matched)
        }
        matched = 0
        for index in scalars.indices {
            while matched > 0, scalars[index] != wanted[matched] { matched = failure[matched - 1] }
            if scalars[index] == wanted[matched] { matched += 1 }
            if matched == wanted.count {
                let last = offsets[index]
                return TextSpan(start: offsets[index + 1 - wanted.count].start, end: last.end)
            }
        }
        return nil
    }

    /// The text in lower case, white space as one space, marks as plain ones; with the bytes of each scalar that is left.
    private static func folded(_ text: String) -> (scalars: [Unicode.Scalar], offsets: [TextSpan]) {
        var scalars: [Unicode.Scalar] = []
        var offsets: [TextSpan] = []
        var at = 0
        var pendingSpace = false
        for scalar in text.unicodeScalars {
            let size = UTF8.width(scalar)
            defer { at += size }
            if scalar.properties.isWhitespace {
                pendingSpace = !scalars.isEmpty
                continue
            }
            if pendingSpace {
                scalars.append(" ")
                offsets.append(TextSpan(start: at, end: at))
                pendingSpace = false
            }
            let plain: Unicode.Scalar =
                switch scalar {
                case "“", "”", "„", "«", "»": "\""
                case "‘", "’", "‚": "'"
                case "–", "—": "-"
                default: scalar
                }
            for lower in plain.properties.lowercaseMapping.unicodeScalars {
                scalars.append(lower)
                offsets.append(TextSpan(start: at, end: at + size))
            }
        }
        return (scalars, offsets)
    }
}
