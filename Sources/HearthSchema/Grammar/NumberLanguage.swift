import HearthCore

/// The decimal texts of numbers within bounds, as patterns; exponents only where no bound has to be compared with.
enum NumberLanguage {
    struct Bound: Hashable {
        var value: JSONNumber
        var exclusive: Bool
    }

    private static let digit = RegexSyntax.set(.digits)
    private static let nonzero = RegexSyntax.set(ScalarSet([0x31...0x39]))
    private static let zero = RegexSyntax.text("0")
    static let natural = RegexSyntax.alternatives([zero, .sequence([nonzero, star(digit)])])
    private static let zeros = optional(.sequence([.text("."), plus(zero)]))
    private static let fraction = optional(.sequence([.text("."), plus(digit)]))

    /// Whole numbers, without exponents.
    static let integers = RegexSyntax.sequence([optional(.text("-")), natural, zeros])

    static func star(_ item: RegexSyntax) -> RegexSyntax { .repetition(item, minimum: 0, maximum: nil, lazy: false) }
    private static func plus(_ item: RegexSyntax) -> RegexSyntax {
        .repetition(item, minimum: 1, maximum: nil, lazy: false)
    }
    private static func optional(_ item: RegexSyntax) -> RegexSyntax {
        .repetition(item, minimum: 0, maximum: 1, lazy: false)
    }
    private static func times(_ item: RegexSyntax, _ count: Int) -> RegexSyntax {
        .repetition(item, minimum: count, maximum: count, lazy: false)
    }

    /// A bound or a value with more digits than this before the point or behind it makes too large a grammar.
    static let digitLimit = 400

    static func absurd(_ keyword: String) -> SchemaError {
        SchemaError(
            .notExpressible, "`\(keyword)` holds a number of more than \(digitLimit) digits, too large a grammar.")
    }

    /// How a number may be written where no bound but zero is given.
    enum Spelling {
        /// By digits, without exponents.
        case plain
        /// As JSON has it.
        case any
        /// As programs can read it: whole numbers by digits alone, up to ``mostDigits``, others with an exponent of two digits at most. A double holds
        /// up to 1.8e308 (IEEE 754), and libraries take "2e20301" for an error, or for infinity.
        case readable
    }

    /// Digits of a number that is written for programs: a 64-bit integer has 19.
    static let mostDigits = 18

    /// Numbers from one bound to another; `nil` where there are none.
    /// - Throws: ``SchemaError`` of kind `notExpressible` for bounds of absurd size.
    static func range(
        _ lower: Bound?, _ upper: Bound?, integer: Bool, spelling: Spelling
    ) throws -> RegexSyntax? {
        if let lower, let upper {
            if upper.value < lower.value { return nil }
            if upper.value == lower.value, lower.exclusive || upper.exclusive { return nil }
        }
        var ways: [RegexSyntax] = []
        // Zero may be written with a sign, too.
        let zeroIsIn =
            (lower.map { $0.exclusive ? $0.value < JSONNumber(0) : $0.value <= JSONNumber(0) } ?? true)
            && (upper.map { $0.exclusive ? JSONNumber(0) < $0.value : JSONNumber(0) <= $0.value } ?? true)
        if lower == nil || upper == nil, (lower ?? upper).map({ $0.value.isZero && !$0.exclusive }) ?? true {
            // Nothing to compare digits with: the sign decides.
            let body: RegexSyntax
            switch spelling {
            case .plain: body = .sequence([natural, integer ? zeros : fraction])
            case .any:
                let signs = optional(.set(ScalarSet(integer ? "+" : "+-")))
                let exponent = optional(.sequence([.set(ScalarSet("eE")), signs, plus(digit)]))
                body = .sequence([natural, integer ? zeros : fraction, exponent])
            case .readable:
                let more = RegexSyntax.repetition(digit, minimum: 0, maximum: mostDigits - 1, lazy: false)
                let whole = RegexSyntax.alternatives([zero, .sequence([nonzero, more])])
                let exponent = optional(
                    .sequence([
                        .set(ScalarSet("eE")), optional(.set(ScalarSet("+-"))), digit, optional(digit),
                    ]))
                body = integer ? whole : .sequence([whole, optional(.sequence([.text("."), digit, more])), exponent])
            }
            if lower == nil, upper == nil { return .sequence([optional(.text("-")), body]) }
            if lower != nil { return .alternatives([body, .sequence([.text("-0"), zeros])]) }
            return .alternatives([.sequence([.text("-"), body]), .sequence([zero, zeros])])
        }
        if zeroIsIn { ways.append(.sequence([optional(.text("-")), zero, zeros])) }
        // Above zero, then below it, where the bounds change places.
        if upper.map({ JSONNumber(0) < $0.value }) ?? true {
            let from =
                lower.flatMap { JSONNumber(0) <= $0.value ? $0 : nil } ?? Bound(value: JSONNumber(0), exclusive: true)
            if let way = try positive(from, upper, integer) { ways.append(way) }
        }
        if lower.map({ $0.value < JSONNumber(0) }) ?? true {
            let from =
                upper.flatMap {
                    $0.value <= JSONNumber(0) ? Bound(value: $0.value.negated, exclusive: $0.exclusive) : nil
                }
                ?? Bound(value: JSONNumber(0), exclusive: true)
            let to = lower.map { Bound(value: $0.value.negated, exclusive: $0.exclusive) }
            if let way = try positive(from, to, integer) { ways.append(.sequence([.text("-"), way])) }
        }
        return ways.isEmpty ? nil : .alternatives(ways)
    }

    /// Numbers above zero: the digits before the point in whole steps, and at both ends the digits after it.
    private static func positive(_ lower: Bound, _ upper: Bound?, _ integer: Bool) throws -> RegexSyntax? {
        guard let (low, lowFraction) = parts(lower.value) else { throw absurd("minimum` or `maximum") }
        var high: [UInt8]?
        var highFraction: [UInt8] = []
        if let upper {
            guard let (digits, rest) = parts(upper.value) else { throw absurd("minimum` or `maximum") }
            high = digits
            highFraction = rest
        }
        var ways: [RegexSyntax] = []
        if integer {
            var from = low
            if !lowFraction.isEmpty || lower.exclusive { from = incremented(low) }
            var to = high
            if let limit = high, highFraction.isEmpty, upper?.exclusive == true {
                guard let less = decremented(limit) else { return nil }
                to = less
            }
            guard let way = whole(from, to) else { return nil }
            return .sequence([way, zeros])
        }
        if let limit = high, limit == low {
            // Both ends have the same whole part: the fraction is between two fractions.
            guard let rest = fractions(lowFraction, lower.exclusive, highFraction, upper?.exclusive ?? false) else {
                return nil
            }
            return .sequence([text(low), rest])
        }
        if let rest = fractions(lowFraction, lower.exclusive, nil, false) { ways.append(.sequence([text(low), rest])) }
        var lastWhole: [UInt8]?
        if let limit = high {
            lastWhole = decremented(limit)
            if let rest = fractions([], false, highFraction, upper?.exclusive ?? false) {
                ways.append(.sequence([text(limit), rest]))
            }
        }
        if high == nil || lastWhole != nil, let way = whole(incremented(low), lastWhole) {
            ways.append(.sequence([way, fraction]))
        }
        return ways.isEmpty ? nil : .alternatives(ways)
    }

    private static func text(_ digits: [UInt8]) -> RegexSyntax {
        .sequence(digits.map { .set(ScalarSet(Unicode.Scalar($0 + 0x30))) })
    }

    /// The digits before and after the point; `nil` for numbers of absurd size.
    private static func parts(_ number: JSONNumber) -> (whole: [UInt8], fraction: [UInt8])? {
        guard abs(number.exponent) <= digitLimit, number.digits.count <= digitLimit else { return nil }
        if number.exponent >= 0 {
            let digits = number.digits + Array(repeating: 0, count: number.exponent)
            return (digits.isEmpty ? [0] : digits, [])
        }
        let places = -number.exponent
        let padded = Array(repeating: UInt8(0), count: max(0, places - number.digits.count)) + number.digits
        let whole = Array(padded.dropLast(places))
        return (whole.isEmpty ? [0] : whole, Array(padded.suffix(places)))
    }

    private static func incremented(_ digits: [UInt8]) -> [UInt8] {
        var result = digits
        for index in result.indices.reversed() {
            if result[index] < 9 {
                result[index] += 1
                return result
            }
            result[index] = 0
        }
        return [1] + result
    }

    private static func decremented(_ digits: [UInt8]) -> [UInt8]? {
        guard digits != [0] else { return nil }
        var result = digits
        for index in result.indices.reversed() {
            if result[index] > 0 {
                result[index] -= 1
                break
            }
            result[index] = 9
        }
        while result.count > 1, result[0] == 0 { result.removeFirst() }
        return result
    }

    private static func below(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }

    /// Whole numbers from one to another, without leading zeros.
    private static func whole(_ low: [UInt8], _ high: [UInt8]?) -> RegexSyntax? {
        guard let high else {
            let nines = Array(repeating: UInt8(9), count: low.count)
            let longer = RegexSyntax.sequence([
                nonzero, .repetition(digit, minimum: low.count, maximum: nil, lazy: false),
            ])
            return .alternatives([sameLength(low, nines), longer])
        }
        if below(high, low) { return nil }
        if low.count == high.count { return sameLength(low, high) }
        var ways = [sameLength(low, Array(repeating: 9, count: low.count))]
        if high.count - low.count > 1 {
            ways.append(
                .sequence([
                    nonzero, .repetition(digit, minimum: low.count, maximum: high.count - 2, lazy: false),
                ]))
        }
        ways.append(sameLength([1] + Array(repeating: 0, count: high.count - 1), high))
        return .alternatives(ways)
    }

    private static func between(_ low: UInt8, _ high: UInt8) -> RegexSyntax {
        .set(ScalarSet([UInt32(low + 0x30)...UInt32(high + 0x30)]))
    }

    /// Digits of the same number from one to another; loops, because bounds may be long.
    private static func sameLength(_ low: [UInt8], _ high: [UInt8]) -> RegexSyntax {
        var prefix: [RegexSyntax] = []
        var index = 0
        while index < low.count, low[index] == high[index] {
            prefix.append(between(low[index], low[index]))
            index += 1
        }
        guard index < low.count else { return .sequence(prefix) }
        let rest = low.count - index - 1
        var ways: [RegexSyntax] = []
        if high[index] - low[index] > 1 {
            ways.append(.sequence([between(low[index] + 1, high[index] - 1), times(digit, rest)]))
        }
        ways.append(.sequence([between(low[index], low[index]), atLeast(Array(low[(index + 1)...]))]))
        ways.append(.sequence([between(high[index], high[index]), atMost(Array(high[(index + 1)...]))]))
        return .sequence(prefix + [.alternatives(ways)])
    }

    private static func atLeast(_ digits: [UInt8]) -> RegexSyntax {
        var result = RegexSyntax.empty
        for (offset, value) in digits.reversed().enumerated() {
            var ways = [RegexSyntax.sequence([between(value, value), result])]
            if value < 9 { ways.append(.sequence([between(value + 1, 9), times(digit, offset)])) }
            result = .alternatives(ways)
        }
        return result
    }

    private static func atMost(_ digits: [UInt8]) -> RegexSyntax {
        var result = RegexSyntax.empty
        for (offset, value) in digits.reversed().enumerated() {
            var ways = [RegexSyntax.sequence([between(value, value), result])]
            if value > 0 { ways.append(.sequence([between(0, value - 1), times(digit, offset)])) }
            result = .alternatives(ways)
        }
        return result
    }

    /// What follows the whole part: nothing, or a point and digits, from one fraction to another.
    private static func fractions(_ low: [UInt8], _ above: Bool, _ high: [UInt8]?, _ under: Bool) -> RegexSyntax? {
        let least = low.isEmpty && !above ? nil : atLeastFraction(low, above)
        guard let high else { return least.map { .sequence([.text("."), $0]) } ?? fraction }
        guard !(under && high.isEmpty) else { return nil }
        guard let least else {
            // From zero: nothing at all is fine, too.
            guard let most = atMostFraction(high, under) else { return nil }
            return optional(.sequence([.text("."), most]))
        }
        _ = least
        // Between two: common digits first, then as for each end.
        let length = max(low.count, high.count)
        let from = low + Array(repeating: 0, count: length - low.count)
        let to = high + Array(repeating: 0, count: length - high.count)
        if from == to { return above || under ? nil : .sequence([.text("."), text(low), star(zero)]) }
        var prefix: [RegexSyntax] = [.text(".")]
        var index = 0
        while from[index] == to[index] {
            prefix.append(between(from[index], from[index]))
            index += 1
        }
        var ways: [RegexSyntax] = []
        if to[index] - from[index] > 1 {
            ways.append(.sequence([between(from[index] + 1, to[index] - 1), star(digit)]))
        }
        let rest = Array(low.dropFirst(index + 1))
        if rest.isEmpty, !above {
            ways.append(.sequence([between(from[index], from[index]), star(digit)]))
        } else {
            ways.append(.sequence([between(from[index], from[index]), atLeastFraction(rest, above)]))
        }
        let end = Array(high.dropFirst(index + 1))
        if end.isEmpty {
            if !under { ways.append(.sequence([between(to[index], to[index]), star(zero)])) }
        } else if let most = atMostFraction(end, under) {
            ways.append(.sequence([between(to[index], to[index]), .alternatives([.empty, most])]))
        }
        return .sequence(prefix + [.alternatives(ways)])
    }

    /// Digits after the point that are at least, or above, a fraction (which may be empty: above it is not zero).
    private static func atLeastFraction(_ digits: [UInt8], _ above: Bool) -> RegexSyntax {
        var result: RegexSyntax =
            above ? .sequence([star(zero), nonzero, star(digit)]) : star(digit)
        for value in digits.reversed() {
            var ways = [RegexSyntax.sequence([between(value, value), result])]
            if value < 9 { ways.append(.sequence([between(value + 1, 9), star(digit)])) }
            result = .alternatives(ways)
        }
        return result
    }

    /// One digit or more after the point, at most, or below, a fraction that does not end in zero.
    private static func atMostFraction(_ digits: [UInt8], _ under: Bool) -> RegexSyntax? {
        if digits.isEmpty { return under ? nil : plus(zero) }
        // What may follow once all digits so far are the bound's own.
        var rest: RegexSyntax? = under ? nil : star(zero)
        for (offset, value) in digits.reversed().enumerated() {
            var ways: [RegexSyntax] = []
            if let rest {
                let isLast = offset == 0
                // Ending early leaves a smaller fraction, because the last digit is not zero.
                ways.append(.sequence([between(value, value), isLast ? rest : .alternatives([.empty, rest])]))
            } else if offset > 0 {
                ways.append(between(value, value))
            }
            if value > 0 { ways.append(.sequence([between(0, value - 1), star(digit)])) }
            rest = ways.isEmpty ? nil : .alternatives(ways)
        }
        return rest
    }

    /// All ways to write one number without an exponent.
    static func spelling(_ number: JSONNumber) -> RegexSyntax? {
        guard let (whole, rest) = parts(number) else { return nil }
        let sign: RegexSyntax = number.isZero ? optional(.text("-")) : number.isNegative ? .text("-") : .empty
        if rest.isEmpty { return .sequence([sign, text(whole), zeros]) }
        return .sequence([sign, text(whole), .text("."), text(rest), star(zero)])
    }

    /// Multiples of a number, by remainders: an automaton with a state for each.
    static func multiples(of divisor: JSONNumber) throws -> Automaton {
        let places = max(0, -divisor.exponent)
        let scaled = JSONNumber(isNegative: false, digits: divisor.digits, exponent: max(0, divisor.exponent))
        // The factors first: their product may be beyond what a number holds.
        guard let modulus = scaled.intValue, (1..<Automaton.stateLimit).contains(modulus),
            places < Automaton.stateLimit, modulus * (places + 2) < Automaton.stateLimit
        else {
            throw Automaton.tooLarge("multipleOf")
        }
        // States: 0 start, 1 after the sign, then remainders of the whole part, of each decimal place, and zeros at the end.
        let base = 2
        func state(_ place: Int, _ remainder: Int) -> Int { base + place * modulus + remainder }
        let end = state(places + 1, 0)
        func fits(_ place: Int, _ remainder: Int) -> Bool {
            var value = remainder
            for _ in place..<max(place, places) { value = value * 10 % modulus }
            return value == 0
        }
        var states = Array(repeating: Automaton.State(), count: end + 1)
        func digits(_ place: Int, _ remainder: Int, _ next: Int) -> [(range: ClosedRange<UInt32>, target: Int)] {
            (0..<10).map { (UInt32(0x30 + $0)...UInt32(0x30 + $0), state(next, (remainder * 10 + $0) % modulus)) }
        }
        states[0].moves = [(0x2D...0x2D, 1)] + digits(0, 0, 0)
        states[1].moves = digits(0, 0, 0)
        for place in 0...places {
            for remainder in 0..<modulus {
                let number = state(place, remainder)
                states[number].isAccepting = fits(place, remainder)
                if place == 0 {
                    // The point: then decimals, or only zeros.
                    let target = places > 0 ? -1 : end
                    states[number].moves = (places > 0 || remainder == 0) && target >= 0 ? [(0x2E...0x2E, target)] : []
                    states[number].moves += digits(0, remainder, 0)
                } else if place < places {
                    states[number].moves = digits(place, remainder, place + 1)
                } else if remainder == 0 {
                    states[number].moves = [(0x30...0x30, end)]
                }
            }
        }
        states[end].isAccepting = true
        states[end].moves = [(0x30...0x30, end)]
        if places > 0 {
            // After the point come decimals of the same remainder; the point itself needs a state for each.
            let points = states.count
            for remainder in 0..<modulus {
                var point = Automaton.State()
                point.moves = digits(0, remainder, 1)
                states.append(point)
                states[state(0, remainder)].moves.insert((0x2E...0x2E, points + remainder), at: 0)
            }
        }
        return try Automaton(states: states).intersection(.everything)
    }
}

extension JSONNumber {
    var negated: JSONNumber { JSONNumber(isNegative: !isNegative, digits: digits, exponent: exponent) }
}
