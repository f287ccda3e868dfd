import Foundation
import HearthCore
import Testing

@testable import HearthVoice

/// Speech for tests, by the synthesizer flite.
enum Flite {
    static var isInstalled: Bool { TestFiles.has("flite") }

    static let sentences = [
        "The meeting starts at nine in the morning.",
        "Please send me the report before the end of the week.",
        "We have to find a better way to reach our customers.",
        "She told him that the train would be late again.",
        "There are many good books in the public library.",
        "The children were playing in the garden all afternoon.",
        "I would like to have a cup of coffee and some water.",
        "He has lived in the same small house for twenty years.",
        "The new president will speak to the people tomorrow night.",
        "It is important to listen before you make a decision.",
    ]

    /// A sentence, 16 kHz.
    static func speak(_ sentence: String, voice: String) async throws -> [Float] {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("speech.wav").path
            try TestFiles.run("flite", ["-voice", voice, "-t", sentence, "-o", file])
            return try await TestFiles.samples(AudioFile.open(file))
        }
    }

    /// Without the silence at its ends, so that all of it counts as speech.
    static func trimmed(_ samples: [Float]) -> [Float] {
        let frame = 160
        let peak = samples.map(abs).max() ?? 0
        let loud = stride(from: 0, to: samples.count - frame, by: frame).filter { start in
            samples[start..<(start + frame)].contains { abs($0) > peak * 0.05 }
        }
        guard let first = loud.first, let last = loud.last else { return [] }
        return Array(samples[first..<(last + frame)])
    }
}

/// Words that are wrong, missing or too many, as a share of those that were said (by edit distance).
func wordErrors(_ heard: String, _ said: String) -> (errors: Int, words: Int) {
    let words = { (text: String) in
        text.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
    }
    let (a, b) = (words(said), words(heard))
    var row = Array(0...b.count)
    for (i, word) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, other) in b.enumerated() {
            let cost = min(diagonal + (word == other ? 0 : 1), row[j] + 1, row[j + 1] + 1)
            diagonal = row[j + 1]
            row[j + 1] = cost
        }
    }
    return (row[b.count], a.count)
}
