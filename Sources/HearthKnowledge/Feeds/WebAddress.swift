package import Foundation
import HearthCore

/// Addresses of the web, as people type them and as feeds and pages name them.
package enum WebAddress {
    /// The address that somebody typed; `https` where nothing stands before the host.
    ///
    /// - Throws: ``FeedError`` `bad-web-address`.
    package static func typed(_ text: String) throws(FeedError) -> URL {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var whole = text
        for scheme in ["feed://", "itpc://", "pcast://"] where text.lowercased().hasPrefix(scheme) {
            whole = "https://" + text.dropFirst(scheme.count)
        }
        if whole.lowercased().hasPrefix("feed:http") { whole = String(whole.dropFirst(5)) }
        if !whole.contains("://") { whole = "https://" + whole }
        guard whole.utf8.count <= 8_192, let url = URL(string: whole), Origin(url) != nil, url.user() == nil,
            url.password() == nil
        else {
            throw FeedError(
                .badAddress,
                "This is no address of the web. It begins with https:// and names a host, and holds no password.")
        }
        return secured(url)
    }

    /// The same address with `https`, but for this machine: nothing is asked for in the clear, also where a list or a redirect says
    /// so. What belongs to a place on the page stays away.
    package static func secured(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else { return url }
        parts.fragment = nil
        if parts.scheme?.lowercased() == "http", let host = parts.host, !HostAddress.isLoopback(bare(host)) {
            parts.scheme = "https"
            if parts.port == 80 { parts.port = nil }
        }
        return parts.url ?? url
    }

    /// `example.org`, `127.0.0.1:8080`: as consents and the ledger name a host. Another port is another program.
    package static func host(of url: URL) -> String? {
        guard let origin = Origin(url) else { return nil }
        let name = bare(origin.host)
        let shown = name.contains(":") ? "[\(name)]" : name
        return origin.port == (origin.scheme == "https" ? 443 : 80) ? shown : "\(shown):\(origin.port)"
    }

    /// A host as somebody types it, perhaps with a port; `nil` for what is none.
    package static func typedHost(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard !text.isEmpty, text.utf8.count <= 260, !text.contains("@"), !text.contains("/"),
            let url = URL(string: "https://\(text)")
        else { return nil }
        return host(of: url)
    }

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Whether a host is this machine, or a place in its own network, as far as its name tells: addresses that the internet does not
    /// route (RFC 6890), names without a dot, names of home networks, and every other spelling of numbers.
    package static func isPrivate(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            name = String(name[name.index(after: name.startIndex)..<end])
        } else if name.count(where: { $0 == ":" }) == 1, let colon = name.firstIndex(of: ":") {
            name = String(name[..<colon])
        }
        while name.hasSuffix(".") { name.removeLast() }
        if name.contains(":") { return isPrivateIPv6(name) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last else { return true }
        if ["local", "localhost", "internal", "lan", "home", "intranet", "arpa", "corp"].contains(last) { return true }
        // A name whose last part is a number is an address, in one of its spellings.
        guard last.utf8.first.map({ (0x30...0x39).contains($0) }) == true else { return false }
        let numbers = parts.compactMap { part -> Int? in
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                part == "0" || part.first != "0", let number = Int(part), number < 256
            else { return nil }
            return number
        }
        guard parts.count == 4, numbers.count == 4 else { return true }
        return isPrivateIPv4(numbers)
    }

    private static func isPrivateIPv4(_ parts: [Int]) -> Bool {
        switch (parts[0], parts[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
        case (172, 16...31), (100, 64...127), (198, 18...19): true
        case (192, 0): parts[2] == 0 || parts[2] == 2
        default: false
        }
    }

    /// Of the addresses of version 6 only those are taken for public that the internet routes (2000::/3), without those that hold one of
    /// version 4.
    private static func isPrivateIPv6(_ name: String) -> Bool {
        let groups = name.split(separator: ":", omittingEmptySubsequences: false)
        guard let first = groups.first, let number = UInt16(first, radix: 16), groups.count > 1 else { return true }
        guard (0x2000...0x3FFF).contains(number), number != 0x2002 else { return true }
        guard number == 0x2001 else { return false }
        // Teredo (2001::/32) holds an address of version 4; 2001:db8::/32 is for examples. What is left out (`::`) is nought.
        guard let second = groups[1].isEmpty ? 0 : UInt16(groups[1], radix: 16) else { return true }
        return second == 0 || second == 0xDB8
    }
}

/// The hosts that somebody allowed one thing to be fetched from.
package struct AllowedHosts: Sendable {
    /// As ``WebAddress/host(of:)`` writes them.
    package private(set) var names: Set<String>
    /// The host that its owner named first, whose network is its own.
    private let first: String?

    package init(_ names: some Sequence<String>, first: String?) {
        (self.names, self.first) = (Set(names), first)
    }

    /// Holds an address against what was allowed, before anything is sent.
    ///
    /// - Parameter who: What names the address, for a person: "example.org", "The feed". `nil` where its owner does.
    /// - Throws: ``FeedError`` `host-not-allowed`, `private-address`, `bad-web-address`.
    package func check(_ url: URL, namedBy who: String?) throws(FeedError) {
        guard let host = WebAddress.host(of: url) else {
            throw FeedError(.badAddress, "\(who ?? "This") leads to something that is no address of the web.")
        }
        if let who, host != first, WebAddress.isPrivate(host), first.map(WebAddress.isPrivate) != true {
            throw FeedError(
                .privateAddress,
                "\(who) leads to \(host), a place on this machine or in its network. Nothing from outside may have that asked for."
            )
        }
        guard !names.contains(host) else { return }
        throw FeedError(
            .hostNotAllowed,
            who.map {
                "\($0) leads to \(host), and nothing was allowed to be fetched from there. Allow that host, if you trust it."
            }
                ?? "Nothing was allowed to be fetched from \(host) yet. Allow that host, if you trust it.",
            help: [.give(option: "host")], refusedHost: host)
    }
}
