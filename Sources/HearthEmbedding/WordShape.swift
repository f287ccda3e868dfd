/// What a word looks like: of text in lower case most of what tells names is lost, so the tagger is told this of each word.
enum WordShape: Int, CaseIterable, Sendable {
    /// Without letters and digits.
    case none
    case lower
    /// One capital, at its beginning.
    case capital
    /// All of them capitals.
    case upper
    /// A capital alone.
    case letter
    case mixed
    /// Digits without letters.
    case digits
    /// As ``lower``, and no word with a letter stands before it in its sentence.
    case firstLower
    /// As ``capital`` or ``letter``, and likewise first.
    case firstCapital

    /// Their names in a model file, in the order of the cases.
    static let labels = [
        "none", "lower", "capital", "upper", "letter", "mixed", "digits", "first lower", "first capital",
    ]

    var hasLetters: Bool { self != .none && self != .digits }

    /// - Parameters:
    ///   - word: Its characters as they stand in the text, before they are lower-cased.
    ///   - isFirst: Whether no word with a letter stands before it in its sentence.
    init(_ word: some Collection<Unicode.Scalar>, isFirst: Bool) {
        var letters = 0
        var capitals = 0
        var characters = 0
        var hasDigits = false
        for scalar in word {
            characters += 1
            switch Self.kind(scalar) {
            case .capital:
                letters += 1
                capitals += 1
            case .letter: letters += 1
            case .digit: hasDigits = true
            case .other: break
            }
        }
        let beginsWithCapital = word.first.map { Self.isUppercase($0) } ?? false
        if letters == 0 {
            self = hasDigits ? .digits : .none
        } else if capitals == 0 {
            self = isFirst ? .firstLower : .lower
        } else if capitals == 1, beginsWithCapital, letters > 1 || characters == 1 {
            self = isFirst ? .firstCapital : characters > 1 ? .capital : .letter
        } else {
            self = capitals == letters ? .upper : .mixed
        }
    }

    private enum Kind { case capital, letter, digit, other }

    /// As Python's `isalpha`, `isupper` and `isdigit` of a character, by which the tagger was trained.
    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar {
        case "a"..."z": return .letter
        case "A"..."Z": return .capital
        case "0"..."9": return .digit
        case "\u{0}"..."\u{7F}": return .other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            return isUppercase(scalar) ? .capital : .letter
        default: break
        }
        switch scalar.properties.numericType {
        case .decimal, .digit: return .digit
        default: return .other
        }
    }

    private static func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
    }
}
