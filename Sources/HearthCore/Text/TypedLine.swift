/// A line as it is typed, byte by byte, where no terminal keeps it.
package struct TypedLine: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Takes the last character off, all its bytes: a part of it would make another character of what is typed next.
    package mutating func removeLast() {
        if let text = String(validating: bytes, as: UTF8.self) {
            bytes = Array(text.dropLast().utf8)
            return
        }
        // It is no text, or the last character is not whole: as far back as a byte that can begin one.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }
}
