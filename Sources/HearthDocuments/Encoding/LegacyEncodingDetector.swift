/// Guesses the encoding of text that is not Unicode: each candidate reads a sample, and the reading that would take the
/// fewest bits in some language is the likeliest (minimum description length).
enum LegacyEncodingDetector {
    /// Enough for a safe decision, little enough to be read a dozen times.
    private static let sampleSize = 16_384

    /// The candidates, best first.
    static func ranking(of bytes: [UInt8]) -> [LegacyEncoding] {
        let sample = sample(of: bytes)
        var best: [(encoding: LegacyEncoding, bits: Double)] = []
        for encoding in LegacyEncoding.allCases where encoding != .iso2022JP {
            let profiles = LanguageProfile.all.filter { $0.encodings.contains(encoding) }
            guard let reading = LegacyDecoder.convert(sample, encoding) else { continue }
            let scalars = String(decoding: reading.utf8, as: UTF8.self).unicodeScalars.map(\.value)
            if let bits = profiles.map({ price(scalars, $0) }).min() { best.append((encoding, bits)) }
        }
        return best.sorted { $0.bits < $1.bits }.map(\.encoding)
    }

    /// The lines that have bytes beyond ASCII. A line feed is no part of a character in any of these encodings.
    private static func sample(of bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        for line in bytes.split(separator: newline) {
            guard let first = line.firstIndex(where: { $0 >= 0x80 }) else { continue }
            // A huge line is taken from a little before its first such byte.
            sample.append(contentsOf: line[max(line.startIndex, first - 64)...].prefix(sampleSize - sample.count))
            sample.append(newline)
            if sample.count >= sampleSize { break }
        }
        return sample
    }

    private static func price(_ scalars: [UInt32], _ profile: LanguageProfile) -> Double {
        var bits = profile.handicap
        var previous = Kind.other
        for scalar in scalars {
            let kind = Kind(scalar)
            bits += scalar < 0x80 ? 4.5 : profile.price(scalar)
            // No language mixes its script with Latin letters inside a word, or has capitals after small letters.
            if kind.isLetter, previous.isLetter {
                if kind.isLatin != previous.isLatin { bits += 6 }
                if kind.isCapital, !previous.isCapital { bits += 6 }
            }
            previous = kind
        }
        return bits
    }

    private enum Kind {
        case latinSmall, latinCapital, small, capital, ideograph, other

        init(_ scalar: UInt32) {
            switch scalar {
            case 0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF: self = .latinSmall
            case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE: self = .latinCapital
            case 0x100...0x24F:
                let isCapital = Unicode.Scalar(scalar)?.properties.isUppercase ?? false
                self = isCapital ? .latinCapital : .latinSmall
            case 0x370...0x6FF, 0xE00...0xE7F:
                let isCapital = Unicode.Scalar(scalar)?.properties.isUppercase ?? false
                self = isCapital ? .capital : .small
            case 0x3041...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .ideograph
            default: self = .other
            }
        }

        var isLetter: Bool { self != .other && self != .ideograph }
        var isLatin: Bool { self == .latinSmall || self == .latinCapital }
        var isCapital: Bool { self == .latinCapital || self == .capital }
    }
}
