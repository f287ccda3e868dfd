#if canImport(CPostgres)
import CPostgres
import Foundation
import HearthCore

/// How the way to a library on another machine is protected: TLS, with a certificate that is for this host and that somebody trusted
/// signed. Nothing weaker is spoken, whatever an address, a variable or a file says.
enum LibraryTLS {
    /// What libpq is told. On this machine no encryption is needed.
    ///
    /// - Parameter environment: Which variables there are, of which OpenSSL's own would change what is trusted.
    /// - Throws: ``StoreError`` `library-unsafe` where nothing says whom to trust.
    static func words(
        for address: LibraryAddress, isElsewhere: Bool, version: Int32 = PQlibVersion(),
        environment: [String: String], bundles: [String] = knownBundles
    ) throws -> [(String, String)] {
        guard isElsewhere else { return [("sslmode", address.isSocket ? "disable" : "prefer")] }
        var words = [
            ("sslmode", "verify-full"), ("ssl_min_protocol_version", "TLSv1.2"), ("sslcompression", "0"),
            ("sslrootcert", try roots(address, version, environment, bundles)),
            // Who connects is said by the password alone: a certificate in the home folder would tell more than was asked for.
            ("sslcert", "/dev/null/none"), ("sslkey", "/dev/null/none"),
        ]
        // Kerberos would ask a third machine, of which the ledger knew nothing.
        if version >= 160_000 { words.append(("require_auth", "!gss,!sspi")) }
        return words
    }

    /// Where systems keep the certificates that they trust, in one file.
    static let knownBundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    private static func roots(
        _ address: LibraryAddress, _ version: Int32, _ environment: [String: String], _ bundles: [String]
    ) throws -> String {
        if let file = address.rootCertificates {
            guard FileManager.default.isReadableFile(atPath: file) else {
                throw StoreError(
                    .unsafe,
                    "The file of trusted certificates \(file) cannot be read, so \(address.host) cannot be told from anybody else. "
                        + "Nothing was sent there.")
            }
            return file
        }
        // libpq before 16 takes the word for the name of a file. And with it OpenSSL lets variables say what the system trusts.
        let isMoved = ["SSL_CERT_FILE", "SSL_CERT_DIR"].contains { environment[$0] != nil }
        if version >= 160_000, !isMoved { return "system" }
        guard let file = bundles.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw StoreError(
                .unsafe,
                "There is no list of trusted certificates on this machine. Name one: …?sslrootcert=/path/to/ca.pem.")
        }
        return file
    }

    static func unencrypted(_ address: LibraryAddress) -> StoreError {
        StoreError(
            .unsafe,
            "The connection to \(address.host) is not encrypted. Nothing of the library was sent there; its server has to offer TLS."
        )
    }

    /// Where libpq says that it was TLS that failed, what a person can do about it; `nil` otherwise. Only how the failure is told depends
    /// on libpq's words: the connection was not made.
    static func failure(_ words: String, _ address: LibraryAddress) -> StoreError? {
        if words.contains("server does not support SSL") {
            return StoreError(
                .unsafe,
                "The library's server at \(address.host) offers no TLS, so nothing was sent there. Its administrator can turn it on (ssl = on).",
                cause: words)
        }
        // A server that ends while both greet each other broke no rule; it is looked for again.
        guard !["unexpected eof", "EOF detected", "closed unexpectedly"].contains(where: { words.contains($0) }) else {
            return nil
        }
        let isOfTLS = ["certificate", "SSL error", "SSL connection", "does not match host name", "TLS"].contains {
            words.contains($0)
        }
        guard isOfTLS else { return nil }
        return StoreError(
            .unsafe,
            """
            The library's server at \(address.host) showed no certificate that is for this name and signed by somebody trusted, so nothing \
            was sent there. Correct the host, or name the file of who signed it: …?sslrootcert=/path/to/ca.pem.
            """, cause: words)
    }
}
#endif
