import HearthCore

/// Takes a text that comes in pieces and gives it out sentence by sentence, so that speaking can begin before it is complete.
struct SentenceAssembler {
    /// A sentence without an end is given out after this many characters, at a space.
    private static let longest = 400
    /// Words whose full stop ends no sentence.
    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "nr", "bzw", "ca",
    ]

    private var text = ""

    /// Adds a piece.
    ///
    /// - Returns: The sentences that are complete now.
    mutating func add(_ piece: String) -> [String] {
        text += piece
        var sentences: [String] = []
        var rest = text[...]
        while let end = Self.end(of: rest) {
            let sentence = rest[..<end].singleSpaced
            if !sentence.isEmpty { sentences.append(sentence) }
            rest = rest[end...]
        }
        if !sentences.isEmpty || rest.startIndex != text.startIndex { text = String(rest) }
        return sentences
    }

    /// What is left at the end.
    mutating func finish() -> String? {
        defer { text = "" }
        let rest = text.singleSpaced
        return rest.isEmpty ? nil : rest
    }

    /// The index after the first sentence; `nil` while it may still go on.
    private static func end(of text: Substring) -> String.Index? {
        var word = ""
        var count = 0
        var space: String.Index?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            count += 1
            if character.isNewline { return next }
            if "。！？".contains(character) { return next }
            if "!?…".contains(character) || character == "." && !isAbbreviation(word) {
                // Only what follows tells a full stop from the point of a number or of an address.
                guard next < text.endIndex else { return nil }
                var close = next
                while close < text.endIndex, "\"'”’)»]".contains(text[close]) { close = text.index(after: close) }
                if close < text.endIndex, text[close].isWhitespace { return close }
            }
            if character.isWhitespace {
                space = next
                word = ""
            } else {
                word.append(character)
            }
            if count >= longest { return space ?? next }
            index = next
        }
        return nil
    }

    private static func isAbbreviation(_ word: String) -> Bool {
        let plain = word.lowercased().drop { !$0.isLetter }
        // "e.g", "a.m", "J": single letters with points between them.
        let isLetters =
            !plain.isEmpty && plain.split(separator: ".").allSatisfy { $0.count == 1 && $0.allSatisfy(\.isLetter) }
        return isLetters || abbreviations.contains(String(plain))
    }
}
