package import Foundation
package import HearthCore

/// Who a client is to an authorization server.
package struct OAuthClient: Hashable, Codable, Sendable {
    package var id: String
    /// `nil` for a public one, as programs of people's machines are.
    package var secret: String?
    /// How it says who it is: `none`, `client_secret_basic`, `client_secret_post`.
    package var method = "none"

    /// One that the owner was given.
    package init(id: String, secret: String? = nil, at issuer: OAuthIssuer) {
        (self.id, self.secret) = (id, secret)
        guard secret != nil else { return }
        method =
            issuer.authenticationMethods.contains("client_secret_basic")
            ? "client_secret_basic" : "client_secret_post"
    }

    /// What a registration was answered with (RFC 7591, 3.2.1).
    package init(registered answer: JSONObject) throws(MCPAnswerProblem) {
        guard let id = answer["client_id"]?.stringValue, OAuthText.isVisible(id, most: 1024) else {
            throw MCPAnswerProblem("it registered this program without a name")
        }
        self.id = id
        guard let secret = answer["client_secret"]?.stringValue, !secret.isEmpty else { return }
        guard OAuthText.isVisible(secret, most: 1024) else { throw MCPAnswerProblem("its secret is none") }
        self.secret = secret
        let said = answer["token_endpoint_auth_method"]?.stringValue ?? "client_secret_basic"
        guard ["none", "client_secret_basic", "client_secret_post"].contains(said) else {
            throw MCPAnswerProblem("it wants this program to say who it is in a way that is not done here")
        }
        method = said
        if method == "none" { self.secret = nil }
    }

    /// What is sent to be registered.
    package static func registration(redirect: String, scope: String?, at issuer: OAuthIssuer) -> JSONValue {
        var object: JSONObject = [
            "client_name": "Hearth", "redirect_uris": [.string(redirect)],
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            // It runs on a person's machine, which keeps nothing from that person.
            "token_endpoint_auth_method": .string(
                issuer.authenticationMethods.contains("none") || issuer.authenticationMethods.isEmpty
                    ? "none" : issuer.authenticationMethods.first ?? "none"),
        ]
        if let scope { object["scope"] = .string(scope) }
        return .object(object)
    }
}

/// One attempt to sign in, from the page of the authorization server to the code that comes back.
package struct OAuthAttempt: Sendable {
    package let issuer: OAuthIssuer
    package let client: OAuthClient
    package let resource: String
    package let redirect: String
    package let scope: String?
    /// Tells the answer to this attempt from every other.
    package let state: String
    /// What only this program knows of it (RFC 7636).
    private let verifier: String

    package init(
        issuer: OAuthIssuer, client: OAuthClient, resource: String, redirect: String, scope: String?
    ) {
        (self.issuer, self.client, self.resource) = (issuer, client, resource)
        (self.redirect, self.scope) = (redirect, scope)
        state = Base64URL.encoded(Secret.random(count: 32).exposedBytes())
        verifier = Base64URL.encoded(Secret.random(count: 32).exposedBytes())
    }

    /// What the owner's browser opens.
    package var address: URL? {
        guard var parts = URLComponents(url: issuer.authorization, resolvingAgainstBaseURL: true) else { return nil }
        var items: [(String, String)] = [
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", redirect), ("state", state),
            ("code_challenge", Base64URL.encoded(ContentHash(of: Array(verifier.utf8)).bytes)),
            ("code_challenge_method", "S256"), ("resource", resource),
        ]
        if let scope { items.append(("scope", scope)) }
        let before = parts.percentEncodedQuery.map { $0 + "&" } ?? ""
        parts.percentEncodedQuery = before + OAuthText.form(items)
        parts.fragment = nil
        return parts.url
    }

    /// The code in what came back.
    ///
    /// - Throws: ``MCPAnswerProblem`` where somebody else answered, or was asked (RFC 9207), or the answer is no.
    package func code(in answer: [String: String]) throws(MCPAnswerProblem) -> String {
        guard answer["state"] == state else { throw MCPAnswerProblem("the answer belongs to another attempt") }
        if let name = answer["iss"] {
            guard OAuthIssuer.isSame(name, issuer.issuer) else {
                throw MCPAnswerProblem("the answer comes from another one than the one that was asked")
            }
        } else if issuer.namesItself {
            throw MCPAnswerProblem("the answer does not say who gives it")
        }
        if let error = answer["error"] {
            let more = answer["error_description"].map { ": \(OAuthText.shown($0))" } ?? ""
            throw MCPAnswerProblem("it did not let you in (\(OAuthText.shown(error))\(more))")
        }
        guard let code = answer["code"], OAuthText.isVisible(code, most: 4096) else {
            throw MCPAnswerProblem("the answer has no code")
        }
        return code
    }

    /// What is sent for tokens.
    package func exchange(_ code: String) -> [(String, String)] {
        [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", verifier), ("resource", resource),
        ]
    }
}

/// Tokens as an authorization server gives them (RFC 6749, 5.1).
package struct OAuthTokens: Hashable, Codable, Sendable {
    package var access: String
    package var refresh: String?
    /// Seconds since 1970; `nil` where nothing is said.
    package var expiresAt: Double?
    package var scope: String?

    private static let mostBytes = 16 << 10

    /// - Parameter former: Those that were renewed, whose refresh token stays good where no other comes.
    /// - Throws: ``MCPAnswerProblem``
    package init(_ answer: JSONObject, now: Date, former: OAuthTokens? = nil) throws(MCPAnswerProblem) {
        guard let access = answer["access_token"]?.stringValue, OAuthText.isVisible(access, most: Self.mostBytes) else {
            throw MCPAnswerProblem("it gave no token")
        }
        guard answer["token_type"]?.stringValue?.lowercased() == "bearer" else {
            throw MCPAnswerProblem("it gave a token of a kind that is not known here")
        }
        self.access = access
        refresh = former?.refresh
        if let text = answer["refresh_token"]?.stringValue, OAuthText.isVisible(text, most: Self.mostBytes) {
            refresh = text
        }
        // Some send it as a text.
        let seconds =
            answer["expires_in"]?.numberValue.flatMap { Double($0.description) }
            ?? answer["expires_in"]?.stringValue.flatMap(Double.init)
        expiresAt = seconds.flatMap { $0 > 0 && $0 < 1e10 ? now.timeIntervalSince1970 + $0 : nil }
        scope = answer["scope"]?.stringValue.map { OAuthText.scopes(in: $0).joined(separator: " ") } ?? former?.scope
    }

    /// Whether it is to be renewed before it is used: a minute early, so that it is good until it arrives.
    package func isSpent(at now: Date) -> Bool {
        expiresAt.map { $0 - 60 <= now.timeIntervalSince1970 } ?? false
    }

    /// What is sent to have them renewed.
    package func renewal(of resource: String) -> [(String, String)]? {
        refresh.map { [("grant_type", "refresh_token"), ("refresh_token", $0), ("resource", resource)] }
    }
}

/// Why a token endpoint gave no token (RFC 6749, 5.2).
package struct OAuthRefusal: Error, Hashable, Sendable {
    /// `invalid_grant`, `invalid_client`.
    package var code: String
    package var message: String

    package init(_ answer: JSONObject?, status: Int) {
        code = OAuthText.shown(answer?["error"]?.stringValue ?? "status \(status)")
        message = OAuthText.shown(answer?["error_description"]?.stringValue ?? "")
    }
}

extension OAuthText {
    /// Text of a form (application/x-www-form-urlencoded), all but what needs no escape escaped.
    package static func form(_ items: [(String, String)]) -> String {
        items.map { "\(PercentCoding.encoded($0.0))=\(PercentCoding.encoded($0.1))" }.joined(separator: "&")
    }

    static func isVisible(_ text: String, most: Int) -> Bool {
        (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
