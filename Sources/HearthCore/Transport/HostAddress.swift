/// Questions about a host as ``LanguageModel/host`` writes it: a name or an address, perhaps with a port.
package enum HostAddress {
    /// Whether a host is this machine itself.
    ///
    /// Only the written forms that every resolver reads alike count: `localhost`, `127.0.0.0/8` with four decimal parts, and
    /// `::1`. Other spellings (`127.1`, `2130706433`, `printer.localhost`) are left to be another host, which errs to the
    /// safe side: what is not plainly local must use TLS, and is refused offline. No name is looked up for it.
    package static func isLoopback(_ host: String) -> Bool {
        let name = withoutPort(host).lowercased()
        if name == "localhost" || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "127" else { return false }
        return parts.allSatisfy { part in
            (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                && (part.utf8.count == 1 || part.utf8.first != 0x30) && (Int(part) ?? 256) < 256
        }
    }

    /// Hosts are compared without regard to case, and with their port: another port is another program.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        a == b || a.utf8.count == b.utf8.count && a.lowercased() == b.lowercased()
    }

    private static func withoutPort(_ host: String) -> Substring {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return host[...] }
            return host[host.index(after: host.startIndex)..<end]
        }
        // A bare IPv6 address has several colons and no port.
        guard let colon = host.firstIndex(of: ":"), colon == host.lastIndex(of: ":") else { return host[...] }
        return host[..<colon]
    }
}
