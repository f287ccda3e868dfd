public import Foundation
import HearthCore
import HearthKnowledge

/// An OpenID Connect provider that an administrator set up for sign-in. Its client secret is stored with the keys.
public struct IdentityProvider: Codable, Hashable, Sendable, Identifiable {
    public let id: ID
    /// By which name it calls itself, exactly; an address, behind which its description is found.
    public internal(set) var issuer: String
    /// The client id under which this server is registered at the provider.
    public let clientID: String
    /// The name of the provider on the sign-in button, after "Sign in with".
    public let label: String
    /// Domains of mail addresses. A person whose address, verified by the provider, is in one of them becomes a member at the first
    /// sign-in.
    public let domains: [String]
    /// Hosts beside the issuer's own that may be asked for it, as the ledger names them.
    public let hosts: [String]

    private static let most = 50

    /// - Throws: ``AccountError`` `bad-sign-in-provider` for what cannot be one.
    public init(
        id: ID = .default, issuer: String, clientID: String, label: String, domains: [String] = [],
        hosts: [String] = []
    ) throws {
        let issuer = issuer.trimmingCharacters(in: .whitespacesAndNewlines)
        guard issuer.utf8.count <= 512, let url = URL(string: issuer), let origin = Origin(url), url.query() == nil,
            url.fragment() == nil, url.user() == nil, url.password() == nil
        else {
            throw Self.refused("Its address begins with https:// and names a host, and nothing behind a ? or #.")
        }
        guard origin.scheme == "https" || HostAddress.isLoopback(origin.host) else {
            throw Self.refused("It is spoken to over https:// alone.")
        }
        let clientID = clientID.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...512).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.refused("The client id is what the provider calls this server, without spaces.")
        }
        guard let label = try? AccountName.checked(label) else {
            throw Self.refused("The label of the button has 1 to 64 characters, all of them to be seen.")
        }
        guard domains.count <= Self.most, hosts.count <= Self.most else {
            throw Self.refused("There are at most \(Self.most) domains and \(Self.most) hosts.")
        }
        (self.id, self.issuer, self.clientID, self.label) = (id, issuer, clientID, label)
        self.domains = try domains.map(Self.domain)
        self.hosts = try hosts.map { text in
            guard let host = WebAddress.typedHost(text) else {
                throw Self.refused("\(text.prefix(200)) is no host. A host is named like login.example.org.")
            }
            return host
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Before there could be several it had none.
        id = try container.decodeIfPresent(ID.self, forKey: .id) ?? .default
        issuer = try container.decode(String.self, forKey: .issuer)
        clientID = try container.decode(String.self, forKey: .clientID)
        label = try container.decode(String.self, forKey: .label)
        domains = try container.decode([String].self, forKey: .domains)
        hosts = try container.decode([String].self, forKey: .hosts)
    }

    private static func domain(_ typed: String) throws -> String {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isOne =
            text.utf8.count <= 253 && parts.count >= 2
            && parts.allSatisfy { part in
                (1...63).contains(part.utf8.count)
                    && part.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                    }
            }
        guard isOne else {
            throw refused("\(typed.prefix(200)) is no domain. What stands behind the @ is meant, such as example.org.")
        }
        return text
    }

    static func refused(_ message: String) -> AccountError { AccountError(.badProvider, message) }

    /// Whether an address of mail, which the provider says is somebody's, is of one of the domains: of itself, and not of one below it.
    func admits(_ email: String?) -> Bool {
        guard let email, let at = email.lastIndex(of: "@") else { return false }
        return domains.contains(email[email.index(after: at)...].lowercased())
    }

    /// Where its description is (OpenID Connect Discovery 1.0, 4).
    var description: URL? { URL(string: bareIssuer + "/.well-known/openid-configuration") }

    /// The issuer without the slash at its end, which belongs to its name, and which nobody remembers.
    private var bareIssuer: String { issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer }

    /// Whether both would be described at one address, and so be one provider.
    func isSameIssuer(as other: IdentityProvider) -> Bool { bareIssuer == other.bareIssuer }

    /// The host that is asked at first, for people and for the ledger.
    public var host: String { URL(string: issuer).flatMap(WebAddress.host) ?? "an address without a host" }

    /// Holds an address that it names against what may be asked for it: encrypted, at its own host or at one that was allowed, and nothing
    /// on this machine or in its network unless it is there itself.
    ///
    /// - Throws: ``AccountError`` `bad-sign-in-provider`; `sign-in-host-not-allowed`, with the host.
    func check(_ url: URL) throws {
        guard let origin = Origin(url), url.user() == nil, url.password() == nil, let host = WebAddress.host(of: url)
        else {
            throw Self.refused("The provider names something that is no address of the web.")
        }
        guard origin.scheme == "https" || HostAddress.isLoopback(origin.host) else {
            throw Self.refused("The provider names \(host) without encryption (http://), so nothing is sent there.")
        }
        guard !HostAddress.isSame(host, self.host) else { return }
        guard !HostAddress.isLoopback(host) || HostAddress.isLoopback(self.host),
            !WebAddress.isPrivate(host) || WebAddress.isPrivate(self.host)
        else {
            throw Self.refused("The provider names \(host), a place on this machine or in its network.")
        }
        guard hosts.contains(where: { HostAddress.isSame($0, host) }) else {
            throw AccountError(
                .providerHost,
                "To sign people in, \(host) would be asked as well, which was not allowed yet. Allow it, if you trust it with that.",
                help: [.give(option: "host")], hosts: [host])
        }
    }
}

/// An identity at a provider that is linked to an account here.
public struct LinkedIdentity: Codable, Hashable, Sendable, Identifiable {
    public let id: String
    public let issuer: String
    let subject: String
    /// What they are called there, for people who look at the list; nothing is looked up by it.
    public let name: String?
    public let createdAt: Date
    public internal(set) var usedAt: Date?

    func isOf(_ identity: Identity) -> Bool { issuer == identity.issuer && subject == identity.subject }
}
