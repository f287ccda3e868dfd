/// Groups of digits that stand together as one number may: `+43 1 234-56-78`, `(555) 123-4567`, `4111 1111 1111 1111`.
struct NumberRun {
    enum Separator { case space, hyphen, dot, slash, bracket }

    var groups: [Range<Int>] = []
    /// What stands between each group and the next one.
    var separators: [Separator] = []
    /// With the plus sign or the bracket before it.
    var start: Int
    var hasPlus: Bool

    var end: Int { groups.last?.upperBound ?? start }

    /// The run at a place, or `nil` when none begins there.
    init?(_ text: RedactionText, at place: Int) {
        start = place
        var at = place
        if text[at] == UInt8(ascii: "(") { at += 1 }
        hasPlus = text[at] == UInt8(ascii: "+")
        if hasPlus { at += 1 }
        if text[at] == UInt8(ascii: "(") { at += 1 }
        guard text.isDigit(at) else { return nil }
        while true {
            let begin = at
            while text.isDigit(at) { at += 1 }
            groups.append(begin..<at)
            guard let (separator, next) = Self.separator(text, at: at) else { return }
            separators.append(separator)
            at = next
        }
    }

    /// A mark between two groups, with the place of the digit after it.
    private static func separator(_ text: RedactionText, at place: Int) -> (Separator, Int)? {
        var at = place
        var (spaces, brackets, marks) = (0, 0, 0)
        var found = Separator.space
        while at - place < 6, !text.isDigit(at) {
            switch text[at] {
            case 0x20: spaces += 1
            case 0x28, 0x29: brackets += 1
            case 0x2D: (found, marks) = (.hyphen, marks + 1)
            case 0x2E: (found, marks) = (.dot, marks + 1)
            case 0x2F: (found, marks) = (.slash, marks + 1)
            // No-break space.
            case 0xC2 where text[at + 1] == 0xA0:
                spaces += 1
                at += 1
            // Thin and narrow spaces, hyphens and dashes.
            case 0xE2 where text[at + 1] == 0x80 && (text[at + 2] == 0xAF || text[at + 2] == 0x89):
                spaces += 1
                at += 2
            case 0xE2 where text[at + 1] == 0x80 && (0x90...0x93).contains(text[at + 2]):
                (found, marks) = (.hyphen, marks + 1)
                at += 2
            default: return nil
            }
            at += 1
        }
        guard text.isDigit(at), spaces <= 1, marks <= 1, marks == 0 || spaces == 0, brackets <= 2 else { return nil }
        return (brackets > 0 ? .bracket : found, at)
    }
}
