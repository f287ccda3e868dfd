/// How often characters occur in the text of a language, roughly: enough to tell a right reading of bytes from a wrong one.
///
/// The price of a character is its information in bits, -log2 p. Only the characters beyond ASCII are modelled; ASCII costs
/// the same in every profile, so that encodings which read two bytes as one character compare fairly with those that do not.
struct LanguageProfile: Sendable {
    let encodings: [LegacyEncoding]
    /// Bits that a text in this language is dearer from the start: how much rarer such files are.
    let handicap: Double
    private let bits: [UInt32: Double]
    private let scripts: [ClosedRange<UInt32>]
    private let scriptBits: Double

    /// - Parameters:
    ///   - letters: The characters of the language in order of frequency, with `mass` the share of the text they make up.
    ///   - script: Where its other characters lie, and how many bits each costs.
    init(
        _ encodings: [LegacyEncoding], handicap: Double = 4, letters: String, mass: Double = 0.9,
        script: [ClosedRange<UInt32>] = [], scriptBits: Double = 13
    ) {
        self.encodings = encodings
        self.handicap = handicap
        let scalars = Array(letters.unicodeScalars)
        // Zipf's law, flattened at the head as letter frequencies are.
        let harmonic = (0..<scalars.count).reduce(0.0) { $0 + 1 / (Double($1) + 4) }
        var bits: [UInt32: Double] = [:]
        for (rank, scalar) in scalars.enumerated() where bits[scalar.value] == nil {
            let price = -log2Of(mass / (Double(rank) + 4) / harmonic)
            bits[scalar.value] = price
            let capital = scalar.properties.uppercaseMapping.unicodeScalars
            if capital.count == 1, let first = capital.first, bits[first.value] == nil { bits[first.value] = price + 4 }
        }
        for scalar in Self.punctuation.unicodeScalars where bits[scalar.value] == nil { bits[scalar.value] = 7 }
        self.bits = bits
        self.scripts = script
        self.scriptBits = scriptBits
    }

    private static let punctuation = "\u{A0}‘’“”–—…«»„‚€§°•·©®™¿¡£、。「」，！？：；（）《》・"

    func price(_ scalar: UInt32) -> Double {
        if let known = bits[scalar] { return known }
        for range in scripts where range.contains(scalar) { return scriptBits }
        // Replaced bytes, controls and private characters do not occur in text.
        if scalar == 0xFFFD || scalar < 0xA0 || (0xE000...0xF8FF).contains(scalar) { return 24 }
        return 16
    }
}

private func log2Of(_ value: Double) -> Double {
    // Logarithm without Foundation: the exponent, and a series for what is left of the significand.
    guard value > 0 else { return -1_000 }
    let x = (value.significand - 1) / (value.significand + 1)
    let square = x * x
    let series = x * (1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square / 9))))
    return Double(value.exponent) + 2 * series / 0.693_147_180_559_945_3
}
