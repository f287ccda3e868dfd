import Foundation
import HearthCore

/// Somebody as a provider of identities knows them: what is left of an ID token once it was looked at.
struct Identity: Sendable, Hashable {
    /// The provider, as it names itself.
    var issuer: String
    /// Names them there, and is never given to another. Nothing else is looked up by: addresses of mail change hands.
    var subject: String
    /// Only where the provider says that it is theirs.
    var verifiedEmail: String?
    /// What they are called there, the likeliest to be a name here first.
    var names: [String] = []
}

/// An ID token (OpenID Connect Core 1.0, 2) in its compact form (RFC 7515), and what is checked of it (3.1.3.7).
struct IdentityToken: Sendable {
    /// What a token has to be, to be meant for here and now.
    struct Expectation: Sendable {
        var issuer: String
        var clientID: String
        var nonce: String
        /// What came with it, to which its `at_hash` belongs.
        var accessToken: String?
        var now: Date
    }

    /// Tolerated difference between this machine's clock and the provider's, in seconds.
    static let leeway = 60.0
    private static let mostBytes = 32 << 10

    private let algorithm: IdentityAlgorithm
    private let keyID: String?
    private let signed: [UInt8]
    private let signature: [UInt8]
    private let payload: [UInt8]

    /// Reads its parts; nothing of it is believed yet.
    ///
    /// - Throws: `malformed`, `algorithm`.
    init(_ text: String) throws(IdentityProblem) {
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard text.utf8.count <= Self.mostBytes, parts.count == 3, let head = Base64URL.decoded(parts[0]),
            let header = (try? JSONValue(parsing: head, maxDepth: 8))?.objectValue
        else { throw IdentityProblem(.malformed, "its token cannot be read") }
        // Before the signature: a token without one is no signed token.
        guard let name = header["alg"]?.stringValue, let algorithm = IdentityAlgorithm(rawValue: name) else {
            throw IdentityProblem(.algorithm, "its token is signed in a way that is not taken here, or not at all")
        }
        // What has to be understood, and is not (RFC 7515, 4.1.11).
        guard header["crit"] == nil else {
            throw IdentityProblem(.algorithm, "its token wants something that is not known here")
        }
        guard let payload = Base64URL.decoded(parts[1]), let signature = Base64URL.decoded(parts[2]) else {
            throw IdentityProblem(.malformed, "its token cannot be read")
        }
        keyID = header["kid"]?.stringValue
        (self.algorithm, self.payload, self.signature) = (algorithm, payload, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Who it is about.
    ///
    /// - Parameter keys: Those of the provider. Of a token that names none of them one that is for its algorithm serves, where there is one alone.
    /// - Throws: `unknownKey` where others may have come meanwhile; and all others, which no other key mends.
    func identity(_ keys: [IdentityKey], _ expected: Expectation) throws(IdentityProblem) -> Identity {
        try checkSignature(keys)
        guard let claims = (try? JSONValue(parsing: payload, maxDepth: 32))?.objectValue else {
            throw IdentityProblem(.malformed, "its token cannot be read")
        }
        guard claims["iss"]?.stringValue == expected.issuer else {
            throw IdentityProblem(.issuer, "its token comes from another one than the one that was asked")
        }
        try checkAudience(claims, expected.clientID)
        try checkTimes(claims, expected.now)
        guard let nonce = claims["nonce"]?.stringValue, Secret(nonce) == Secret(expected.nonce) else {
            throw IdentityProblem(.nonce, "its token belongs to another attempt to sign in")
        }
        if let hash = claims["at_hash"] {
            guard let access = expected.accessToken, let text = hash.stringValue,
                let given = Base64URL.decoded(text), given == algorithm.halfHash(of: access)
            else { throw IdentityProblem(.accessToken, "its token belongs to another answer") }
        }
        guard let subject = claims["sub"]?.stringValue, (1...255).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw IdentityProblem(.malformed, "its token does not say who it is about") }
        return Identity(
            issuer: expected.issuer, subject: subject, verifiedEmail: Self.email(claims), names: Self.names(claims))
    }

    private func checkSignature(_ keys: [IdentityKey]) throws(IdentityProblem) {
        let usable = keys.filter { $0.isFor(algorithm) && (keyID == nil || $0.id == keyID) }
        guard let key = usable.first, usable.count == 1 else {
            throw IdentityProblem(.unknownKey, "its token is signed by a key that it does not name as its own")
        }
        guard key.isSignature(signature, of: signed, by: algorithm) else {
            throw IdentityProblem(.signature, "its token is not signed by it, or was changed on the way")
        }
    }

    private func checkAudience(_ claims: JSONObject, _ clientID: String) throws(IdentityProblem) {
        let audience =
            claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.prefix(64).compactMap(\.stringValue)
            ?? []
        let party = claims["azp"]
        // For several, it has to say which of them asked.
        guard audience.contains(clientID), party == nil || party?.stringValue == clientID,
            audience.count == 1 || party != nil
        else { throw IdentityProblem(.audience, "its token is for another program") }
    }

    private func checkTimes(_ claims: JSONObject, _ date: Date) throws(IdentityProblem) {
        let now = date.timeIntervalSince1970
        func time(_ name: String) -> Double? { claims[name]?.numberValue.flatMap { Double($0.description) } }
        guard let end = time("exp"), let made = time("iat"), end.isFinite, made.isFinite else {
            throw IdentityProblem(.malformed, "its token does not say from when to when it holds")
        }
        guard now < end + Self.leeway else {
            throw IdentityProblem(.time, "its token is too old, or the clock of this machine is wrong")
        }
        let start = claims["nbf"] == nil ? made : time("nbf") ?? .infinity
        guard max(start, made) <= now + Self.leeway else {
            throw IdentityProblem(.time, "its token holds only later, or the clock of this machine is wrong")
        }
    }

    /// An address is taken only with the provider's word, as a truth and not as a text, that it is theirs.
    private static func email(_ claims: JSONObject) -> String? {
        guard claims["email_verified"]?.boolValue == true, let text = claims["email"]?.stringValue,
            text.utf8.count <= 254, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return text
    }

    private static func names(_ claims: JSONObject) -> [String] {
        ["name", "preferred_username"].compactMap { claims[$0]?.stringValue }
    }
}
