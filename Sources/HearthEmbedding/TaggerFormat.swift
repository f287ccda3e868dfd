import HearthCore
import HearthGGUF

/// What a tagger's model file says of its labels (`hearth.tagger.…`), checked. `Training/hearth_training/tagger_export.py` writes it, and
/// describes the format.
struct TaggerFormat: Sendable {
    /// The version of the format that is read here.
    static let version = 2

    /// Tokens of a window, special ones included.
    let window: Int
    /// ISO 639-1.
    let languages: Set<String>
    let shapes: ShapeRows
    let names: NameLabels
    let mood: CalibratedLabels
    let acts: CalibratedLabels
    /// The row of the mood's head that is a number as it is.
    let valence: Int
    let positive: CalibratedLabel
    let negative: CalibratedLabel
    let emotions: [(emotion: SentenceTags.Emotion, label: CalibratedLabel)]
    let actsOfSpeech: [(act: SentenceTags.Act, label: CalibratedLabel)]

    /// - Parameter positions: The longest sequence for which the encoder has positions.
    init(_ file: GGUFFile, positions: Int) throws {
        let metadata = try HeadMetadata(file, of: "tagger", version: Self.version)
        // `[CLS]`, a piece, `[SEP]`.
        window = try metadata.window(atLeast: 3, positions: positions)
        languages = try metadata.languages()
        shapes = try ShapeRows(metadata)
        names = try NameLabels(metadata)
        let emotions = SentenceTags.Emotion.allCases
        let polarities = ["positive", "negative"]
        mood = try CalibratedLabels("mood", metadata, with: ["valence"] + polarities + emotions.map(\.rawValue))
        acts = try CalibratedLabels("acts", metadata, with: SentenceTags.Act.allCases.map(\.rawValue))
        valence = try mood.label("valence").row
        positive = try mood.label(polarities[0])
        negative = try mood.label(polarities[1])
        self.emotions = try emotions.map { [mood] in ($0, try mood.label($0.rawValue)) }
        actsOfSpeech = try SentenceTags.Act.allCases.map { [acts] in ($0, try acts.label($0.rawValue)) }
    }
}

/// Which row of the matrix of shapes each shape of a word has.
struct ShapeRows: Sendable {
    /// How many rows there are.
    let count: Int
    private let rows: [UInt8]

    init(_ metadata: HeadMetadata) throws {
        let labels = try metadata.labels("case.labels", with: WordShape.labels)
        count = labels.count
        // No overflow: lists of labels are short.
        rows = WordShape.labels.map { label in labels.firstIndex(of: label).map { UInt8($0) } ?? 0 }
    }

    subscript(shape: WordShape) -> UInt8 { rows[shape.rawValue] }
}

/// A label that is told by itself: its row of the head, what its logit means, and from which probability on it holds.
struct CalibratedLabel: Sendable {
    let row: Int
    let calibration: LogitCalibration
    let threshold: Double

    /// - Parameter logits: All that the head gives.
    func callAsFunction(_ logits: [Double]) -> SentenceTags.Label {
        let probability = calibration.probability(logits[row])
        return SentenceTags.Label(probability: probability, holds: probability >= threshold)
    }
}

/// The labels of a head, each told by itself.
struct CalibratedLabels: Sendable {
    private let key: String
    private let rows: [String: CalibratedLabel]

    var count: Int { rows.count }

    /// - Parameter needed: Labels that must be there. Others may be, and are not asked for.
    init(_ head: String, _ metadata: HeadMetadata, with needed: [String]) throws {
        key = head + ".labels"
        let labels = try metadata.labels(key, with: needed)
        let scales = try metadata.numbers(head + ".scale", count: labels.count)
        let shifts = try metadata.numbers(head + ".shift", count: labels.count)
        let thresholds = try metadata.numbers(head + ".threshold", count: labels.count)
        // A scale of 0 is that of a label of which the model can tell its frequency only.
        guard scales.allSatisfy({ $0 >= 0 }) else { throw metadata.malformed(head + ".scale") }
        guard thresholds.allSatisfy({ (0...1).contains($0) }) else { throw metadata.malformed(head + ".threshold") }
        var rows: [String: CalibratedLabel] = [:]
        for (row, label) in labels.enumerated() {
            rows[label] = CalibratedLabel(
                row: row, calibration: LogitCalibration(scale: scales[row], shift: shifts[row]),
                threshold: thresholds[row])
        }
        self.rows = rows
    }

    func label(_ name: String) throws -> CalibratedLabel {
        guard let label = rows[name] else {
            throw EmbeddingError(.malformedModel, "The model file's `hearth.tagger.\(key)` lacks “\(name)”.")
        }
        return label
    }
}

/// The labels of words, and the best sequence of them.
struct NameLabels: Sendable {
    private enum Part { case outside, begin, inside }

    private struct Label {
        var part: Part
        /// `PER`; empty outside.
        var type: String
    }

    private static let kinds: [String: SentenceTags.Name.Kind] = [
        "PER": .person, "LOC": .location, "ORG": .organization, "WORK": .work, "PRODUCT": .product, "EVENT": .event,
        "MISC": .other,
    ]

    private let labels: [Label]
    /// The number of the label of words that name nothing.
    let outside: Int
    /// Of each label those that may stand before it.
    private let before: [[Int]]

    var count: Int { labels.count }

    init(_ metadata: HeadMetadata) throws {
        let key = "names.labels"
        let needed = ["O"] + Self.kinds.keys.sorted().flatMap { ["B-" + $0, "I-" + $0] }
        let labels = try metadata.labels(key, with: needed).map { name in
            if name == "O" { return Label(part: .outside, type: "") }
            guard name.utf8.count > 2, let part: Part = ["B-": .begin, "I-": .inside][name.prefix(2)] else {
                throw metadata.malformed(key, "has “\(name.prefix(32))”, which is none of a name")
            }
            return Label(part: part, type: String(name.dropFirst(2)))
        }
        self.labels = labels
        outside = labels.firstIndex { $0.part == .outside } ?? 0
        before = labels.map { label in
            labels.indices.filter { label.part != .inside || labels[$0].type == label.type }
        }
    }

    /// The likeliest labels of the words of a sentence, in which a name goes on only where it has begun (Viterbi 1967).
    ///
    /// - Parameter scores: Of each word the logarithms of how likely its labels are.
    /// - Returns: Of each word the number of its label.
    func decode(_ scores: [[Double]]) -> [Int] {
        guard let first = scores.first else { return [] }
        // A sentence begins as behind a word outside of names.
        var best = labels.indices.map { labels[$0].part == .inside ? -.infinity : first[$0] }
        var steps: [[Int]] = []
        for row in scores.dropFirst() {
            let step = before.map { Self.first(of: $0, withMostOf: best) }
            best = step.indices.map { best[step[$0]] + row[$0] }
            steps.append(step)
        }
        var label = Self.first(of: Array(labels.indices), withMostOf: best)
        var found = [label]
        for step in steps.reversed() {
            label = step[label]
            found.append(label)
        }
        return found.reversed()
    }

    private static func first(of places: [Int], withMostOf values: [Double]) -> Int {
        var best = places.first ?? 0
        for place in places.dropFirst() where values[place] > values[best] { best = place }
        return best
    }

    /// The names among the words of a sentence: words, and what kind they are. Those of kinds that are not known here are left out.
    ///
    /// - Parameter labels: What ``decode(_:)`` gave.
    func names(_ labels: [Int]) -> [(words: Range<Int>, kind: SentenceTags.Name.Kind)] {
        var found: [(words: Range<Int>, kind: SentenceTags.Name.Kind)] = []
        var word = 0
        while word < labels.count {
            let first = word
            let label = self.labels[labels[first]]
            word += 1
            guard label.part == .begin else { continue }
            while word < labels.count, self.labels[labels[word]].part == .inside { word += 1 }
            if let kind = Self.kinds[label.type] { found.append((first..<word, kind)) }
        }
        return found
    }
}

/// The heads of a tagger, and what its words' shapes add to them.
struct TaggerHeads: Sendable {
    /// On the first piece of each word.
    let names: LinearHead
    /// On each sentence's first token, as the others.
    let mood: LinearHead
    let acts: LinearHead
    let salience: LinearHead
    /// The vectors of the shapes, one after the other.
    let shapes: [Float]

    init(_ file: GGUFFile, _ format: TaggerFormat, width: Int) throws {
        names = try LinearHead("tagger.names", file, rows: format.names.count, width: width)
        mood = try LinearHead("tagger.mood", file, rows: format.mood.count, width: width)
        acts = try LinearHead("tagger.acts", file, rows: format.acts.count, width: width)
        salience = try LinearHead("tagger.salience", file, rows: 1, width: width)
        shapes = try file.finiteFloats("tagger.case.weight", rows: format.shapes.count, length: width)
    }
}

// MARK: - Shapes of words

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
