import HearthCore
import HearthExtractive
import HearthTesting

/// Transcripts made for tests.
enum Talks {
    static let harbour = [
        "The harbour was built by fishermen three hundred years ago.",
        "Every fishing boat in the harbour paid for its berth.",
        "A stone pier protects the boats of the harbour from the waves.",
        "Fishermen still mend their nets on the pier in winter.",
        "The harbour master counts the boats and the fishermen each evening.",
        "No berth on the pier stays empty in the fishing season.",
    ]
    static let bread = [
        "Sourdough bread needs flour, water and salt.", "The dough rests overnight so that the yeast can work.",
        "A hot oven gives the bread its dark crust.", "Bakers fold the dough three times before the oven is hot.",
        "Flour with more protein makes a stronger dough.", "The crust of the bread cracks when it leaves the oven.",
    ]
    static let bees = [
        "A queen bee lays two thousand eggs a day in the hive.", "Worker bees bring pollen and nectar to the hive.",
        "The beekeeper opens the hive and looks for the queen.",
        "Honey is nectar that the bees have dried with their wings.",
        "In autumn the beekeeper feeds the bees with sugar.",
        "A hive without a queen loses its worker bees within weeks.",
    ]

    /// One cue for each sentence, five seconds each, with `pause` seconds before each of the parts but the first.
    static func cues(_ parts: [[String]], pause: Double = 0, speaker: String? = nil) -> [Cue] {
        var cues: [Cue] = []
        var time = 0.0
        for (number, part) in parts.enumerated() {
            if number > 0 { time += pause }
            for sentence in part {
                cues.append(Cue(start: time, end: time + 5, speaker: speaker, text: sentence))
                time += 5
            }
        }
        return cues
    }

    /// One cue for each line "Name: words", four seconds each.
    static func dialogue(_ lines: String) -> [Cue] {
        lines.split(separator: "\n").enumerated().map { index, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return Cue(
                start: Double(index) * 4, end: Double(index) * 4 + 4, speaker: String(parts[0]),
                text: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
    }
}

extension TranscriptQuote {
    /// Whether its words and times are those of the transcript's cues.
    func isVerbatim(in cues: [Cue]) -> Bool { cues.hold(text, in: self.cues, from: start, to: end) }
}
