import CPassword
import Foundation
import HearthCore

/// What is kept of a password: enough to know it again, and dear to guess from.
///
/// scrypt (RFC 7914) with N = 2^17, r = 8, p = 1: 128 MB of memory and about 0.4 s on one core, the first of the choices of the
/// OWASP Password Storage Cheat Sheet. Each has 16 random bytes of its own as salt, and 32 bytes are kept. The parameters stand with
/// it, so that later ones can be higher: `$scrypt$ln=17,r=8,p=1$SALT$HASH`, in base64 (the PHC string format).
struct PasswordHash: Codable, Sendable, Hashable {
    struct Parameters: Hashable, Sendable {
        /// The logarithm of N to the base of 2.
        var logarithm = 17
        var blockSize = 8
        var parallelism = 1

        /// What a file may ask for: one that was planted must not take all memory.
        var isBearable: Bool {
            (1...18).contains(logarithm) && (1...16).contains(blockSize) && (1...4).contains(parallelism)
        }
    }

    private let text: String

    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Takes as long as a guess shall take. Blocks.
    ///
    /// - Throws: ``EngineError`` where the memory is not there.
    init(of password: Secret, parameters: Parameters = Parameters()) throws {
        let salt = Secret.random(count: 16).exposedBytes()
        let key = try Self.derive(password, salt, parameters, count: 32)
        text =
            "$scrypt$ln=\(parameters.logarithm),r=\(parameters.blockSize),p=\(parameters.parallelism)"
            + "$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())"
    }

    /// Whether it is of this password. Takes the same time wherever the two differ. Blocks.
    ///
    /// - Throws: ``EngineError`` where it cannot be read, or the memory is not there.
    func isOf(_ password: Secret) throws -> Bool {
        guard let (parameters, salt, key) = parts else {
            throw EngineError(.badSettings, "What is kept of a password cannot be read. Set the password anew.")
        }
        return Secret(bytes: try Self.derive(password, salt, parameters, count: key.count)) == Secret(bytes: key)
    }

    private var parts: (Parameters, salt: [UInt8], key: [UInt8])? {
        let parts = text.split(separator: "$", omittingEmptySubsequences: true)
        guard text.utf8.count <= 256, parts.count == 4, parts[0] == "scrypt",
            let salt = Data(base64Encoded: String(parts[2])),
            let key = Data(base64Encoded: String(parts[3])), salt.count >= 16, key.count >= 32
        else { return nil }
        var parameters = Parameters()
        for part in parts[1].split(separator: ",") {
            let halves = part.split(separator: "=")
            guard halves.count == 2, let number = Int(halves[1]) else { return nil }
            switch halves[0] {
            case "ln": parameters.logarithm = number
            case "r": parameters.blockSize = number
            case "p": parameters.parallelism = number
            default: return nil
            }
        }
        return parameters.isBearable ? (parameters, Array(salt), Array(key)) : nil
    }

    /// Blocks, as long as a guess shall take.
    static func derive(
        _ password: Secret, _ salt: [UInt8], _ parameters: Parameters, count: Int
    ) throws -> [UInt8] {
        var key = [UInt8](repeating: 0, count: count)
        let isDone = password.withExposedBytes { bytes in
            hearth_scrypt(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, salt, salt.count,
                UInt64(1) << UInt64(parameters.logarithm), UInt32(parameters.blockSize),
                UInt32(parameters.parallelism), 512 << 20, &key, count)
        }
        guard isDone == 1 else {
            throw EngineError(
                .keyUnavailable,
                "There is not enough memory to look at a password now, which takes 128 MB. Try again in a moment.")
        }
        return key
    }
}

/// What a person may choose as their password.
enum PasswordRule {
    /// NIST SP 800-63B-4, 3.1.1.2: length is what counts, and no mixture of kinds of characters is asked for.
    static let least = 12
    static let mostBytes = 1024

    /// The password as it is hashed: one form for all ways to type it (NFKC, as the same section recommends).
    ///
    /// - Throws: ``AccountError`` `weak-password`.
    static func checked(_ typed: String, name: String) throws -> Secret {
        let text = typed.precomposedStringWithCompatibilityMapping
        guard text.count >= least else {
            throw AccountError(
                .weakPassword, "A password has at least \(least) characters; a few words together are easy to keep.")
        }
        guard text.utf8.count <= mostBytes else {
            throw AccountError(.weakPassword, "A password has at most \(mostBytes) bytes.")
        }
        let plain = text.lowercased()
        guard Set(text).count >= 4, plain != name.lowercased(), !common.contains(plain) else {
            throw AccountError(
                .weakPassword, "That password would be among the first that are guessed. Choose another one.")
        }
        return Secret(text)
    }

    /// As ``checked(_:name:)``, of one that somebody signs in with: whatever it is, it is only compared.
    static func typed(_ text: String) -> Secret { Secret(text.precomposedStringWithCompatibilityMapping) }

    /// Of the lists of those that are most used, what is long enough for here.
    private static let common: Set<String> = [
        "123456789012", "1234567890123", "12345678901234", "123456789123", "qwertyuiop123", "qwertyuiopasdf",
        "password1234",
        "passwordpassword", "password12345", "iloveyou1234", "administrator", "letmeinletmein", "1qaz2wsx3edc",
        "qazwsxedcrfv",
        "changemechangeme", "correcthorsebatterystaple", "hearthhearth", "abcdefghijkl", "abcdefghijklmnop",
        "000000000000",
    ]
}
