/// Plain search in text as bytes, where characters as people see them do not matter: much faster than over `Character`.
enum ByteSearch {
    /// Where `needle` first stands in `hay`.
    static func first(_ needle: [UInt8], in hay: [UInt8]) -> Int? {
        guard let head = needle.first, needle.count <= hay.count else { return nil }
        return hay.withUnsafeBufferPointer { hay in
            needle.withUnsafeBufferPointer { needle in
                for start in 0...(hay.count - needle.count) where hay[start] == head {
                    var length = 1
                    while length < needle.count, hay[start + length] == needle[length] { length += 1 }
                    if length == needle.count { return start }
                }
                return nil
            }
        }
    }

    /// Runs of letters, digits and apostrophes.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPart =
                scalar.isASCII
                ? (0x61...0x7A).contains(scalar.value | 0x20) || (0x30...0x39).contains(scalar.value) || scalar == "'"
                : scalar == "\u{2019}" || scalar.properties.isAlphabetic
            if isPart {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }
}
