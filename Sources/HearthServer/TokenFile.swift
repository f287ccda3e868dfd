public import Foundation
public import HearthCore
import HearthHTTP
import HearthStore

/// The server's token, in a file that only its owner may read.
public struct TokenFile: Sendable {
    /// Shorter ones could be guessed.
    public static let leastCharacters = 16

    private let file: PrivateFile

    /// - Parameter folder: The data folder.
    public init(folder: URL) { file = PrivateFile(folder.appending(path: "server-token"), mostBytes: 4096) }

    public var url: URL { file.url }

    /// The token that holds: what `override` says, else the file's, which is made at the first start.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` `bad-token`, and what reading and writing throw.
    public func token(override: String?) throws -> Secret {
        if let override, !override.isEmpty { return try Self.checked(override, "The variable HEARTH_TOKEN") }
        return try file.update { bytes in
            if let bytes {
                let text = String(decoding: bytes, as: UTF8.self)
                return try Self.checked(
                    String(text.reversed().drop(while: \.isWhitespace).reversed()), "The file server-token")
            }
            let fresh = AccessToken.random()
            bytes = fresh.exposedBytes() + [UInt8(ascii: "\n")]
            return fresh
        }
    }

    private static func checked(_ text: String, _ place: String) throws -> Secret {
        guard text.utf8.count >= leastCharacters, text.utf8.count <= 512,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw ServerError(
                .unavailable, "bad-token",
                "\(place) has to hold \(leastCharacters) to 512 characters without spaces. Remove it, and a new token is "
                    + "made.", kind: .badSettings)
        }
        return Secret(text)
    }
}
