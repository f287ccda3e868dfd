/// Definitions of links, `[label]: address "title"`, with which a paragraph may begin.
enum MarkdownDefinitions {
    /// How many bytes at the start of a paragraph define links; its lines are joined by line feeds.
    static func length(in text: [UInt8]) -> Int {
        var end = 0
        while end < text.count, text[end] == UInt8(ascii: "["), let next = definition(text, end) { end = next }
        return end
    }

    /// Where the definition that begins at `start` ends, with its line.
    private static func definition(_ text: [UInt8], _ start: Int) -> Int? {
        guard let label = labelEnd(text, start), label < text.count, text[label] == UInt8(ascii: ":"),
            let address = addressEnd(text, afterSpace(text, label + 1))
        else { return nil }
        let place = afterSpace(text, address)
        if place > address, let title = titleEnd(text, place), let end = lineEnd(text, title) { return end }
        // What stands below may be text that happens to begin with a quotation mark.
        return lineEnd(text, address)
    }

    private static func labelEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var at = start + 1
        var hasText = false
        while at < text.count, at - start <= 1_000 {
            switch text[at] {
            case UInt8(ascii: "\\"): at += 1
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): return hasText ? at + 1 : nil
            default: break
            }
            if at < text.count, !isSpace(text[at]) { hasText = true }
            at += 1
        }
        return nil
    }

    private static func addressEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        let isAngled = text[start] == UInt8(ascii: "<")
        var open = 0
        var at = isAngled ? start + 1 : start
        scan: while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\\"): at += 1
            case UInt8(ascii: ">") where isAngled: return at + 1
            case UInt8(ascii: "<") where isAngled, newline where isAngled: return nil
            case _ where isAngled: break
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                if open == 0 { break scan }
                open -= 1
            case 0...0x20, 0x7F: break scan
            default: break
            }
            at += 1
        }
        at = min(at, text.count)
        return isAngled || open > 0 || at == start ? nil : at
    }

    private static func titleEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard start < text.count else { return nil }
        let opening = text[start]
        let closing: UInt8
        switch opening {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        default: return nil
        }
        var at = start + 1
        while at < text.count {
            if text[at] == UInt8(ascii: "\\") {
                at += 1
            } else if text[at] == closing {
                return at + 1
            } else if text[at] == opening {
                return nil
            }
            at += 1
        }
        return nil
    }

    /// Behind spaces and at most one end of a line.
    private static func afterSpace(_ text: [UInt8], _ start: Int) -> Int {
        var at = start
        var lines = 0
        while at < text.count, text[at] == space || text[at] == tab || (text[at] == newline && lines == 0) {
            if text[at] == newline { lines += 1 }
            at += 1
        }
        return at
    }

    private static func lineEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var at = start
        while at < text.count, text[at] == space || text[at] == tab { at += 1 }
        if at >= text.count { return text.count }
        return text[at] == newline ? at + 1 : nil
    }
}
