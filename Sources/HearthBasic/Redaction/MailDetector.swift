import HearthCore

/// E-mail addresses, also as `name (at) example (dot) com`, and handles such as `@name`.
struct MailDetector {
    let text: RedactionText

    func spans() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        for place in 0..<text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "@") {
                if let span = mail(sign: place..<(place + 1)) {
                    found.append(span)
                } else if let span = handle(at: place) {
                    found.append(span)
                }
            } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "["),
                text.matches("at", at: place + 1), text[place + 3] == (byte == UInt8(ascii: "(") ? 0x29 : 0x5D),
                let span = mail(sign: place..<(place + 4))
            {
                found.append(span)
            }
        }
        return found
    }

    private func mail(sign: Range<Int>) -> PrivateSpan? {
        let isSpelled = sign.count > 1
        var start = sign.lowerBound
        if isSpelled, text[start - 1] == 0x20 { start -= 1 }
        let localEnd = start
        while isLocal(text[start - 1]) { start -= 1 }
        var end = sign.upperBound
        if isSpelled, text[end] == 0x20 { end += 1 }
        let domainStart = end
        while true {
            if isDomain(text[end]) {
                end += 1
            } else if let next = spelledDot(at: end) {
                end = next
            } else {
                break
            }
        }
        while end > domainStart, text[end - 1] == UInt8(ascii: ".") || text[end - 1] == UInt8(ascii: "-") { end -= 1 }
        // `root@server` counts as well: a name that machines use is a name.
        guard start < localEnd, end > domainStart else { return nil }
        return PrivateSpan(range: start..<end, kind: .email)
    }

    /// `(dot)`, `[dot]`, with spaces around.
    private func spelledDot(at place: Int) -> Int? {
        var at = place
        if text[at] == 0x20 { at += 1 }
        let open = text[at]
        guard open == UInt8(ascii: "(") || open == UInt8(ascii: "["), text.matches("dot", at: at + 1),
            text[at + 4] == (open == UInt8(ascii: "(") ? 0x29 : 0x5D)
        else { return nil }
        at += 5
        if text[at] == 0x20 { at += 1 }
        return isDomain(text[at]) ? at : nil
    }

    private func handle(at place: Int) -> PrivateSpan? {
        guard !text.isWord(place - 1) else { return nil }
        var end = place + 1
        while text.isWord(end) || text[end] == UInt8(ascii: "_") { end += 1 }
        return end - place >= 3 ? PrivateSpan(range: place..<end, kind: .name) : nil
    }

    private func isLocal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x80...: true
        // . _ % + - ' ! # $ & * / = ? ^ ` { | } ~ are allowed by RFC 5322; of these the ones that people use.
        case 0x2E, 0x5F, 0x25, 0x2B, 0x2D, 0x27, 0x7E: true
        default: RedactionText.isLetter(byte) || RedactionText.isDigit(byte)
        }
    }

    private func isDomain(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == 0x2E || byte == 0x2D || RedactionText.isLetter(byte) || RedactionText.isDigit(byte)
    }
}
