/// A file's text, and what had to be assumed and mended to read it.
struct DecodedText: Sendable {
    var text: String
    /// The encoding's name as registered with IANA, in lower case.
    var encoding: String
    /// How many times bytes that mean nothing in this encoding were replaced by U+FFFD.
    var replacements: Int
    /// Whether ``text`` is the file byte for byte.
    var isVerbatim: Bool
}
