package import Foundation
import HearthCore

extension People {
    /// How long after signing in somebody without a password need not do it again.
    package static let secondsOfConfirmation = 600.0

    /// Looks whether it is somebody themself who asks for what lets others act for them from now on, and not whoever found their browser open:
    /// by their password, and where they have none, by their having signed in just now.
    ///
    /// - Parameters:
    ///   - password: What was typed; `nil` where nothing was.
    ///   - began: When the session that asks began.
    /// - Throws: ``AccountError``: `not-confirmed`, `too-many-guesses`, `unknown-person`.
    package func confirm(_ id: String, password: String?, began: Date, now: Date = Date()) async throws {
        guard let account = try account(id) else { throw Self.unknown }
        guard account.hasPassword else {
            // A session of the future is of a clock that was set back.
            guard abs(now.timeIntervalSince(began)) <= Self.secondsOfConfirmation else {
                throw AccountError(
                    .notConfirmed, "For this you have to have signed in within the last ten minutes. Sign in again.")
            }
            return
        }
        guard let password else {
            throw AccountError(.notConfirmed, "Type your password for this: it lets others act for you from now on.")
        }
        do {
            _ = try await signIn(account.name, password: password, from: "account \(id)")
        } catch let error as AccountError where error.reason == .wrongPassword {
            throw AccountError(.notConfirmed, "That is not your password. Nothing was changed.")
        }
    }
}
