/// How a model marks what it thinks before it answers.
struct ReasoningStyle: Hashable {
    let open: [UInt8]
    let close: [UInt8]

    init(_ open: String, _ close: String) {
        self.open = Array(open.utf8)
        self.close = Array(close.utf8)
    }

    /// The marks of published models; those of the most models first.
    static let known = [
        ReasoningStyle("<think>", "</think>"),
        ReasoningStyle("<|START_THINKING|>", "<|END_THINKING|>"),
        ReasoningStyle("[THINK]", "[/THINK]"),
        ReasoningStyle("<seed:think>", "</seed:think>"),
        ReasoningStyle("<thinking>", "</thinking>"),
        ReasoningStyle("<reasoning>", "</reasoning>"),
    ]

    /// The marks that a chat template names; `nil` when it names none.
    init?(template: String?) {
        guard let template else { return nil }
        let source = Array(template.utf8)
        let named = Self.known.first { source.firstRange(of: $0.open) != nil || source.firstRange(of: $0.close) != nil }
        guard let named else { return nil }
        self = named
    }

    /// Whether a prompt ends within reasoning, because the template has opened it.
    func isOpened(byEndOf prompt: [UInt8]) -> Bool {
        var end = prompt[...]
        while let last = end.last, last == 0x20 || (0x09...0x0D).contains(last) { end.removeLast() }
        return end.count >= open.count && end.suffix(open.count).elementsEqual(open)
    }
}
