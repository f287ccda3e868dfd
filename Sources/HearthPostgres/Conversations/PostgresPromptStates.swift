#if canImport(CPostgres)
import Foundation
import HearthCore
import Synchronization

/// What models of this process have read of conversations. The states stay in this process: they are large, of use to no other
/// machine's model, and hold what was read.
///
/// What says whether one still holds is in the database, so that a text which goes by another process's hand is forgotten here
/// too, in the very step in which it goes: `library.forgotten` is another number after anything of the library went,
/// `conversation.forgotten` after anything of that conversation did.
final class PostgresPromptStates: PromptStateStore {
    private struct Kept {
        var state: PromptState
        var token: Token
        /// The last one that was asked for has the highest.
        var use: Int
    }

    /// What must be as it was when a state was kept.
    private struct Token: Equatable {
        var ofAll: Int64
        /// `nil` where there is no such conversation.
        var ofOne: Int64?
        /// What a mark is compared with: another one after anything was forgotten.
        var total: Int64
    }

    /// States that are kept; the one that was not asked for longest goes first.
    private static let most = 8

    let maximumStateSize = 64 << 20
    private let configuration: PostgresLibrary.Configuration
    private let owner: Int64
    private let kept = Mutex<[String: Kept]>([:])
    private let uses = Atomic(0)
    /// A connection of its own: these calls block, and come from threads of engines, not from the pool's.
    private let connection = Mutex<PostgresConnection?>(nil)

    init(_ configuration: PostgresLibrary.Configuration, owner: Int64) {
        self.configuration = configuration
        self.owner = owner
    }

    func close() { connection.withLock { $0 = nil } }

    func tokens(ofConversation id: String, identity: String) -> [Int32]? {
        state(ofConversation: id, identity: identity)?.tokens
    }

    func state(ofConversation id: String, identity: String) -> PromptState? {
        guard let known = kept.withLock({ $0[id] }), known.state.identity == identity,
            let now = try? token(of: id), now.ofAll == known.token.ofAll, now.ofOne == known.token.ofOne
        else { return nil }
        let use = uses.wrappingAdd(1, ordering: .relaxed).newValue
        kept.withLock { $0[id]?.use = use }
        return known.state
    }

    func mark() throws -> PromptStateMark { PromptStateMark("\(try token(of: nil).total)") }

    func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws {
        guard state.data.count <= maximumStateSize else { return }
        let now = try token(of: id)
        guard mark.value == "\(now.total)" else { return }
        let use = uses.wrappingAdd(1, ordering: .relaxed).newValue
        kept.withLock { kept in
            kept[id] = Kept(state: state, token: now, use: use)
            while kept.count > Self.most, let oldest = kept.min(by: { $0.value.use < $1.value.use })?.key {
                kept[oldest] = nil
            }
        }
    }

    func removeState(ofConversation id: String) throws {
        kept.withLock { $0[id] = nil }
        try ask { connection in
            try Transaction.write(connection, owner: owner, Lease()) {
                try PostgresLibrary.forgetPromptState(ofConversation: id, $0)
            }
        }
    }

    private func token(of id: String?) throws -> Token {
        try ask { connection in
            try Transaction.read(connection, owner: owner) { db in
                let row = try db.first(
                    """
                    SELECT library.forgotten AS of_all, forgotten_of_one, conversation.forgotten AS of_one
                    FROM library LEFT JOIN conversation ON conversation.owner_id = library.owner_id AND conversation.id = $2
                    WHERE library.owner_id = $1
                    """, id?.withoutNUL)
                guard let row else {
                    throw StoreError(.unknownItem, "This owner's library was removed from the database.")
                }
                let all: Int64 = try row["of_all"]
                return Token(ofAll: all, ofOne: try row["of_one"], total: all + (try row["forgotten_of_one"] as Int64))
            }
        }
    }

    /// Asks the database, once more where the connection broke meanwhile.
    private func ask<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try connection.withLock { kept in
            do {
                do {
                    try configuration.gate?.check()
                } catch {
                    // What is open to where nothing may go any more is of no use.
                    kept = nil
                    throw error
                }
                do {
                    return try body(try kept ?? made(&kept))
                } catch let failure as PostgresFailure where failure.isConnectionLost {
                    kept = nil
                    return try body(try made(&kept))
                }
            } catch let failure as PostgresFailure {
                throw StoreError(failure, to: configuration.address)
            }
        }
    }

    private func made(_ kept: inout PostgresConnection?) throws -> PostgresConnection {
        let new = try PostgresConnection.open(configuration)
        try PostgresLibrary.prepare(new, configuration)
        try PostgresLibrary.record(new, configuration, owner)
        kept = new
        return new
    }
}
#endif
