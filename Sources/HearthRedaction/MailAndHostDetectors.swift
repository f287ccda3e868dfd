import HearthCore
import HearthText

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
        while isLocal(start - 1) { start -= 1 }
        var end = sign.upperBound
        if isSpelled, text[end] == 0x20 { end += 1 }
        let domainStart = end
        while true {
            if isDomain(end) {
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
        return isDomain(at) ? at : nil
    }

    private func handle(at place: Int) -> PrivateSpan? {
        guard !text.isWord(place - 1) else { return nil }
        var end = place + 1
        while text.isWord(end) || text[end] == UInt8(ascii: "_") { end += 1 }
        return end - place >= 3 ? PrivateSpan(range: place..<end, kind: .name) : nil
    }

    private func isLocal(_ place: Int) -> Bool {
        switch text[place] {
        // . _ % + - ' ~: RFC 5322 allows more marks, of which people use these.
        case 0x2E, 0x5F, 0x25, 0x2B, 0x2D, 0x27, 0x7E: true
        default: text.isWord(place)
        }
    }

    private func isDomain(_ place: Int) -> Bool {
        text[place] == UInt8(ascii: ".") || text[place] == UInt8(ascii: "-") || text.isWord(place)
    }
}

/// Addresses in a network: IPv4, IPv6 and the hardware addresses of network cards.
struct HostDetector {
    let text: RedactionText

    func spans() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place < text.count {
            let start = place
            guard isPart(text[place]) else {
                place += 1
                continue
            }
            while isPart(text[place]) { place += 1 }
            if text.isWord(start - 1) || text.isWord(place) { continue }
            var end = place
            while end > start, text[end - 1] == UInt8(ascii: ".") || isLoneColon(end - 1, from: start) { end -= 1 }
            if isIPv4(start..<end) || isColonAddress(start..<end) {
                found.append(PrivateSpan(range: start..<end, kind: .host))
            }
        }
        return found
    }

    private func isPart(_ byte: UInt8) -> Bool {
        RedactionText.isHex(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private func isLoneColon(_ place: Int, from start: Int) -> Bool {
        text[place] == UInt8(ascii: ":") && (place == start || text[place - 1] != UInt8(ascii: ":"))
    }

    private func isIPv4(_ range: Range<Int>) -> Bool {
        guard (7...21).contains(range.count) else { return false }
        // A port may follow.
        let address = text.bytes[range].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard address.count <= 2, let first = address.first else { return false }
        let parts = first.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(RedactionText.isDigit)
                    && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
            }
    }

    private func isColonAddress(_ range: Range<Int>) -> Bool {
        guard (3...45).contains(range.count) else { return false }
        let groups = text.bytes[range].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let filled = groups.filter { !$0.isEmpty }
        guard filled.allSatisfy({ $0.count <= 4 && $0.allSatisfy(RedactionText.isHex) }) else { return false }
        if groups.count == 6, filled.count == 6 { return filled.allSatisfy { $0.count == 2 } }
        if filled.count == 8, groups.count == 8 { return true }
        let hasGap = zip(groups.dropLast(), groups.dropFirst()).contains {
            $0.isEmpty && !$1.isEmpty || $0.isEmpty && $1.isEmpty
        }
        return groups.count >= 3 && filled.count < 8 && !filled.isEmpty && hasGap
            && range.count > 3
    }
}
