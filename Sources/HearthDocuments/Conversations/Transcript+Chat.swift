package import HearthCore

extension Transcript {
    /// The messages of conversations as turns, without their times: those of a recording count from its beginning.
    package init(ofChat document: ExtractedDocument) {
        let bytes = Array(document.text.utf8)
        var cues: [Cue] = []
        // A program is of whom it stands below.
        var sender: String?
        for block in document.blocks {
            let line = bytes.string(block.span.range)
            switch block.kind {
            case .utterance:
                sender = block.speaker
                guard let name = sender else {
                    cues.append(Cue(text: line))
                    continue
                }
                // The space behind a name without words is not in the document.
                let words = ChatLine.words(of: Substring(line + " "), speaker: name)
                cues.append(Cue(speaker: name, text: String(words.dropLast())))
            case .code:
                if let sender { cues.append(Cue(speaker: sender, text: line)) }
            default: sender = nil
            }
        }
        self.init(format: .text, cues: cues.filter { !$0.text.isEmpty }, warnings: document.warnings)
    }
}
