import HearthCore

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
        let hasGap = zip(groups.dropLast(), groups.dropFirst()).contains { $0.isEmpty && !$1.isEmpty || $0.isEmpty && $1.isEmpty }
        return groups.count >= 3 && filled.count < 8 && !filled.isEmpty && hasGap
            && range.count > 3
    }
}
