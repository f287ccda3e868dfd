import Foundation
import HearthCore

/// Makes words of a model's tokens. A token may be a piece of a word, several words' punctuation, or a part of a character.
struct WordCollector {
    private struct Piece {
        var bytes: [UInt8]
        var start: Double
        var end: Double
        var logProbability: Double
        var tokens: Int
    }

    private let start: Double
    private let end: Double
    private var pieces: [Piece] = []

    /// - Parameters: The times of the segment, which its words keep to.
    init(from start: Double, to end: Double) {
        self.start = start
        self.end = end
    }

    mutating func add(bytes: [UInt8], start: Double, end: Double, logProbability: Float) {
        guard !bytes.isEmpty else { return }
        let from = min(max(start, self.start), self.end)
        let to = min(max(end, from), self.end)
        let log = logProbability.isFinite ? Double(min(logProbability, 0)) : -10
        // Words begin with a space, except in languages that write none: there each character is a word.
        let beginsWord = bytes[0] == 0x20 || pieces.isEmpty || isWhole(pieces[pieces.count - 1].bytes) && isWide(bytes)
        if beginsWord {
            pieces.append(Piece(bytes: bytes, start: from, end: to, logProbability: log, tokens: 1))
        } else {
            pieces[pieces.count - 1].bytes += bytes
            pieces[pieces.count - 1].end = max(to, pieces[pieces.count - 1].end)
            pieces[pieces.count - 1].logProbability += log
            pieces[pieces.count - 1].tokens += 1
        }
    }

    /// `nil` when there are no words.
    var segment: RecognizedSegment? {
        let text = String(decoding: pieces.flatMap(\.bytes), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        let words = pieces.compactMap { piece -> RecognizedWord? in
            let text = String(decoding: piece.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { return nil }
            return RecognizedWord(
                start: piece.start, end: piece.end, text: text,
                confidence: exp(piece.logProbability / Double(piece.tokens)))
        }
        let tokens = pieces.reduce(0) { $0 + $1.tokens }
        let confidence = exp(pieces.reduce(0) { $0 + $1.logProbability } / Double(max(tokens, 1)))
        return RecognizedSegment(start: start, end: end, text: text, confidence: confidence, words: words)
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Whether the text begins with a character of a script that writes no spaces: kana, Chinese characters, Thai and others
    /// between them in Unicode.
    private func isWide(_ bytes: [UInt8]) -> Bool {
        guard bytes[0] >= 0xE0, let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
            return false
        }
        switch first.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF:
            return true
        default: return false
        }
    }
}
