import HearthText

/// Counts characters (Unicode scalars) of a text, from its start to places that only go forward.
struct CharacterCounter {
    private let bytes: UTF8Bytes
    private var at = 0
    private var passed = 0

    init(_ bytes: UTF8Bytes) { self.bytes = bytes }

    mutating func count(until end: Int) -> Int {
        while at < end {
            if bytes[at] & 0xC0 != 0x80 { passed += 1 }
            at += 1
        }
        return passed
    }
}
