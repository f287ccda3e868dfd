import HearthCore
import HearthText

/// Chooses, of a text that is too long to be tagged whole, the sentences of which a tagger can tell most: how it begins, who is named, what is to
/// be done, what is exclaimed.
struct SentenceChoice {
    private let speech: SpokenText

    init(_ speech: SpokenText) { self.speech = speech }

    /// - Parameter bytes: About how many they have together; at least one is chosen where there is any.
    /// - Returns: Their numbers, ascending.
    func promising(bytes: Int) -> [Int] {
        let sentences = speech.sentences
        guard sentences.reduce(0, { $0 + $1.place.count }) > bytes else { return Array(sentences.indices) }
        let asks = [SpeechMarkers.promises, SpeechMarkers.requests, SpeechMarkers.tasks]
            .map { PhraseList($0, language: speech.language) }
        let worth = sentences.indices.map { self.worth($0, asks) }
        let ranked = sentences.indices.sorted { worth[$0] != worth[$1] ? worth[$0] > worth[$1] : $0 < $1 }
        var chosen: [Int] = []
        var left = bytes
        for index in ranked where chosen.isEmpty || sentences[index].place.count <= left {
            chosen.append(index)
            left -= sentences[index].place.count
        }
        return chosen.sorted()
    }

    /// By judgement: what a sentence promises, less for long ones, of which fewer can be read.
    private func worth(_ index: Int, _ asks: [PhraseList]) -> Double {
        let text = speech.sentences[index].text
        var worth = index == 0 ? 1.5 : index < 3 ? 0.5 : 0
        let names = text.withBytes { bytes in
            EntityToken.tokens(of: bytes).count { $0.isCapital && !$0.startsSentence && $0.lower != "i" }
        }
        worth += 0.5 * Double(min(2, names))
        let words = SpokenWords(text, limit: 40, language: speech.language)
        if asks.contains(where: { $0.occurs(in: words) }) { worth += 1 }
        if SentenceEnd.exclaims(text) { worth += 0.5 }
        return worth / (1 + Double(text.utf8.count) / 200)
    }
}
