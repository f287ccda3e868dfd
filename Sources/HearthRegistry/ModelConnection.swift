public import Foundation
public import HearthCore

/// How this module reaches servers: through the one transport, with a record of each decision before anything is sent.
public struct ModelConnection: Sendable {
    let transport: any HTTPTransport
    let ledger: any RoutingLedger
    let credential: @Sendable (Origin) async throws -> Credential?
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - credential: The key for an origin; `nil` when there is none. It is asked for each time, so that a key lies in memory
    ///     no longer than a request takes; the transport keeps it from every other origin, redirects included.
    public init(
        transport: any HTTPTransport, ledger: any RoutingLedger,
        credential: @escaping @Sendable (Origin) async throws -> Credential? = { _ in nil },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.ledger = ledger
        self.credential = credential
        self.now = now
    }

    /// Writes down that bytes are going to move between this machine and a host. Whoever begins an errand ends it.
    ///
    /// - Parameter purpose: `probe` to look at a file, `download` to fetch it.
    func begin(_ purpose: String, _ url: URL) async throws -> LedgerErrand {
        try await .begin(purpose, host: Origin(url).map(Self.name) ?? url.host(), in: ledger, now: now)
    }

    func send(
        _ url: URL, method: HTTPRequest.Method = .get, headers: [(name: String, value: String)] = [], record: Int,
        purpose: String, maximumBytes: Int, followsRedirects: Bool = true, timeLimit: Duration,
        longestSilence: Duration = .seconds(60)
    ) async throws -> HTTPResponse {
        guard let origin = Origin(url) else {
            throw RegistryError(
                .badAddress, "\(url.scheme ?? "This") is no address of a server; give one with https://.")
        }
        var request = HTTPRequest(
            method, url, headers: headers, credential: try await credential(origin), ledgerRecord: record,
            purpose: purpose, maximumResponseBytes: maximumBytes, mayRetry: false, followsRedirects: followsRedirects)
        request.timeLimit = timeLimit
        request.silenceLimit = longestSilence
        return try await transport.send(request)
    }

    private static func name(_ origin: Origin) -> String {
        origin.port == (origin.scheme == "https" ? 443 : 80) ? origin.host : "\(origin.host):\(origin.port)"
    }
}

/// What a status says about a file.
enum ServerAnswer {
    /// - Throws: ``RegistryError`` unless the response carries the file or a part of it.
    static func check(_ response: HTTPResponse, _ url: URL) throws {
        let host = url.host() ?? "the server"
        switch response.status {
        case 200, 206: return
        case 401, 403:
            throw RegistryError(
                .needsToken,
                "\(host) does not give this file without a token that it accepts (status \(response.status)). "
                    + (HuggingFace.isHost(url)
                        ? "Accept the model's terms on its page, and set a token." : "Fetch it yourself."),
                help: [HuggingFace.isHost(url) ? .giveKey(service: "huggingface") : .addModelFile])
        case 404, 410:
            throw RegistryError(.notFound, "\(host) has no such file (status \(response.status)). Check the address.")
        default:
            throw RegistryError(
                .badResponse, "\(host) answered with status \(response.status) instead of the file. Try again later.")
        }
    }
}

/// The SHA-256 of a whole file, where a server names it.
enum ServerHash {
    /// Reads the headers that are in use for it:
    ///
    /// - `X-Linked-ETag`: Hugging Face, while it redirects to where a large file lies.
    /// - `Repr-Digest: sha-256=:…:`: of the whole representation, also in answers that carry a part (RFC 9530, section 3).
    /// - `X-Checksum-Sha256`: Artifactory and other stores of artefacts.
    ///
    /// An `ETag` alone may be anything, and is not read.
    static func of(_ response: HTTPResponse) -> String? {
        let linked = response.header("x-linked-etag")?.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        for text in [linked, response.header("x-checksum-sha256")] {
            if let text = text?.lowercased(), FileHash.isSHA256(text) { return text }
        }
        return response.header("repr-digest").flatMap(digest)
    }

    /// A dictionary of byte sequences (RFC 8941): `sha-256=:BASE64:, sha-512=:BASE64:`.
    private static func digest(_ text: String) -> String? {
        for member in text.split(separator: ",", maxSplits: 16) {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "sha-256" else {
                continue
            }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
                let bytes = Data(base64Encoded: String(value.dropFirst().dropLast())), bytes.count == 32
            else { return nil }
            return bytes.hexadecimal
        }
        return nil
    }
}

/// What is particular to the one service that has its own key.
public enum HuggingFace {
    static let host = "huggingface.co"

    static func isHost(_ url: URL) -> Bool { url.host()?.lowercased() == host }

    /// Whether a key for Hugging Face may be sent to an origin.
    public static func mayHaveKey(_ origin: Origin) -> Bool {
        origin.scheme == "https" && origin.host == host && origin.port == 443
    }

    /// The address of the file itself for one of the page that shows it: `/blob/` is a page, `/resolve/` the file.
    static func fileAddress(_ url: URL) -> URL {
        guard isHost(url), url.path.contains("/blob/"),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.percentEncodedPath = parts.percentEncodedPath.replacing("/blob/", with: "/resolve/", maxReplacements: 1)
        return parts.url ?? url
    }
}
