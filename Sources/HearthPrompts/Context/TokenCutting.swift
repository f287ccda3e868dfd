package import HearthCore

extension TextTokenizer {
    /// As much of a text as so many tokens hold, never a part of a character.
    package func head(of text: String, tokens: Int) -> String {
        let ends = tokenEnds(in: text)
        guard tokens < ends.count else { return text }
        return text.head(bytes: tokens > 0 ? ends[tokens - 1] : 0)
    }

    /// As much of the end of a text as so many tokens hold.
    package func tail(of text: String, tokens: Int) -> String {
        let ends = tokenEnds(in: text)
        guard tokens < ends.count else { return text }
        let start = tokens > 0 ? ends[ends.count - tokens - 1] : text.utf8.count
        return String(text.dropFirst(text.head(bytes: start, roundingUp: true).count))
    }
}

extension String {
    /// The characters that end within so many bytes; with the one that the border cuts when that is wanted.
    fileprivate func head(bytes: Int, roundingUp: Bool = false) -> String {
        guard let border = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex), border < endIndex else {
            return self
        }
        var end = startIndex
        while end < border {
            let next = index(after: end)
            guard next <= border || roundingUp else { break }
            end = next
        }
        return String(self[..<end])
    }
}
