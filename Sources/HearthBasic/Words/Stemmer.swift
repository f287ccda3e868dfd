import CSnowball

/// Reduces words to their stems, so that the forms of a word meet: "connected", "connection" → "connect".
///
/// Snowball's algorithms (https://snowballstem.org) for 28 languages. A stem is a key for comparing, not a word to be shown, and
/// the stem of a stem may be another one.
public struct Stemmer: Sendable {
    /// ISO 639-1.
    public let language: String

    /// - Parameter language: A language tag; only the language itself counts ("de-AT" is "de").
    /// - Returns: `nil` when there is no algorithm for the language, or when Snowball was not compiled in.
    public init?(language: String) {
        let code = Self.code(language)
        guard Self.known.contains(code) else { return nil }
        self.language = code
    }

    /// The languages with an algorithm, in the order of their codes. Empty when `scripts/setup` has not brought Snowball.
    public static let languages: [String] = {
        var found: [String] = []
        var next = csnowball_languages()
        while let code = next?.pointee {
            found.append(String(cString: code))
            next = next?.successor()
        }
        return found
    }()

    private static let known = Set(languages)

    /// The language of a tag: "de" of "de-AT".
    static func code(_ tag: String) -> String {
        let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        // Norwegian is written in two ways, which share the algorithm.
        return code == "nb" || code == "nn" ? "no" : code
    }

    /// The stem of one word, in lower case. A word that the language cannot have made is left as it is, and so is one of more
    /// than 255 bytes, which is no word.
    public func stem(_ word: String) -> String {
        var bytes = StemmerInput.prepared(word, language: language)
        run().stem(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func run() -> StemmerRun { StemmerRun(language) }
}

/// One of Snowball's stemmers, which one thread at a time may use: for the words of one text, and not to be kept.
///
/// It is made for each text. That takes 60 to 130 ns, and a word 100 to 700; a lock around a shared one, or around a pool of them, would
/// save half of the former and give threads something to wait for.
final class StemmerRun {
    private let handle: UnsafeMutableRawPointer?

    /// Longer words are none, and some algorithms take the square of the length.
    static let longestWord = 255

    /// Where there is no memory for it, words stay as they are.
    fileprivate init(_ language: String) { handle = csnowball_make(language) }

    deinit { csnowball_free(handle) }

    /// Puts the stem of a word in its place. The word is as ``StemmerInput`` prepares it.
    func stem(_ word: inout [UInt8]) {
        guard let handle, !word.isEmpty, word.count <= Self.longestWord else { return }
        var stem: UnsafePointer<UInt8>?
        let length = Int(csnowball_stem(handle, word, Int32(word.count), &stem))
        guard length > 0, let stem else { return }
        word.removeAll(keepingCapacity: true)
        word.append(contentsOf: UnsafeBufferPointer(start: stem, count: length))
    }
}
