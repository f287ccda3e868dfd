/// Amounts of one column of a table, added up to the last digit.
///
/// A column is written in one way, and that way is found from all of it: "1,200" beside "48.50" is twelve hundred, "1.200" beside "48,50" as
/// well. Where only "1.200" and the like stand, nobody can tell which of both it is, and the sum is written with the same mark, so that it
/// is right either way. Where cells contradict one another, there is no sum. Fractions are kept as whole numbers of their smallest part, so
/// that no digit is lost as in binary fractions.
struct ExactAmounts {
    enum Fault: Hashable {
        /// They are in more than one currency, or some are in none.
        case currencies
        /// A cell is no amount, or is written in another way than the others.
        case unreadable
    }

    /// A cell as it is written: what stands before and behind the figures, and these with the marks between them.
    private struct Written {
        var prefix: String
        var suffix: String
        var isNegative: Bool
        var groups: [[UInt8]]
        var marks: [Character]
        /// The scalar of its nought: figures of any script count.
        var zero: UInt32

        var currency: String { (prefix + suffix).lowercased().filter { !$0.isWhitespace } }
    }

    /// Digits of one amount, behind its decimal mark, and letters of a currency: "CHF", "руб".
    private static let mostDigits = 15
    private static let mostDecimals = 6
    private static let mostLetters = 4
    private static let longest = 60

    private var decimal: Character?
    private var grouping: Character?
    /// The mark of which the column does not show whether it parts thousands or fractions; it is taken to part thousands.
    private(set) var unsureMark: Character?
    private let isReadable: Bool

    /// - Parameter column: All cells of the column, from which it is told how numbers are written in it.
    init(column: some Sequence<String>) {
        var (decimals, groupings, unsure): (Set<Character>, Set<Character>, Set<Character>) = ([], [], [])
        for text in column {
            guard let cell = Self.read(text), let last = cell.marks.last else { continue }
            let others = Set(cell.marks.dropLast())
            if cell.marks.count > 1 {
                if others == [last] {
                    groupings.insert(last)
                } else {
                    decimals.insert(last)
                    groupings.formUnion(others)
                }
            } else if last == " " || last == "'" || last == "٬" {
                groupings.insert(last)
            } else if last == "٫" || cell.groups[1].count != 3 || cell.groups[0].count > 3 || cell.groups[0] == [0] {
                decimals.insert(last)
            } else {
                unsure.insert(last)
            }
        }
        // "1.200" alone: thousands, unless the rest of the column says otherwise.
        unsure.subtract(decimals)
        if groupings.isEmpty, decimals.isEmpty, unsure.count == 1 { unsureMark = unsure.first }
        if groupings.isEmpty { groupings = unsure }
        isReadable =
            decimals.count <= 1 && groupings.count <= 1 && decimals.isDisjoint(with: groupings)
            && unsure.isSubset(of: groupings)
        (decimal, grouping) = (decimals.first, groupings.first)
    }

    /// The sum of cells, written as they are.
    func sum(_ cells: [String]) -> Result<String, FaultError> {
        let read = cells.map(Self.read)
        let written = read.compactMap(\.self)
        guard isReadable, let first = written.first, written.count == cells.count else {
            return .failure(FaultError(.unreadable))
        }
        guard written.allSatisfy({ $0.currency == first.currency }) else { return .failure(FaultError(.currencies)) }
        guard let (parts, scale) = scaled(written) else { return .failure(FaultError(.unreadable)) }
        var sum: Int64 = 0
        for part in parts {
            let (next, overflows) = sum.addingReportingOverflow(part)
            guard !overflows else { return .failure(FaultError(.unreadable)) }
            sum = next
        }
        return .success(text(sum, scale: scale, like: first, groups: written.contains { isGrouped($0) }))
    }

    /// The cells by their currencies, in the order in which these come first; `nil` where some are in none, or are no amounts.
    func currencies(_ cells: [String]) -> [[Int]]? {
        var groups: [(currency: String, cells: [Int])] = []
        for (place, cell) in cells.enumerated() {
            guard let currency = Self.read(cell)?.currency, !currency.isEmpty else { return nil }
            if let group = groups.firstIndex(where: { $0.currency == currency }) {
                groups[group].cells.append(place)
            } else {
                groups.append((currency, [place]))
            }
        }
        return groups.map { $0.cells }
    }

    /// Cells as whole numbers of the smallest part of any of them, for comparison.
    func values(_ cells: [String]) -> Result<[Int64], FaultError> {
        let written = cells.compactMap(Self.read)
        guard isReadable, let first = written.first, written.count == cells.count else {
            return .failure(FaultError(.unreadable))
        }
        guard written.allSatisfy({ $0.currency == first.currency }) else { return .failure(FaultError(.currencies)) }
        guard let (parts, _) = scaled(written) else { return .failure(FaultError(.unreadable)) }
        return .success(parts)
    }

    /// The same column with the mark as a decimal one that may be either; `nil` where all of its marks are sure.
    var otherReading: ExactAmounts? {
        guard let mark = unsureMark else { return nil }
        var other = self
        (other.decimal, other.grouping, other.unsureMark) = (mark, nil, nil)
        return other
    }

    private func scaled(_ written: [Written]) -> (parts: [Int64], scale: Int)? {
        let values = written.compactMap(value)
        guard values.count == written.count else { return nil }
        let scale = values.map(\.decimals).max() ?? 0
        var parts: [Int64] = []
        for value in values {
            let factor = (value.decimals..<scale).reduce(Int64(1)) { factor, _ in factor * 10 }
            let (part, isTooLarge) = value.parts.multipliedReportingOverflow(by: factor)
            guard !isTooLarge else { return nil }
            parts.append(part)
        }
        return (parts, scale)
    }

    struct FaultError: Error {
        var fault: Fault
        init(_ fault: Fault) { self.fault = fault }
    }

    // MARK: - Reading

    private static func isSpace(_ mark: Character) -> Bool {
        mark == " " || mark == "\u{A0}" || mark == "\u{202F}" || mark == "\u{2009}"
    }

    /// A mark between figures, one for all that mean the same; `nil` for what is none.
    private static func separator(_ character: Character) -> Character? {
        if isSpace(character) { return " " }
        if character == "’" { return "'" }
        return [".", ",", "'", "٫", "٬"].contains(character) ? character : nil
    }

    private static func digit(_ character: Character) -> (value: UInt8, zero: UInt32)? {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
            scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
        else { return nil }
        return (UInt8(value), scalar.value - UInt32(value))
    }

    private static func read(_ text: String) -> Written? {
        guard text.utf8.count <= longest, !text.contains("%") else { return nil }
        var characters = Array(text)[...]
        var isNegative = false
        // As bookkeepers write what is owed.
        if characters.first == "(", characters.last == ")" {
            isNegative = true
            characters = characters.dropFirst().dropLast()
        }
        guard let start = characters.firstIndex(where: { digit($0) != nil }),
            let end = characters.lastIndex(where: { digit($0) != nil })
        else { return nil }
        var cell = Written(prefix: "", suffix: "", isNegative: isNegative, groups: [[]], marks: [], zero: 0x30)
        var prefix = String(characters[..<start])
        for minus in ["-", "−", "–"] where prefix.contains(minus) {
            guard !cell.isNegative else { return nil }
            cell.isNegative = true
            prefix = prefix.replacing(minus, with: "")
        }
        // What was paid in, in statements that say of all which it is.
        if !cell.isNegative, let plus = prefix.firstIndex(of: "+") { prefix.remove(at: plus) }
        // ".50" and ",50": the figures before the mark are missing, which are as likely cut off as none.
        let before = prefix.last { !$0.isWhitespace }
        guard before != ",", before != "." || prefix.contains(where: \.isLetter) else { return nil }
        for character in characters[start...end] {
            if let digit = digit(character) {
                cell.groups[cell.groups.count - 1].append(digit.value)
                cell.zero = digit.zero
            } else if let mark = separator(character) {
                cell.marks.append(mark)
                cell.groups.append([])
            } else {
                return nil
            }
        }
        var suffix = characters[(end + 1)...]
        // "120.00-" is owed, as many programs print it, and to some the end of an amount.
        if let next = suffix.first, ["-", "−", "–", "—"].contains(next) { return nil }
        // "1'200.–" has no smaller part.
        suffix = suffix.drop { [".", ",", "-", "–", "—"].contains($0) }
        (cell.prefix, cell.suffix) = (prefix, String(suffix))
        guard cell.groups.allSatisfy({ !$0.isEmpty }), cell.groups.reduce(0, { $0 + $1.count }) <= mostDigits,
            cell.currency.count(where: \.isLetter) <= mostLetters
        else { return nil }
        return cell
    }

    private func isGrouped(_ cell: Written) -> Bool { cell.marks.contains { $0 != decimal } }

    /// In units of its smallest part; `nil` where its marks stand as in no number.
    private func value(_ cell: Written) -> (parts: Int64, decimals: Int)? {
        var groups = cell.groups
        var fraction: [UInt8] = []
        if let decimal, cell.marks.last == decimal, let last = groups.popLast() { fraction = last }
        guard fraction.count <= Self.mostDecimals,
            !cell.marks.dropLast(fraction.isEmpty ? 0 : 1).contains(where: { $0 == decimal })
        else { return nil }
        // Three by three; in India two by two before the last three.
        if groups.count > 1 {
            guard groups[0].count <= 3, groups.last?.count == 3,
                groups.dropFirst().dropLast().allSatisfy({ (2...3).contains($0.count) })
            else { return nil }
        }
        let parts = (groups.joined() + fraction).reduce(Int64(0)) { $0 * 10 + Int64($1) }
        return (cell.isNegative ? -parts : parts, fraction.count)
    }

    // MARK: - Writing

    private func text(_ sum: Int64, scale: Int, like cell: Written, groups: Bool) -> String {
        var digits = String(sum.magnitude)
        digits = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        let whole = Array(digits.dropLast(scale))
        var written = ""
        for (place, digit) in whole.enumerated() {
            if groups, place > 0, (whole.count - place).isMultiple(of: 3) { written.append(mark) }
            written.append(digit)
        }
        if scale > 0 { written += String(decimal ?? ".") + digits.suffix(scale) }
        if cell.zero != 0x30 {
            written = String(
                String.UnicodeScalarView(
                    written.unicodeScalars.map { scalar in
                        (0x30...0x39).contains(scalar.value)
                            ? Unicode.Scalar(scalar.value - 0x30 + cell.zero) ?? scalar : scalar
                    }))
        }
        return (sum < 0 ? "-" : "") + String(cell.prefix.drop { $0.isWhitespace }) + written + cell.suffix
    }

    /// Between thousands: as it was certainly used, or by the other of the two that part numbers.
    private var mark: Character { grouping ?? (decimal == "," ? "." : ",") }
}
