import HearthCore

/// How a text uses capitals inside its sentences: for names, or for every noun, as German does.
///
/// Told from the text itself, so that it holds for any language and for any dialect that writes so.
struct CapitalUse {
    /// Words inside sentences that begin with a capital, and all words inside sentences, in scripts with capitals.
    private(set) var capitalized = 0
    private(set) var words = 0

    /// Prose that capitalizes names alone has about one such word in ten, one that capitalizes nouns about one in three.
    static let shareOfNouns = 0.2
    /// With fewer words than this, names may be as many by chance.
    static let leastWords = 12

    var share: Double { words > 0 ? Double(capitalized) / Double(words) : 0 }

    /// Whether so many words have capitals that they cannot all be names.
    var capitalizesNouns: Bool { words >= Self.leastWords && share >= Self.shareOfNouns }

    init(_ tokens: [EntityToken]) {
        var wasCapital = false
        for (index, token) in tokens.enumerated() {
            switch token.shape {
            case .number, .uncased, .initial, .allCaps, .mixed:
                wasCapital = false
                continue
            case .lower, .capitalized: break
            }
            let isCapital = token.shape == .capitalized
            defer { wasCapital = isCapital }
            // The first word of a sentence has a capital anyway, and so has each word of "New York Times".
            guard index > 0, !token.startsSentence, !(isCapital && wasCapital) else { continue }
            words += 1
            if isCapital { capitalized += 1 }
        }
    }

    init(_ text: String) { self.init(text.withBytes { EntityToken.tokens(of: $0) }) }
}
