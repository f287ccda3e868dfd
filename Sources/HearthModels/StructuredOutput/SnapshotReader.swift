import HearthCore

/// Turns the pieces of an answer into snapshots, no more of them than the work on them is worth.
struct SnapshotReader<Value: Generable> {
    /// A snapshot copies what is open, so each is due only when the answer has grown by this share: all of them together
    /// then cost a fixed multiple of its length. Up to some hundred bytes that is every piece.
    private static var share: Int { 100 }

    private var parser = PartialJSON()
    private var hasBegun: Bool
    private var isLost = false
    private var total = 0
    private var due = 0
    private var last: JSONValue?

    /// - Parameter beginsAtOnce: Whether nothing can stand before the value.
    init(beginsAtOnce: Bool) { hasBegun = beginsAtOnce }

    /// The snapshot that a piece leads to; `nil` where nothing new can be shown.
    mutating func append(_ piece: String) -> Value.PartiallyGenerated? {
        guard !isLost else { return nil }
        var bytes = Substring(piece).utf8
        if !hasBegun {
            bytes = bytes.drop { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }
            if bytes.isEmpty { return nil }
            hasBegun = true
        }
        total += bytes.count
        do {
            try parser.append(bytes)
        } catch {
            // Text behind a whole value, or no JSON: the end of the answer decides what becomes of it.
            isLost = true
            return nil
        }
        guard total >= due, let snapshot = parser.snapshot, snapshot.value != last else { return nil }
        due = total + total / Self.share
        last = snapshot.value
        return try? Value.PartiallyGenerated(snapshot)
    }
}
