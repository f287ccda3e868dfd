import HearthCore

/// Finds `[1]`, `[2, 3]` in generated text.
struct CitationMarks {
    /// A sentence of the answer with the numbers of the sources it names.
    struct Sentence: Equatable {
        /// Bytes of the answer, marks included.
        var span: TextSpan
        /// The sentence without its marks.
        var plain: String
        var sources: [Int]
    }

    /// Splits `answer` at `sentences` (spans in its bytes); marks that stand after a full stop belong to the sentence before.
    static func read(_ answer: String, sentences: [TextSpan]) -> [Sentence] {
        let bytes = Array(answer.utf8)
        var found: [Sentence] = []
        for span in sentences {
            let (plain, sources) = strip(bytes[span.range])
            if plain.allSatisfy({ $0.isWhitespace || $0.isPunctuation }), !found.isEmpty {
                found[found.count - 1].sources += sources
                found[found.count - 1].span.end = span.end
            } else if let (leading, rest) = leadingMarks(bytes[span.range]), !found.isEmpty {
                // "It rained. [1] Then it stopped [2]." - the splitter leaves [1] with the next sentence.
                found[found.count - 1].sources += leading
                var end = rest.startIndex
                while bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
                found[found.count - 1].span.end = end
                let (plain, sources) = strip(rest)
                let own = TextSpan(start: rest.startIndex, end: span.end)
                found.append(Sentence(span: own, plain: plain, sources: sources))
            } else {
                found.append(Sentence(span: span, plain: plain, sources: sources))
            }
        }
        return found
    }

    private static func strip(_ bytes: ArraySlice<UInt8>) -> (plain: String, sources: [Int]) {
        var kept: [UInt8] = []
        var sources: [Int] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let (numbers, end) = mark(bytes, at: index) {
                sources += numbers
                while kept.last == UInt8(ascii: " ") { kept.removeLast() }
                index = end
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return (String(decoding: kept, as: UTF8.self), sources)
    }

    private static func leadingMarks(_ bytes: ArraySlice<UInt8>) -> ([Int], ArraySlice<UInt8>)? {
        var index = bytes.startIndex
        var sources: [Int] = []
        while let (numbers, end) = mark(bytes, at: index) {
            sources += numbers
            index = end
            while index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") { index += 1 }
        }
        return sources.isEmpty ? nil : (sources, bytes[index...])
    }

    /// A mark at `start`: `[` digits, commas and spaces `]`, with numbers up to 999.
    private static func mark(_ bytes: ArraySlice<UInt8>, at start: Int) -> (numbers: [Int], end: Int)? {
        guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "[") else { return nil }
        var numbers: [Int] = []
        var current: Int?
        var index = start + 1
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                current = (current ?? 0) * 10 + Int(bytes[index] - UInt8(ascii: "0"))
                if current! > 999 { return nil }
            case UInt8(ascii: ","), UInt8(ascii: " "):
                if let number = current { numbers.append(number) }
                current = nil
            case UInt8(ascii: "]"):
                if let number = current { numbers.append(number) }
                return numbers.isEmpty ? nil : (numbers, index + 1)
            default: return nil
            }
            index += 1
        }
        return nil
    }
}
