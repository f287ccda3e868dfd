public import HearthCore

/// What a person gave as a key.
public enum KeyText {
    /// The longest key that is taken; services' own have about 50 to 200 characters.
    public static let mostBytes = 4096

    /// The key without the line break and spaces around it.
    ///
    /// The message of the error never holds any part of what was given.
    ///
    /// - Throws: ``EngineError`` with the code `usage` when it is empty, too short or too long to be a key of `provider`, or
    ///   has a character that no key has.
    public static func secret(_ bytes: [UInt8], for provider: KeyProvider) throws -> Secret {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let trimmed = Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        guard !trimmed.isEmpty else { throw refused("it is empty") }
        guard trimmed.count <= mostBytes else { throw refused("it is longer than \(mostBytes) characters") }
        guard trimmed.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw refused(
                "it has spaces, control characters or characters beyond ASCII; give one key, and nothing else")
        }
        // Servers of one's own take any word as a key.
        guard provider == .custom || trimmed.count >= 16 else {
            throw refused("it has only \(trimmed.count) characters")
        }
        return Secret(bytes: trimmed)
    }

    /// The last four characters, by which a person tells keys apart; `nil` when that would be much of the key.
    static func lastCharacters(of key: Secret) -> String? {
        guard key.count >= 20 else { return nil }
        return String(decoding: key.exposedBytes().suffix(4), as: UTF8.self)
    }

    /// `text` without what looks like a key of a service, for messages that repeat what a person gave.
    public static func redacting(_ text: String) -> String {
        var result = ""
        var word = ""
        func finish() {
            result += looksLikeKey(word) ? "<redacted>" : word
            word = ""
        }
        for character in text {
            if character.isASCII, character.isLetter || character.isNumber || "-_.+/~".contains(character) {
                word.append(character)
            } else {
                finish()
                result.append(character)
            }
        }
        finish()
        return result
    }

    /// Whether a word begins as the services' keys do and is long enough to be one.
    static func looksLikeKey(_ word: String) -> Bool {
        guard word.utf8.count > 16 else { return false }
        let word = word.lowercased()
        return ["sk-", "sk_", "hf_", "gsk_", "aiza", "xai-"].contains { word.hasPrefix($0) }
    }

    private static func refused(_ why: String) -> EngineError {
        EngineError(.usage, "That is not a key: \(why). Nothing was changed.")
    }
}
