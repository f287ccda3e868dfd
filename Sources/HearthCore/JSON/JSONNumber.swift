/// A JSON number, exactly: sign × digits × 10^exponent.
///
/// Two numbers are equal when their values are, however they were written: `1`, `1.0` and `1e0`. Nothing is rounded, so that
/// big integers and decimals such as `0.1` compare as mathematics says.
public struct JSONNumber: Hashable, Sendable, Comparable {
    /// Whether the value is below zero; zero is never negative.
    package let isNegative: Bool
    /// Significant decimal digits (0…9), without leading or trailing zeros; empty for zero.
    package let digits: [UInt8]
    /// The power of ten of the last digit.
    package let exponent: Int

    /// Exponents are cut off here: beyond it numbers are all alike for any purpose, and sums of exponents cannot overflow.
    package static let exponentLimit = 1_000_000_000

    package init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        var first = 0
        var last = digits.count
        while first < last, digits[first] == 0 { first += 1 }
        while last > first, digits[last - 1] == 0 { last -= 1 }
        if first == last {
            self.isNegative = false
            self.digits = []
            self.exponent = 0
            return
        }
        self.isNegative = isNegative
        self.digits = first == 0 && last == digits.count ? digits : Array(digits[first..<last])
        self.exponent = max(-Self.exponentLimit, min(Self.exponentLimit, exponent + digits.count - last))
    }

    public init(_ value: Int) {
        self.init(isNegative: value < 0, digits: String(value.magnitude).utf8.map { $0 - 0x30 }, exponent: 0)
    }

    /// The number that a JSON text denotes, or `nil` when it is not one.
    public init?(_ text: String) {
        var parser = JSONParser(bytes: Array(text.utf8), maxDepth: 1)
        guard let number = try? parser.number(), parser.isAtEnd else { return nil }
        self = number
    }

    /// Whether the value is a whole number: `1.0` is, `1.5` is not.
    public var isInteger: Bool { exponent >= 0 }

    package var isZero: Bool { digits.isEmpty }

    /// The value, where it is a whole number that an `Int` holds.
    public var intValue: Int? {
        guard isInteger, digits.count + exponent <= 19 else { return nil }
        var value = 0
        for index in 0..<(digits.count + exponent) {
            let digit = index < digits.count ? Int(digits[index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.subtractingReportingOverflow(digit)
            if overflow || overflow2 { return nil }
            value = sum
        }
        return isNegative ? value : (value == Int.min ? nil : -value)
    }

    public static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.magnitudeIsBelow(left) : left.magnitudeIsBelow(right)
    }

    private func magnitudeIsBelow(_ other: Self) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        let mine = digits.count + exponent
        let theirs = other.digits.count + other.exponent
        if mine != theirs { return mine < theirs }
        return digits.lexicographicallyPrecedes(other.digits)
    }

    /// Whether this is a whole multiple of another number, exactly. Multiples of zero are only zero.
    public func isMultiple(of divisor: Self) -> Bool {
        if isZero { return true }
        if divisor.isZero { return false }
        // Neither ends in a zero digit, so a multiple cannot have the smaller exponent.
        guard exponent >= divisor.exponent else { return false }
        let shift = exponent - divisor.exponent
        if divisor.digits == [1] { return true }
        guard divisor.digits.count <= 18 else { return isBigMultiple(of: divisor, shift: shift) }
        let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        func times(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let product = a.multipliedFullWidth(by: b)
            return modulus.dividingFullWidth((product.high % modulus, product.low)).remainder
        }
        var remainder = digits.reduce(UInt64(0)) { (times($0, 10) + UInt64($1)) % modulus }
        var power = 10 % modulus
        var bits = shift
        while bits > 0 {
            if bits & 1 == 1 { remainder = times(remainder, power) }
            power = times(power, power)
            bits >>= 1
        }
        return remainder == 0
    }

    /// Long division for divisors of more digits than a machine word holds.
    private func isBigMultiple(of divisor: Self, shift: Int) -> Bool {
        guard shift <= 10_000, digits.count + shift <= 20_000, divisor.digits.count <= 2_000 else { return false }
        var remainder: [UInt8] = []
        func below(_ a: [UInt8], _ b: [UInt8]) -> Bool {
            a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
        }
        for index in 0..<(digits.count + shift) {
            let digit = index < digits.count ? digits[index] : 0
            if !(remainder.isEmpty && digit == 0) { remainder.append(digit) }
            while !below(remainder, divisor.digits) {
                var borrow = 0
                for offset in 1...remainder.count {
                    let position = remainder.count - offset
                    let other = offset <= divisor.digits.count ? Int(divisor.digits[divisor.digits.count - offset]) : 0
                    var difference = Int(remainder[position]) - other - borrow
                    borrow = difference < 0 ? 1 : 0
                    if difference < 0 { difference += 10 }
                    remainder[position] = UInt8(difference)
                }
                remainder.removeFirst(remainder.firstIndex { $0 != 0 } ?? remainder.count)
            }
        }
        return remainder.isEmpty
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The shortest JSON text: digits where they are few, else with an exponent.
    public var description: String {
        if isZero { return "0" }
        var text = isNegative ? "-" : ""
        let all = digits.map { Character(Unicode.Scalar($0 + 0x30)) }
        let point = digits.count + exponent
        if exponent >= 0, point <= 30 {
            text += String(all) + String(repeating: "0", count: exponent)
        } else if exponent < 0, point > 0 {
            text += String(all[..<point]) + "." + String(all[point...])
        } else if exponent < 0, point > -10 {
            text += "0." + String(repeating: "0", count: -point) + String(all)
        } else {
            text += String(all[0]) + (all.count > 1 ? "." + String(all[1...]) : "") + "e\(point - 1)"
        }
        return text
    }
}
