/// The numbers that a text writes in figures, each with the ways in which it may be read.
///
/// "1,200" is twelve hundred in English and one and a fifth in German; a text does not say which. "3,5" and "3.5" are one number wherever they
/// stand, and "35" is another. Digits of every script count.
package struct WrittenNumber: Hashable, Sendable {
    /// Each without grouping marks, with a full stop as its decimal mark and no zeros at its end: "1200", "1.2".
    package let readings: Set<String>

    /// In the order of the text.
    package static func all(in text: String) -> [WrittenNumber] {
        var found: [WrittenNumber] = []
        var groups: [String] = []
        var marks: [Unicode.Scalar] = []
        var pending: Unicode.Scalar?
        func close() {
            if !groups.isEmpty { found.append(WrittenNumber(groups, marks)) }
            (groups, marks, pending) = ([], [], nil)
        }
        for scalar in text.unicodeScalars {
            if let digit = digit(scalar) {
                if let mark = pending {
                    marks.append(mark)
                    groups.append("")
                    pending = nil
                } else if groups.isEmpty {
                    groups.append("")
                }
                groups[groups.count - 1].append(digit)
            } else if !groups.isEmpty, pending == nil, isMark(scalar) {
                pending = scalar
            } else {
                close()
            }
        }
        close()
        return found
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Character? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Character(String(Int(value)))
    }

    private static let decimalMarks: Set<Unicode.Scalar> = [".", ",", "\u{FF0E}", "\u{FF0C}", "\u{66B}"]
    /// Between groups of three digits and nowhere else: apostrophes, the Arabic mark, spaces that do not break.
    private static let groupingMarks: Set<Unicode.Scalar> = ["'", "’", "\u{66C}", "\u{A0}", "\u{202F}", "\u{2009}"]

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        decimalMarks.contains(scalar) || groupingMarks.contains(scalar)
    }

    private init(_ groups: [String], _ marks: [Unicode.Scalar]) {
        func decimal(_ whole: String, _ part: String) -> String {
            let bare = part.reversed().drop { $0 == "0" }.reversed()
            return bare.isEmpty ? whole : whole + "." + String(bare)
        }
        let areThrees = groups.dropFirst().allSatisfy { $0.count == 3 } && groups[0].count <= 3
        guard let last = marks.last else {
            readings = [groups[0]]
            return
        }
        let joined = groups.joined()
        if marks.count == 1 {
            guard !Self.groupingMarks.contains(last) else {
                readings = areThrees ? [joined] : [groups.joined(separator: ".")]
                return
            }
            let isGrouped = areThrees && groups[0] != "0" && last != "\u{66B}"
            readings = isGrouped ? [joined, decimal(groups[0], groups[1])] : [decimal(groups[0], groups[1])]
        } else if Set(marks).count == 1 {
            // A date, a version or an address is told by its parts.
            readings = [areThrees ? joined : groups.joined(separator: ".")]
        } else {
            let isDecimal = Self.decimalMarks.contains(last) && !marks.dropLast().contains(last)
            readings = [isDecimal ? decimal(groups.dropLast().joined(), groups[groups.count - 1]) : joined]
        }
    }
}
