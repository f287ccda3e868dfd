import HearthCore
import NIOCore

/// From where a request comes, as far as some must not keep out others: an address of IPv4, or the network of one of IPv6, of which whoever
/// has one has 2^64.
package enum ClientNetwork {
    /// - Returns: `nil` for this machine itself, where a proxy may stand for everybody, and where nothing is known.
    static func of(_ address: SocketAddress?) -> String? { address?.ipAddress.flatMap { of($0) } }

    /// - Parameter address: As the system writes it, such as `203.0.113.7` or `fe80::1%eth0`.
    package static func of(_ address: String) -> String? {
        let bare = address.prefix { $0 != "%" }.lowercased()
        guard bare.contains(":") else { return HostAddress.isLoopback(bare) ? nil : bare }
        // One of IPv4 at a socket that takes both.
        if bare.contains("."), let colon = bare.lastIndex(of: ":") {
            return of(String(bare[bare.index(after: colon)...]))
        }
        if bare == "::1" { return nil }
        var groups: [Substring] = []
        if let gap = bare.firstRange(of: "::") {
            let head = bare[..<gap.lowerBound].split(separator: ":")
            let tail = bare[gap.upperBound...].split(separator: ":")
            groups = head + Array(repeating: "0", count: max(0, 8 - head.count - tail.count)) + tail
        } else {
            groups = bare.split(separator: ":")
        }
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
