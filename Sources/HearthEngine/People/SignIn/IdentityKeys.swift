import Crypto
import CryptoExtras
import Foundation
import HearthCore

/// Why what a provider of identities says is not believed.
struct IdentityProblem: Error, Hashable {
    enum Reason: Hashable {
        case malformed, algorithm, unknownKey, signature, issuer, audience, time, nonce, accessToken
    }

    let reason: Reason
    /// The end of a sentence, for a person.
    let message: String

    init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }
}

/// How ID tokens may be signed here: by a key of which the provider keeps one half.
///
/// `none` and those with a shared secret (HS…) are no members, so that no token can choose them: a public key would be taken for the secret.
enum IdentityAlgorithm: String, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case es256 = "ES256"
    case es384 = "ES384"

    /// The left half of a hash by the algorithm's own function (OpenID Connect Core 1.0, 3.1.3.6).
    func halfHash(of text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let hash: [UInt8] =
            switch self {
            case .rs256, .ps256, .es256: Array(SHA256.hash(data: bytes))
            case .rs384, .es384: Array(SHA384.hash(data: bytes))
            case .rs512: Array(SHA512.hash(data: bytes))
            }
        return Array(hash.prefix(hash.count / 2))
    }
}

/// A public key of a provider (RFC 7517), by which its signatures are looked at.
struct IdentityKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
    }

    let id: String?
    /// The only algorithm that it is for, where it says one.
    private let algorithm: String?
    private let material: Material

    /// - Returns: `nil` for a key of another kind, for another use, or one that is too weak (RSA below 2048 bits).
    init?(_ object: JSONObject) {
        if let use = object["use"]?.stringValue, use != "sig" { return nil }
        id = object["kid"]?.stringValue
        algorithm = object["alg"]?.stringValue
        func bytes(_ name: String) -> [UInt8]? { object[name]?.stringValue.flatMap(Base64URL.decoded) }
        switch object["kty"]?.stringValue {
        case "RSA":
            // Above 8192 bits a signature takes long to look at.
            guard let n = bytes("n"), let e = bytes("e"), n.count <= 1025, (1...8).contains(e.count),
                let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return nil }
            material = .rsa(key)
        case "EC":
            guard let x = bytes("x"), let y = bytes("y") else { return nil }
            let point = [0x04] + x + y
            switch object["crv"]?.stringValue {
            case "P-256":
                guard let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
                material = .p256(key)
            case "P-384":
                guard let key = try? P384.Signing.PublicKey(x963Representation: point) else { return nil }
                material = .p384(key)
            default: return nil
            }
        default: return nil
        }
    }

    /// The keys of a set; those that are of no use here are left out.
    static func all(_ set: JSONObject) -> [IdentityKey] {
        (set["keys"]?.arrayValue ?? []).prefix(64).compactMap { $0.objectValue.flatMap(IdentityKey.init) }
    }

    /// Whether it is for an algorithm: a key of one kind signs by those of its kind alone, whatever a token says.
    func isFor(_ wanted: IdentityAlgorithm) -> Bool {
        guard algorithm == nil || algorithm == wanted.rawValue else { return false }
        return switch (material, wanted) {
        case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256): true
        case (.p256, .es256), (.p384, .es384): true
        default: false
        }
    }

    func isSignature(_ signature: [UInt8], of message: [UInt8], by wanted: IdentityAlgorithm) -> Bool {
        switch material {
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            // Version 1.5 is what providers sign by; what is weak of it is encryption.
            return switch wanted {
            case .rs256:
                key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
            case .rs384:
                key.isValidSignature(signature, for: SHA384.hash(data: message), padding: .insecurePKCS1v1_5)
            case .rs512:
                key.isValidSignature(signature, for: SHA512.hash(data: message), padding: .insecurePKCS1v1_5)
            case .ps256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .PSS)
            case .es256, .es384: false
            }
        case .p256(let key):
            guard wanted == .es256, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .p384(let key):
            guard wanted == .es384, let signature = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        }
    }
}
