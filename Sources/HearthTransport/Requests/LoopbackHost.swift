import Foundation
import NIOCore

/// Which hosts are this machine: 127.0.0.0/8 and `::1` in their usual spelling, and `localhost`.
///
/// Other spellings of the same addresses (`127.1`, `0x7f000001`, `::ffff:127.0.0.1`) count as another machine: what is not
/// plainly local must use TLS and is refused when offline.
enum LoopbackHost {
    static func contains(_ host: String) -> Bool {
        if host == "localhost" { return true }
        switch try? SocketAddress(ipAddress: host, port: 0) {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { $0.first == 127 }
        case .v6(let address):
            return withUnsafeBytes(of: address.address.sin6_addr) { bytes in
                bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
            }
        default: return false
        }
    }

    static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}
