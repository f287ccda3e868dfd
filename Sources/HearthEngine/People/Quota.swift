package import Foundation
package import HearthCore
import HearthStore

/// Limits on an account's use of the machine.
public struct Quota: Sendable, Hashable, Codable {
    /// Bytes that their library takes on the disk; `nil` for as many as there are.
    public var bytes: Int?
    /// Tokens that engines read and write for them in a day (UTC); `nil` for any number.
    public var tokensPerDay: Int?

    public init(bytes: Int? = nil, tokensPerDay: Int? = nil) { (self.bytes, self.tokensPerDay) = (bytes, tokensPerDay) }
}

extension People {
    /// Changes how much somebody may take; `nil` for as much as there is. What is there stays, also where it is more.
    ///
    /// - Throws: ``AccountError`` `unknown-person`; ``EngineError`` `owner-only`, `usage`.
    @discardableResult
    public func setQuota(_ quota: Quota?, of name: String) throws -> Account {
        try Reader.requireOwner(for: Self.change, of: .server)
        let quota = try Self.checked(quota)
        return try change(name) { $0.quota = quota }
    }

    /// Changes what somebody may do, and how much they may take: all that is given, or nothing.
    ///
    /// - Parameters:
    ///   - role: `nil` leaves it as it is; another one ends their sessions.
    ///   - quota: `nil` leaves it as it is.
    /// - Throws: ``AccountError`` `unknown-person`; ``EngineError`` `owner-only`, `usage`.
    package func set(role: Person.Role?, quota: Quota?, of name: String) throws -> Account {
        try Reader.requireOwner(for: Self.change, of: .server)
        let limits = try Self.checked(quota)
        return try change(name) { account in
            if quota != nil { account.quota = limits }
            if let role { account.take(role) }
        }
    }

    /// A quota as it is kept; `nil` for one that limits nothing.
    private static func checked(_ quota: Quota?) throws -> Quota? {
        guard [quota?.bytes, quota?.tokensPerDay].allSatisfy({ $0.map { $0 > 0 } ?? true }) else {
            throw EngineError(.usage, "A quota is more than nothing; without one there is no limit.")
        }
        return quota == Quota() ? nil : quota
    }

    /// Refuses what would be kept for somebody whose part of the disk is used up. Blocks.
    ///
    /// - Parameter more: Bytes that are coming, as far as that is known.
    /// - Throws: ``AccountError`` `quota-used`.
    package func requireRoom(_ more: Int, for id: String) throws {
        guard let most = try account(id)?.quota?.bytes else { return }
        let taken = libraryBytes(of: id)
        guard more > most || taken > most - more else { return }
        throw AccountError(
            .quotaUsed,
            "Your library takes \(Self.megabytes(taken)) of the \(Self.megabytes(most)) that you may take here. Remove something, or ask "
                + "an administrator for more.")
    }

    /// Refuses to let an engine work for somebody whose tokens of the day are used up. One that is at work goes on to its end.
    ///
    /// - Parameter hearth: Their library, whose ledger tells.
    /// - Throws: ``AccountError`` `quota-used`.
    package func requireTokens(of id: String, in hearth: Hearth, now: Date = Date()) async throws {
        guard let most = try account(id)?.quota?.tokensPerDay else { return }
        let day = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        let used = try await hearth.privacy.ledger.usage(since: Date(timeIntervalSince1970: day))
            .reduce(0) { $0 + $1.tokens.promptTokens + $1.tokens.completionTokens }
        guard used >= most else { return }
        throw AccountError(
            .quotaUsed,
            "Engines have read and written \(used) tokens for you today, and \(most) are what you may have. They may again after midnight "
                + "(UTC).", secondsToWait: day + 86_400 - now.timeIntervalSince1970)
    }

    private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
