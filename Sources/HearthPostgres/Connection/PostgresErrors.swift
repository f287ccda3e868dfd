import Foundation
import HearthCore

/// What PostgreSQL or the way to it reported. It does not leave the module: ``StoreError/init(_:to:)`` says it to a person.
struct PostgresFailure: Error {
    /// PostgreSQL's five letters (appendix A of its manual); empty where libpq itself failed.
    var state: String
    /// Whether the connection is of no use any more.
    var isConnectionLost: Bool
    /// The constraint that was broken, which is a name of ours.
    var constraint: String?
    /// libpq's own words for a connection that could not be made. They hold no text of a document and no password.
    var words: String?
    /// Whether the statement did nothing but wait for others (``Transaction/locking(_:)``): then its time was theirs.
    var isOfWaiting = false

    /// Whether the server says goodbye with it: what it sends before it ends a connection when it stops or is started anew arrives
    /// before the end itself, which libpq notices with the next statement alone. Whatever it calls fatal ends the connection, as a
    /// transaction that was idle for too long (25P03) does; the classes are for servers and poolers that do not say how severe it is.
    ///
    /// - Parameter severity: The server's word for it, not translated; `nil` where it gives none.
    static func endsConnection(_ state: String, severity: String? = nil) -> Bool {
        ["FATAL", "PANIC"].contains(severity) || state.hasPrefix("08")
            || ["57P01", "57P02", "57P03", "57P05"].contains(state)
    }

    /// Whether libpq's message is of a connection that ended, or of a server that stops or starts, while it was being made.
    static func isOfAnEnd(_ words: String) -> Bool {
        // Of several addresses of one name the last one that was tried says how it ended.
        let last =
            words.range(of: "connection to server", options: .backwards).map { words[$0.lowerBound...] } ?? words[...]
        return [
            "closed the connection unexpectedly", "closed unexpectedly", "unexpected eof", "EOF detected",
            "could not receive data",
            "could not send data", "timeout expired", "Connection reset", "Broken pipe", "the database system is",
            "terminating connection",
        ].contains { last.contains($0) }
    }
}

extension StoreError {
    /// PostgreSQL's own message is left out, but for connections: it may quote what was to be stored.
    init(_ failure: PostgresFailure, to address: LibraryAddress) {
        let state = failure.state.isEmpty ? "no state" : failure.state
        let cause = ["PostgreSQL \(state)", failure.constraint, failure.words].compactMap(\.self).joined(
            separator: ": ")
        let place = address.isSocket ? address.host : "\(address.host):\(address.port)"
        switch (failure.state.prefix(2), failure.state) {
        case (_, "57014") where !failure.isOfWaiting:
            self.init(
                .timedOut, "The library took longer than was waited. Try again, or ask for less at once.", cause: cause)
        case ("28", _):
            self.init(
                .refused,
                "The library at \(place) does not let \(address.user) in. Check the user's name, and set the password again.",
                cause: cause)
        case (_, "3D000"):
            self.init(
                .notFound, "There is no database \(address.database) at \(place). Create it, or correct the address.",
                cause: cause)
        case (_, "42501"):
            self.init(
                .notAllowed,
                """
                The library does not let \(address.user) do that. Its administrator can: GRANT \(PostgresMigrations.role) TO "\(address.user)".
                """, cause: cause)
        case (_, "40001"), (_, "40P01"), (_, "55P03"), (_, "57014"):
            self.init(
                .busy, "Somebody else is changing the library. Try again when that has finished.", cause: cause)
        case (_, "53100"):
            self.init(
                .diskFull, "The library's server has no room left. Nothing of this step was stored.", cause: cause)
        case ("53", _):
            self.init(
                .busy, "The library's server has no connection or memory left for this. Try again in a while.",
                cause: cause)
        case (_, "25006"):
            self.init(
                .readOnly,
                "The library at \(place) takes no changes: it is a replica. Write to the server that it follows.",
                cause: cause)
        case ("58", _):
            self.init(
                .io,
                "The library's server cannot use its own files. Its administrator finds in its log why; nothing of this step was stored.",
                cause: cause)
        case ("54", _):
            self.init(.invalidInput, "A name or a term is longer than the library can keep.", cause: cause)
        case (_, "XX001"), (_, "XX002"):
            self.init(
                .damaged, "The library's server found damage in its files. Restore a backup of the database.",
                cause: cause)
        case _ where failure.isConnectionLost:
            self.init(
                .unreachable,
                "The library at \(place) cannot be reached. Check that its server runs and that this machine may connect to it.",
                cause: cause)
        default:
            // Its five letters say what to look for, and nothing of what was stored.
            self.init(
                .failure,
                "The store failed (\(state)). This is a bug; please report it.",
                cause: cause)
        }
    }
}
