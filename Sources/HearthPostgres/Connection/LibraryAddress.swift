import Foundation
import HearthCore

/// Where a library in PostgreSQL is: `postgres://USER@HOST:PORT/DATABASE?owner=NAME`.
///
/// The password is no part of it: an address stands in settings, in a list of processes, in a shell's history. Nor is anything that
/// would make the way there less safe, or lead elsewhere: it names one host, and libpq is told the rest (``PostgresConnection``).
public struct LibraryAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name, an IP address, or the folder of a socket, which begins with `/`.
    public var host: String
    public var port: Int
    public var database: String
    public var user: String
    /// Whose library of those in the database; each has its own rows. `owner` where nothing is said.
    public var owner: String
    /// A file with the certificates that the server's may be signed by; `nil` for those that the system trusts.
    public var rootCertificates: String?

    /// - Throws: ``StoreError`` with the code `invalid-input`, which says what is wrong with the address.
    public init(_ text: String) throws {
        func wrong(_ what: String) -> StoreError {
            StoreError(
                .invalidInput, "The library's address \(what). It is to look like postgres://USER@HOST:5432/DATABASE.")
        }
        guard let parts = URLComponents(string: text), ["postgres", "postgresql"].contains(parts.scheme ?? "") else {
            throw wrong("does not begin with postgres://")
        }
        guard parts.password == nil else {
            throw StoreError(
                .invalidInput,
                """
                The library's address holds a password, which others on this machine could read. Take it out, and keep the password \
                where keys are kept.
                """)
        }
        var options: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            // What is done anyhow may be said; many write it.
            if item.name == "sslmode" {
                guard item.value == "verify-full" else {
                    throw StoreError(
                        .invalidInput,
                        """
                        The library's address would have its connection less protected than it is. To another machine it is encrypted, \
                        and the certificate is verified for the host; leave the option sslmode out.
                        """)
                }
                continue
            }
            guard ["host", "owner", "sslrootcert"].contains(item.name), options[item.name] == nil else {
                throw wrong(
                    "has the option \(item.name), which is unknown or there twice; there are host, owner and sslrootcert"
                )
            }
            options[item.name] = item.value ?? ""
        }
        host = options["host"] ?? parts.host ?? ""
        // URLs write IPv6 in brackets.
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        port = parts.port ?? 5432
        database = String(parts.path.drop { $0 == "/" })
        user = parts.user ?? ""
        owner = options["owner"] ?? "owner"
        // libpq's word for those that the system trusts, which are taken anyhow.
        rootCertificates = options["sslrootcert"].flatMap { $0 == "system" ? nil : $0 }
        guard !host.isEmpty else { throw wrong("names no host") }
        // libpq takes a comma for the end of one host and the beginning of another, and `@` for a socket without a folder.
        guard !host.contains(","), host.utf8.count <= 253,
            isSocket || host.utf8.allSatisfy({ Self.isOfHost($0) }) && Self.hasNoPort(host)
        else {
            throw wrong(
                "names several hosts, or one that is no name and no IP address (letters beyond a to z as xn--…)")
        }
        if let file = rootCertificates, !file.hasPrefix("/") {
            throw wrong("names a file of certificates (sslrootcert) by something else than its whole path")
        }
        guard !database.isEmpty, !database.contains("/") else { throw wrong("names no database") }
        guard !user.isEmpty else { throw wrong("names no user") }
        guard !owner.isEmpty, owner.utf8.count <= 200 else { throw wrong("names no owner, or a very long one") }
        guard ![host, database, user, owner, rootCertificates ?? ""].contains(where: { $0.utf8.contains(0) }) else {
            throw wrong("holds a NUL")
        }
    }

    /// Whether a text is meant to be an address of this kind.
    public static func isMeant(by text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    public var isSocket: Bool { host.hasPrefix("/") }

    /// Whether what is sent there stays on this machine, so that nobody between could read it.
    public var isLocal: Bool { isSocket || HostAddress.isLoopback(host) }

    /// Whether a byte may be in the name or the IP address of a host.
    package static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":")].contains(byte)
        }
    }

    /// Whether a colon in a host is one of an address of IPv6. `localhost:x.example.org` looks like this machine with a port, and is asked
    /// for as a name of its own, which may be anybody's.
    private static func hasNoPort(_ host: String) -> Bool {
        guard let first = host.firstIndex(of: ":") else { return true }
        return host.lastIndex(of: ":") != first && host.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }

    /// Under what the password is kept: that of another user, host or database is another one.
    public var account: String { "\(user)@\(isSocket ? "socket" : host):\(port)/\(database)" }

    /// The machine and the program on it that are spoken to, as a consent and the ledger name them; the port where it is not the usual.
    public var origin: String {
        if isSocket { return "localhost" }
        let name = (host.contains(":") ? "[\(host)]" : host).lowercased()
        return port == 5432 ? name : "\(name):\(port)"
    }

    /// Without what need not be said.
    public var description: String {
        var parts = URLComponents()
        (parts.scheme, parts.user, parts.path) = ("postgres", user, "/" + database)
        if isSocket {
            parts.host = "localhost"
            parts.queryItems = [URLQueryItem(name: "host", value: host)]
        } else {
            parts.host = host.contains(":") ? "[\(host)]" : host
        }
        if port != 5432 { parts.port = port }
        if owner != "owner" {
            parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "owner", value: owner)]
        }
        if let rootCertificates {
            parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "sslrootcert", value: rootCertificates)]
        }
        return parts.string ?? "postgres://\(host)/\(database)"
    }
}
