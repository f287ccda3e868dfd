package import HearthCore

extension Transcript {
    /// The messages of conversations as turns, without their times: those of a recording count from its beginning.
    package init(ofChat document: ExtractedDocument) {
        let bytes = Array(document.text.utf8)
        let cues = document.blocks.filter { $0.kind == .utterance }.map { block in
            let line = bytes.string(block.span.range)
            guard let name = block.speaker else { return Cue(text: line) }
            return Cue(speaker: name, text: String(ChatLine.words(of: Substring(line), speaker: name)))
        }
        self.init(format: .text, cues: cues.filter { !$0.text.isEmpty }, warnings: document.warnings)
    }
}
