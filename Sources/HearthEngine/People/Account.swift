public import Foundation
public import HearthCore

/// An account on a shared server: a person who may sign in.
public struct Account: Sendable, Hashable, Identifiable, Codable {
    public let id: String
    public internal(set) var name: String
    public internal(set) var role: Person.Role
    public let createdAt: Date
    public internal(set) var signedInAt: Date?
    public internal(set) var tokens: [AccountToken] = []
    /// Sessions that began under another number are over: it grows with each new password and role.
    package internal(set) var epoch = 0
    /// The limits on the account's use of the machine; `nil` for none.
    public internal(set) var quota: Quota?
    /// `nil` for somebody who comes in by a provider of identities alone.
    var password: PasswordHash?
    /// Identities at sign-in providers that are linked to the account; `nil` in files of versions that had none.
    var links: [LinkedIdentity]?

    init(id: String, name: String, role: Person.Role, createdAt: Date, password: PasswordHash?) {
        (self.id, self.name, self.role, self.createdAt, self.password) = (id, name, role, createdAt, password)
    }

    /// Gives them a role; their sessions end where it is another one.
    mutating func take(_ role: Person.Role) {
        guard self.role != role else { return }
        self.role = role
        epoch += 1
    }

    public var person: Person { Person(id: id, name: name, role: role) }
    /// Identities at external providers with which the person may sign in instead of the password.
    public var linkedIdentities: [LinkedIdentity] { links ?? [] }
    public var hasPassword: Bool { password != nil }
}

/// An access token with which a program acts for an account.
public struct AccountToken: Sendable, Hashable, Identifiable, Codable {
    public let id: String
    /// What its person calls it.
    public let name: String
    /// The operations that the token permits.
    public let scope: Person.Scope
    /// The strictest label that it reads; where the server's own ceiling for programs is lower, that one.
    public let ceiling: SensitivityLabel
    public let createdAt: Date
    /// When the token was last used, to within some minutes; `nil` before its first use.
    public internal(set) var usedAt: Date?
    /// SHA-256 of the token. It has 256 random bits, so there is nothing to slow down.
    let hash: String
}

/// Lets one person make an account, once.
public struct Invitation: Sendable, Hashable, Identifiable, Codable {
    public let id: String
    /// The name that the account will have; `nil` where whoever is invited chooses.
    public let name: String?
    public let role: Person.Role
    public let createdAt: Date
    public let expiresAt: Date
    let hash: String
}

/// What an account may be called.
enum AccountName {
    /// The name without what is typed by mistake, in one form.
    ///
    /// - Throws: ``AccountError`` `bad-name`.
    static func checked(_ typed: String) throws -> String {
        let name = typed.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        guard !name.isEmpty, name.count <= 64, name.utf8.count <= 256, isPlain else {
            throw AccountError(.badName, "A person's name has 1 to 64 characters, all of them to be seen.")
        }
        // Commands take either, and would mean another.
        guard !isIdentifier(key(name)) else {
            throw AccountError(.badName, "This name is written as the ids of people are. Choose another one.")
        }
        return name
    }

    /// Whether a text is written as the ids of accounts are.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// By which names are the same: how they are written in capitals and small letters tells none apart.
    static func key(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }
}
