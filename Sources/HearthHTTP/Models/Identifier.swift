import Foundation

/// Ids and times in the forms that the interfaces use.
enum Identifier {
    /// A prefix and 24 random hexadecimal digits.
    static func make(_ prefix: String) -> String {
        prefix + UUID().uuidString.lowercased().replacing("-", with: "").prefix(24)
    }

    /// Seconds since 1970.
    static func now() -> Int { Int(Date().timeIntervalSince1970) }
}
