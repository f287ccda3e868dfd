/// The forms of Unicode whose units are wider than a byte: how they are decoded, and how one is told where no byte-order mark
/// does.
///
/// A reading of the bytes is believed when it looks like text: no halves of surrogate pairs, no controls and no code points that
/// mean nothing, letters next to letters of the same script, and spaces, line ends or punctuation among them. Of several such
/// readings the one that takes the fewest bits in some language is right, as in ``LegacyEncodingDetector``: English with its
/// bytes exchanged is a row of sound Chinese characters.
enum WideUnicode: String, CaseIterable, Sendable {
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case utf32LittleEndian = "utf-32le"
    case utf32BigEndian = "utf-32be"

    /// Bytes of one unit.
    var width: Int { self == .utf16LittleEndian || self == .utf16BigEndian ? 2 : 4 }

    var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }

    // MARK: Byte-order marks

    /// The form that a file's byte-order mark names.
    static func marked(_ bytes: some Collection<UInt8>) -> WideUnicode? {
        // UTF-32 first: its little-endian mark begins with that of UTF-16.
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32BigEndian }
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        return nil
    }

    /// The form of a file, by its mark or by what it looks like; `nil` for other encodings.
    static func form(ofFileBeginning bytes: [UInt8]) -> WideUnicode? {
        // Line ends and marks between values have a byte of nothing in all of these forms.
        marked(bytes) ?? (bytes.contains(0) ? detect(bytes) : nil)
    }

    /// Whether bytes are text in one of these forms: by a mark, unless what follows it makes no sense (sound may begin with
    /// the bytes of a mark), and without one by what they look like.
    static func isText(_ bytes: [UInt8]) -> Bool {
        guard let form = marked(bytes) else { return detect(bytes) != nil }
        var scalars: [UInt32] = []
        let errors = form.read(bytes.prefix(sampleSize)) { scalars.append($0) }
        return Evidence(scalars, errors: errors).makesSense
    }

    // MARK: Decoding

    func decode(_ bytes: [UInt8]) -> DecodedText {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        let errors = read(bytes[...]) { value in
            let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
            if value < 0x80 {
                text.append(UInt8(value))
            } else {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return DecodedText(text: String(decoding: text, as: UTF8.self), encoding: rawValue, replacements: errors)
    }

    /// Calls `take` with each code point, and with U+FFFD for each unit that is none. How many of these there are; a unit that
    /// is cut off counts too, and is left out.
    private func read(_ bytes: ArraySlice<UInt8>, _ take: (UInt32) -> Void) -> Int {
        let width = width
        let isBigEndian = isBigEndian
        var errors = bytes.count % width == 0 ? 0 : 1
        func replace() {
            take(0xFFFD)
            errors += 1
        }
        /// The first half of a pair.
        var high: UInt32?
        var index = bytes.startIndex
        while index + width <= bytes.endIndex {
            var unit: UInt32 = 0
            for offset in 0..<width {
                unit = unit << 8 | UInt32(bytes[isBigEndian ? index + offset : index + width - 1 - offset])
            }
            index += width
            let isLow = unit >= 0xDC00 && unit <= 0xDFFF
            if let first = high {
                high = nil
                if isLow {
                    take(0x1_0000 + (first - 0xD800) << 10 + (unit - 0xDC00))
                    continue
                }
                replace()
            }
            if width == 2, unit >= 0xD800, unit < 0xDC00 {
                high = unit
            } else if Unicode.Scalar(unit) == nil {
                replace()
            } else {
                take(unit)
            }
        }
        if high != nil { replace() }
        return errors
    }

    // MARK: Recognition

    /// Enough for a safe decision; whole units of either width.
    private static let sampleSize = 32_768

    /// The form that bytes without a mark are plainly in; `nil` for any other text, and for what is none.
    static func detect(_ bytes: [UInt8]) -> WideUnicode? {
        let sample = bytes.prefix(sampleSize)
        guard sample.count >= 4, isDoubtfulAsBytes(sample) else { return nil }
        var best: (form: WideUnicode, bits: Double)?
        for form in allCases {
            var scalars: [UInt32] = []
            var errors = form.read(sample[..<(sample.count / form.width * form.width)]) { scalars.append($0) }
            // A pair that the end of the sample parts is no fault of the text.
            if sample.count < bytes.count, errors > 0, scalars.last == 0xFFFD {
                scalars.removeLast()
                errors -= 1
            }
            guard Evidence(scalars, errors: errors).isText else { continue }
            let bits = bits(of: scalars)
            if bits < best?.bits ?? .infinity { best = (form, bits) }
        }
        return best?.form
    }

    /// Whether bytes make a bad text in encodings of single bytes: there are controls in it, and they are more than the few
    /// zeros that stray into logs and listings.
    private static func isDoubtfulAsBytes(_ sample: ArraySlice<UInt8>) -> Bool {
        var controls = 0
        var ascii = 0
        for byte in sample {
            if byte >= 0x20 && byte < 0x7F || isSpace(byte) {
                ascii += 1
            } else if byte < 0x80, byte != 0x1B, byte != 0x08 {
                controls += 1
            }
        }
        guard controls > 0 else { return false }
        if controls * 20 <= sample.count, ascii * 5 >= sample.count * 4 { return false }
        guard controls * 10 < sample.count else { return true }
        let damage = UTF8Damage(of: sample)
        return damage.errors > 0 && !damage.isMostlyUTF8
    }

    /// What a text costs in the language that it is likeliest in, or in one that no profile is kept of.
    private static func bits(of scalars: [UInt32]) -> Double {
        let known = LanguageProfile.all.map { LegacyEncodingDetector.price(scalars, $0) }.min()
        return min(known ?? .infinity, bitsByBlocks(scalars))
    }

    /// The price in any script: 7 bits within a block of 128 code points, and what it takes to say which block, which is the
    /// less the oftener it was said before (an adaptive model). ASCII costs what it costs in the profiles.
    private static func bitsByBlocks(_ scalars: [UInt32]) -> Double {
        var counts: [UInt32: Double] = [:]
        var seen = 0.0
        var bits = 0.0
        for scalar in scalars {
            guard scalar >= 0x80 else {
                bits += 4.5
                continue
            }
            let count = counts[scalar >> 7, default: 0]
            bits += 7 - log2Of((count + 0.5) / (seen + 256))
            counts[scalar >> 7] = count + 1
            seen += 1
        }
        return bits
    }

    /// What speaks for a row of code points being text, and what against it.
    private struct Evidence {
        private var all = 0
        /// Code points that are in no text: halves of pairs, controls, private and unassigned ones.
        private var senseless: Int
        /// Spaces, line ends and punctuation.
        private var separators = 0
        /// Letters and marks beyond ASCII; and visible ASCII.
        private var letters = 0
        private var ascii = 0
        /// Neighbours among the letters, and those of them that are of one script.
        private var neighbours = 0
        private var alike = 0

        init(_ scalars: [UInt32], errors: Int) {
            senseless = errors
            all = scalars.count
            var previous: UInt32?
            for value in scalars {
                let script = value < 0x80 ? countASCII(value) : count(value)
                if let script, let previous {
                    neighbours += 1
                    if script == previous { alike += 1 }
                }
                previous = script
            }
        }

        /// Hardly anything speaks against it. A damaged file that says what it is in is still one.
        var makesSense: Bool { senseless * 20 <= all }

        var isText: Bool {
            guard all >= 2, senseless * 100 <= all, (ascii + letters) * 10 >= all * 4 else { return false }
            // A word alone has no separator; whole pages without one are no text.
            guard all < 40 || separators * 200 >= all, separators * 10 <= all * 8, separators + ascii > 0 else {
                return false
            }
            return alike * 10 >= neighbours * 9
        }

        private mutating func countASCII(_ value: UInt32) -> UInt32? {
            switch value {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: separators += 1
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: ascii += 1
            case 0x00..<0x20, 0x7F: senseless += 1
            default:
                ascii += 1
                separators += 1
            }
            return nil
        }

        /// Counts a code point beyond ASCII; the script of a letter.
        private mutating func count(_ value: UInt32) -> UInt32? {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            switch scalar.properties.generalCategory {
            case .control, .unassigned, .privateUse, .surrogate: senseless += 1
            case .format where (0x2060...0x206F).contains(value) && value > 0x2060: senseless += 1
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .otherPunctuation, .dashPunctuation,
                .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
                separators += 1
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark:
                letters += 1
                return Self.script(of: value)
            default: break
            }
            return nil
        }

        /// A number for the script of a letter, by the block that it stands in. What is written together counts as one: Han and
        /// kana; Latin with its marks.
        private static func script(of value: UInt32) -> UInt32? {
            switch value {
            case 0x300...0x36F: nil  // marks that stand on letters of any script
            case 0x80...0x2FF, 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06: 1
            case 0x370...0x3FF, 0x1F00...0x1FFF: 2
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: 3
            case 0x590...0x5FF, 0xFB1D...0xFB4F: 4
            case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: 5
            case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: 6
            case 0x2E80...0x2FDF, 0x3005...0x30FF, 0x3100...0x312F, 0x31A0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
                0xFF66...0xFF9F, 0x2_0000...0x3_FFFF:
                7
            default: 0x100 + value >> 7
            }
        }
    }
}
