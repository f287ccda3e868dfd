/// Picks pieces of a text to search for afterwards.
package enum TextSamples {
    package static let size = 24

    /// Up to `count` pieces of ``size`` bytes, spread over the text, of which none repeats a few characters; a
    /// short text is one piece.
    package static func pick(_ text: String, count: Int) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        guard bytes.count >= size else { return bytes.count >= 8 && count > 0 ? [bytes] : [] }
        guard count > 0 else { return [] }
        let step = max(size, bytes.count / count)
        return stride(from: 0, through: bytes.count - size, by: step).prefix(count).compactMap { start in
            let piece = Array(bytes[start..<(start + size)])
            return Set(piece).count >= 6 ? piece : nil
        }
    }
}
