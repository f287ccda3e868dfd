public import HearthCore

/// What went wrong with an account, an invitation or a token.
public struct AccountError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case badName = "bad-name"
        case nameTaken = "name-taken"
        case weakPassword = "weak-password"
        /// Name and password do not belong together, or there is no such name: which of the two is not told.
        case wrongPassword = "wrong-password"
        /// Too many wrong ones; a while has to pass.
        case tooManyGuesses = "too-many-guesses"
        /// The invitation was used, withdrawn, or is too old.
        case invitationVoid = "invitation-void"
        case unknownPerson = "unknown-person"
        case unknownInvitation = "unknown-invitation"
        case unknownToken = "unknown-access-token"
        /// There are as many people, invitations or tokens as there can be.
        case tooMany = "too-many-accounts"
        /// A person's part of the machine is used up.
        case quotaUsed = "quota-used"
    }

    public let reason: Reason
    public let message: String
    /// Whole seconds after which another try is looked at.
    public let secondsToWait: Double?

    init(_ reason: Reason, _ message: String, secondsToWait: Double? = nil) {
        (self.reason, self.message, self.secondsToWait) = (reason, message, secondsToWait)
    }
}

extension AccountError: PassingError {}

extension AccountError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .badName, .weakPassword: .invalidInput
        case .nameTaken, .tooMany: .conflict
        case .wrongPassword, .invitationVoid: .unauthorized
        case .tooManyGuesses: .overloaded
        case .unknownPerson, .unknownInvitation, .unknownToken: .unknownItem
        case .quotaUsed: .quotaExceeded
        }
    }
}
