public import HearthCore

/// An error of an account, an invitation, a token or an identity provider.
public struct AccountError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case badName = "bad-name"
        case nameTaken = "name-taken"
        case weakPassword = "weak-password"
        /// Name and password do not belong together, or there is no such name: which of the two is not told.
        case wrongPassword = "wrong-password"
        /// The caller has not confirmed the signed-in identity, by the password or by a recent sign-in.
        case notConfirmed = "not-confirmed"
        /// Too many failed attempts; see ``secondsToWait``.
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
        /// The given settings, or the provider's own metadata, describe no usable identity provider.
        case badProvider = "bad-sign-in-provider"
        /// No sign-in provider is configured, or none of that id any more.
        case noProvider = "no-sign-in-provider"
        /// Several sign-in providers are configured, and the caller names none of them.
        case unnamedProvider = "sign-in-provider-not-named"
        /// The provider refers to a host that is not allowed.
        case providerHost = "sign-in-host-not-allowed"
        /// The provider refused the sign-in, or its response failed validation.
        case providerFailed = "sign-in-failed"
        /// Nobody began to sign in so, in another browser, or too long ago, or it was answered already.
        case unknownSignIn = "unknown-sign-in"
        /// Nothing leaves this machine now, not even to ask it.
        case providerOffline = "sign-in-offline"
        /// The provider's identity is not linked to any account here.
        case notLinked = "not-linked"
        /// Another account here is linked to it.
        case linkedElsewhere = "linked-elsewhere"
        case unknownLink = "unknown-link"
        /// Without it nobody could sign in to the account.
        case lastWayIn = "last-way-in"
    }

    public let reason: Reason
    public let message: String
    /// Whole seconds until the next attempt is accepted; `nil` for errors that do not pass.
    public let secondsToWait: Double?
    public let help: [Failure.Help]
    /// The hosts that are not allowed, for ``Reason/providerHost``.
    public let hosts: [String]

    init(
        _ reason: Reason, _ message: String, secondsToWait: Double? = nil, help: [Failure.Help] = [],
        hosts: [String] = []
    ) {
        (self.reason, self.message, self.secondsToWait) = (reason, message, secondsToWait)
        (self.help, self.hosts) = (help, hosts)
    }
}

extension AccountError: PassingError {}

extension AccountError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .badName, .weakPassword, .badProvider, .unnamedProvider: .invalidInput
        case .nameTaken, .tooMany, .linkedElsewhere, .lastWayIn: .conflict
        case .wrongPassword, .invitationVoid: .unauthorized
        case .tooManyGuesses: .overloaded
        case .unknownPerson, .unknownInvitation, .unknownToken, .unknownLink, .noProvider, .unknownSignIn: .unknownItem
        case .providerHost, .providerOffline: .refusedByPolicy
        case .providerFailed: .providerFailed
        // The session holds on: it is no 401, after which a page would ask to sign in.
        case .notLinked, .notConfirmed: .notAllowed
        case .quotaUsed: .quotaExceeded
        }
    }
}
