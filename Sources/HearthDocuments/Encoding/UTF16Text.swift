/// Text in UTF-16, with or without a byte-order mark.
enum UTF16Text {
    enum Order { case littleEndian, bigEndian }

    /// The byte order when the bytes are plainly UTF-16 without a mark.
    ///
    /// Any such text has spaces, line ends or digits, whose units hold a zero byte on a side that tells the order. Other text
    /// has no zero bytes, and other binary data has controls among them.
    static func order(of bytes: [UInt8]) -> Order? {
        let units = min(bytes.count / 2, 32_768)
        guard units >= 2, bytes.prefix(2 * units).contains(0) else { return nil }
        // Text in UTF-8 with a stray zero is no UTF-16; ASCII and Cyrillic in UTF-16 are valid UTF-8, but half controls.
        let controls = bytes.prefix(2 * units).count { $0 < 0x20 && !isSpace($0) }
        if controls * 10 < 2 * units, String(validating: bytes, as: UTF8.self) != nil { return nil }
        var little = Evidence()
        var big = Evidence()
        for unit in 0..<units {
            little.count(low: bytes[2 * unit], high: bytes[2 * unit + 1])
            big.count(low: bytes[2 * unit + 1], high: bytes[2 * unit])
        }
        if little.isText(of: units), little.ascii > 8 * big.ascii { return .littleEndian }
        if big.isText(of: units), big.ascii > 8 * little.ascii { return .bigEndian }
        return nil
    }

    private struct Evidence {
        var ascii = 0
        var controls = 0

        mutating func count(low: UInt8, high: UInt8) {
            guard high == 0 else { return }
            if (low >= 0x20 && low < 0x7F) || low == newline || low == carriageReturn || low == tab {
                ascii += 1
            } else if low < 0x20 {
                controls += 1
            }
        }

        func isText(of units: Int) -> Bool { ascii * 20 >= units && controls * 200 <= units }
    }

    static func decode(_ bytes: ArraySlice<UInt8>, _ order: Order) -> DecodedText {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(order == .littleEndian ? second << 8 | first : first << 8 | second)
            index += 2
        }
        var errors = index < bytes.endIndex ? 1 : 0
        var previousIsHigh = false
        for unit in units {
            let isLow = unit & 0xFC00 == 0xDC00
            if previousIsHigh != isLow { errors += 1 }
            previousIsHigh = unit & 0xFC00 == 0xD800
        }
        if previousIsHigh { errors += 1 }
        return DecodedText(
            text: String(decoding: units, as: UTF16.self),
            encoding: order == .littleEndian ? "utf-16le" : "utf-16be", replacements: errors, isVerbatim: false)
    }
}

/// Text in UTF-32 behind a byte-order mark.
enum UTF32Text {
    static func decode(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> DecodedText {
        var scalars = String.UnicodeScalarView()
        var errors = bytes.count % 4 == 0 ? 0 : 1
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            let four = bytes[index..<index + 4]
            let value = (bigEndian ? Array(four) : four.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if let scalar = Unicode.Scalar(value) {
                scalars.append(scalar)
            } else {
                scalars.append("\u{FFFD}")
                errors += 1
            }
            index += 4
        }
        return DecodedText(
            text: String(scalars), encoding: bigEndian ? "utf-32be" : "utf-32le", replacements: errors,
            isVerbatim: false)
    }
}
