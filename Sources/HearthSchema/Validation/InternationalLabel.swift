/// Labels of international host names, after RFC 5892 as far as Unicode's general categories tell.
enum InternationalLabel {
    static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
        guard let first = label.first, let last = label.last, first != "-", last != "-" else { return false }
        if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: break
        }
        var arabic = false
        var extended = false
        for (index, scalar) in label.enumerated() {
            if (0x660...0x669).contains(scalar.value) { arabic = true }
            if (0x6F0...0x6F9).contains(scalar.value) { extended = true }
            guard isAllowed(scalar, at: index, in: label) else { return false }
        }
        return !(arabic && extended)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, at index: Int, in label: [Unicode.Scalar]) -> Bool {
        let before = index > 0 ? label[index - 1] : nil
        let after = index + 1 < label.count ? label[index + 1] : nil
        switch scalar.value {
        case 0x2D: return true
        // RFC 5892, appendix A: characters that are allowed beside certain others only.
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return after.map { (0x370...0x3FF).contains($0.value) } ?? false
        case 0x5F3, 0x5F4: return before.map { (0x590...0x5FF).contains($0.value) } ?? false
        case 0x30FB:
            return label.contains {
                (0x3041...0x309F).contains($0.value) || (0x30A1...0x30FA).contains($0.value)
                    || (0x30FC...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value)
            }
        case 0x200D: return before.map(isVirama) ?? false
        case 0x200C:
            guard let before else { return false }
            // Between joining letters it is right as well; of those, Arabic script is what occurs.
            return isVirama(before)
                || ((0x600...0x6FF).contains(before.value) && after.map { (0x600...0x6FF).contains($0.value) } == true)
        case 0x302E, 0x302F, 0x3031...0x3035, 0x303B, 0x640, 0x7FA: return false
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass.rawValue == 9
    }
}

/// Punycode (RFC 3492).
enum Punycode {
    private static func adapt(_ delta: Int, _ count: Int, first: Bool) -> Int {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }

    /// The scalars of an encoded label, or `nil` when it is not one.
    static func decode(_ text: String) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 63 else { return nil }
        var result: [Unicode.Scalar] = []
        var at = 0
        if let dash = bytes.lastIndex(of: UInt8(ascii: "-")) {
            result = bytes[..<dash].map { Unicode.Scalar($0) }
            at = dash + 1
        }
        var code = 128
        var index = 0
        var bias = 72
        while at < bytes.count {
            let before = index
            var weight = 1
            var step = 36
            while true {
                guard at < bytes.count else { return nil }
                let byte = bytes[at]
                at += 1
                let digit: Int
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 97
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 48 + 26
                default: return nil
                }
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                guard !overflow, product < 1 << 40 else { return nil }
                index += product
                let threshold = step <= bias ? 1 : step >= bias + 26 ? 26 : step - bias
                if digit < threshold { break }
                weight *= 36 - threshold
                guard weight < 1 << 40 else { return nil }
                step += 36
            }
            bias = adapt(index - before, result.count + 1, first: before == 0)
            code += index / (result.count + 1)
            index %= result.count + 1
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            result.insert(scalar, at: index)
            index += 1
        }
        return result
    }

    /// How many bytes a label takes once encoded, without `xn--`.
    static func encodedLength(_ label: [Unicode.Scalar]) -> Int {
        guard label.count <= 63 else { return label.count }
        let basic = label.filter(\.isASCII).count
        var length = basic + (basic > 0 ? 1 : 0)
        var handled = basic
        var code = 128
        var delta = 0
        var bias = 72
        while handled < label.count {
            guard let next = label.map({ Int($0.value) }).filter({ $0 >= code }).min() else { break }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in label {
                let value = Int(scalar.value)
                if value < code { delta += 1 }
                guard value == code else { continue }
                var rest = delta
                var step = 36
                while true {
                    length += 1
                    let threshold = step <= bias ? 1 : step >= bias + 26 ? 26 : step - bias
                    if rest < threshold { break }
                    rest = (rest - threshold) / (36 - threshold)
                    step += 36
                }
                bias = adapt(delta, handled + 1, first: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return length
    }
}
