import NIOCore
import Testing

@testable import HearthHTTP

@Suite struct ClientNetworkTests {
    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8::1", "2001:db8:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::2", "0:0:0:0::/64"),
    ])
    func everyAddressOfANetworkIsOne(_ address: String, _ network: String) {
        #expect(ClientNetwork.of(address) == network)
    }

    /// A proxy on it stands for everybody.
    @Test(arguments: ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
    func thisMachineIsNone(_ address: String) {
        #expect(ClientNetwork.of(address) == nil)
    }

    @Test func anAddressOfTheNetworkIsReadAsItsTextIs() throws {
        #expect(ClientNetwork.of(try SocketAddress(ipAddress: "203.0.113.7", port: 80)) == "203.0.113.7")
        #expect(ClientNetwork.of(try SocketAddress(ipAddress: "2001:db8::1", port: 80)) == "2001:db8:0:0::/64")
        #expect(ClientNetwork.of(try SocketAddress(unixDomainSocketPath: "/tmp/a")) == nil)
        #expect(ClientNetwork.of(nil as SocketAddress?) == nil)
    }
}
