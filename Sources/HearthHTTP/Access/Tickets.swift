import Crypto
import Foundation
import HearthCore
import Synchronization

/// Lets a browser fetch one address without a header: what an `<audio>` plays and what a link saves cannot send any.
///
/// A ticket is asked for by a page that is signed in, stands in the address, is good for that address alone, and ends with its
/// session, with the server, or an hour after it was last used.
final class Tickets: Sendable {
    private struct Entry {
        var target: String
        var session: String
        var usedAt: ContinuousClock.Instant
    }

    private static let lifetime = Duration.seconds(3600)
    private static let most = 256
    /// Of one session: nobody's push out another's.
    private static let mostOfOne = 64
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// - Parameter target: Path and query, without the ticket.
    func make(for target: String, session: String, now: ContinuousClock.Instant = .now) -> String {
        let ticket = AccessToken.random().exposedText() ?? ""
        entries.withLock { entries in
            entries = entries.filter { now - $0.value.usedAt < Self.lifetime }
            let own = entries.filter { $0.value.session == session }
            let pool = own.count >= Self.mostOfOne ? own : entries.count >= Self.most ? entries : [:]
            if let oldest = pool.min(by: { $0.value.usedAt < $1.value.usedAt }) {
                entries[oldest.key] = nil
            }
            entries[Self.hash(ticket)] = Entry(target: target, session: session, usedAt: now)
        }
        return ticket
    }

    /// The session whose ticket the end of a target is; `nil` when it is none for this target.
    func session(of target: String, now: ContinuousClock.Instant = .now) -> String? {
        guard let (place, ticket) = Self.parts(of: target) else { return nil }
        return entries.withLock { entries in
            let key = Self.hash(ticket)
            guard let entry = entries[key], entry.target == place, now - entry.usedAt < Self.lifetime else {
                return nil
            }
            entries[key]?.usedAt = now
            return entry.session
        }
    }

    /// The parameter of an address that holds one. Whatever the address is of, it may have that.
    static let field = "ticket"

    /// A target with a ticket as its last parameter.
    static func target(_ target: String, ticket: String) -> String {
        target + (target.contains("?") ? "&" : "?") + field + "=" + ticket
    }

    private static func parts(of target: String) -> (target: String, ticket: String)? {
        guard let range = target.range(of: field + "=", options: .backwards), range.lowerBound > target.startIndex
        else {
            return nil
        }
        let mark = target.index(before: range.lowerBound)
        guard target[mark] == "?" || target[mark] == "&" else { return nil }
        return (String(target[..<mark]), String(target[range.upperBound...]))
    }

    private static func hash(_ ticket: String) -> [UInt8] { Array(SHA256.hash(data: Array(ticket.utf8))) }
}
