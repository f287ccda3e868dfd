/// Lengths of time as ISO 8601 writes them: "PT36H00M00S", "P1DT2H", "-P2W".
enum ISODuration {
    /// Digits of one number; more are no length of time that anybody wrote.
    private static let mostDigits = 12

    /// - Returns: Seconds, of which fractions are dropped; `nil` for what is no such length, and for years and months, which have none of their own.
    static func seconds(_ text: some StringProtocol) -> Int? {
        var rest = Array(text.utf8)[...]
        var sign = 1
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            rest = rest.dropFirst()
        }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var total = 0
        var isTime = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            // A fraction, as some programs write behind seconds.
            if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
                rest = rest.dropFirst()
                rest = rest.drop(while: isDigit)
            }
            guard !digits.isEmpty, digits.count <= mostDigits, let unit = rest.popFirst(),
                let seconds = length(of: unit, isTime: isTime)
            else { return nil }
            total += digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * seconds
            // Each number alone stays far from the end of what can be counted, and so do a few of them.
            guard total < 1 << 60 else { return nil }
        }
        return sign * total
    }

    private static func length(of unit: UInt8, isTime: Bool) -> Int? {
        switch (unit, isTime) {
        case (UInt8(ascii: "W"), false): 604_800
        case (UInt8(ascii: "D"), false): 86_400
        case (UInt8(ascii: "H"), true): 3_600
        case (UInt8(ascii: "M"), true): 60
        case (UInt8(ascii: "S"), true): 1
        default: nil
        }
    }
}
