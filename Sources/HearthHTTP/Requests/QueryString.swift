/// The part of an address after the question mark, decoded.
public struct QueryString: Sendable {
    private var items: [(name: String, value: String)] = []

    /// More is left out: a query is never a way to send much.
    private static let mostItems = 100

    public init() {}

    /// - Parameter text: Without the question mark. Parts that are not valid percent-encoded UTF-8 are left out.
    public init(_ text: Substring) {
        for part in text.split(separator: "&").prefix(Self.mostItems) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decoded(halves[0], plusIsSpace: true),
                let value = halves.count > 1 ? PercentCoding.decoded(halves[1], plusIsSpace: true) : ""
            else { continue }
            items.append((name, value))
        }
    }

    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    public func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// The names that were given, to tell which are unknown.
    public var names: [String] { items.map(\.name) }
}

/// Percent-encoding (RFC 3986, 2.1).
public enum PercentCoding {
    /// The text that is meant, or `nil` when an escape is broken, or the bytes are not UTF-8 or hold a zero.
    public static func decoded(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
