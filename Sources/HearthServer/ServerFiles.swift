public import Foundation
public import Hearth
public import HearthHTTP
import Synchronization

/// A token of the server, in a file that only its owner may read.
public struct TokenFile: Sendable {
    /// Whom a token lets in; a raw value is the file's name.
    public enum Holder: String, Sendable, CaseIterable {
        /// The owner, who signs browsers in with it, and the command `hearth`.
        case owner = "server-token"
        /// Programs, which read with it up to their ceiling. It signs nobody in.
        case program = "program-token"

        /// The variable that stands above the file.
        public var variable: String {
            switch self {
            case .owner: "HEARTH_TOKEN"
            case .program: "HEARTH_PROGRAM_TOKEN"
            }
        }
    }

    /// Shorter ones could be guessed.
    public static let leastCharacters = 16

    private let holder: Holder
    private let file: PrivateFile

    /// - Parameter folder: The data folder.
    public init(_ holder: Holder = .owner, folder: URL) {
        self.holder = holder
        file = PrivateFile(folder.appending(path: holder.rawValue), mostBytes: 4096)
    }

    public var url: URL { file.url }

    /// The token that holds: what `override`, the variable's value, says, else the file's, which is made at the first start.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` `bad-token`, and what reading and writing throw.
    public func token(override: String?) throws -> Secret {
        if let override, !override.isEmpty { return try Self.checked(override, "The variable \(holder.variable)") }
        return try file.update { bytes in
            if let bytes {
                let text = String(decoding: bytes, as: UTF8.self)
                return try Self.checked(
                    String(text.reversed().drop(while: \.isWhitespace).reversed()), "The file \(holder.rawValue)")
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
                .badToken,
                "\(place) has to hold \(leastCharacters) to 512 characters without spaces. Remove it, and a new token is "
                    + "made.")
        }
        return Secret(text)
    }
}

/// Both tokens of a server.
public struct ServerTokens: Sendable {
    public let owner: Secret
    public let program: Secret
    /// Where the token for programs is to be found, for a person: a file, or a variable.
    public let programPlace: String

    /// Those of `variables`, the environment's, else of the files in `folder`, which are made at the first start.
    ///
    /// - Throws: What ``TokenFile/token(override:)`` throws; ``HearthHTTP/ServerError`` `bad-token` also where both are the same, since
    ///   whoever got one would have the other.
    public init(folder: URL, variables: [String: String]) throws {
        func token(_ holder: TokenFile.Holder) throws -> Secret {
            try TokenFile(holder, folder: folder).token(override: variables[holder.variable])
        }
        (owner, program) = (try token(.owner), try token(.program))
        let variable = TokenFile.Holder.program.variable
        programPlace =
            variables[variable]?.isEmpty == false
            ? "the variable \(variable)" : TokenFile(.program, folder: folder).url.path
        guard owner != program else {
            throw ServerError(
                .badToken,
                "The token for programs is the one that signs browsers in, so that every program would be the owner. Set "
                    + "another one in \(programPlace); where it is a file, remove it, and a new token is made.")
        }
    }
}

/// The browsers that are signed in, in a file of the data folder that only its owner may read. It holds no secret that lets anybody
/// in, and may be changed beside a running server, which looks whether it was: `hearth sessions end` needs no server.
public final class SessionFile: SessionStore {
    private struct Contents: Codable {
        var version = 1
        var sessions: [SessionRecord]
    }

    private let file: PrivateFile
    private let known = Mutex<(version: FileVersion, records: [SessionRecord])?>(nil)

    /// - Parameter folder: The data folder.
    public init(folder: URL) { file = PrivateFile(folder.appending(path: "server-sessions.json"), mostBytes: 1 << 20) }

    public func read() throws -> [SessionRecord] {
        guard let version = FileVersion(of: file.url.path) else { return [] }
        if let known = known.withLock({ $0 }), known.version == version { return known.records }
        let records = Self.records(in: try file.read())
        known.withLock { $0 = (version, records) }
        return records
    }

    public func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
        // Other processes that change files of the folder take milliseconds; a request must not wait for a stuck one.
        try file.update(timeout: 2) { bytes in
            var records = Self.records(in: bytes)
            let before = records
            let result = try change(&records)
            if records != before { bytes = Array(try JSONEncoder().encode(Contents(sessions: records))) }
            return result
        }
    }

    /// A file that cannot be read signs everybody out, and is replaced by the next sign-in.
    private static func records(in bytes: [UInt8]?) -> [SessionRecord] {
        guard let bytes, let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)),
            contents.version == 1
        else { return [] }
        return contents.sessions
    }
}
