package import HearthCore

/// What stands before the words of a message on its line: `[10:15] Ann: ` or `[2026-11-12 09:01] Ann: `.
package struct MessageLabel: Hashable, Sendable {
    package var speaker: String
    /// Bytes of the text: all of the label, with the space behind it.
    package var span: TextSpan
    /// The date in its brackets, from the bracket to the clock; `nil` where the clock stands alone.
    package var date: TextSpan?

    /// Bytes of the longest name.
    private static let longestName = 64

    /// - Parameters:
    ///   - start: Where a line begins.
    ///   - end: Where it ends.
    package init?(in bytes: UTF8Bytes, at start: Int, end: Int) {
        guard let stamp = ListMarkers.stamp(in: bytes, at: start, end: end) else { return nil }
        var name = stamp.end
        while name < end, bytes[name] == 0x20 { name += 1 }
        let limit = min(end, name + Self.longestName)
        guard name < limit, let colon = bytes[name..<limit].firstIndex(of: UInt8(ascii: ":")), colon > name,
            colon + 1 < end, bytes[colon + 1] == 0x20
        else { return nil }
        let words = bytes.string(name..<colon)
        // A sentence may have a colon as well: "[10:15] It is late! Note: …"
        guard !words.contains(where: { "!?\n".contains($0) }) else { return nil }
        speaker = words
        span = TextSpan(start: start, end: colon + 2)
        date = stamp.clock > start + 1 ? TextSpan(start: start, end: stamp.clock) : nil
    }
}
