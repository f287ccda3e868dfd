import Foundation

/// Ids and times in the forms that the interfaces use.
package enum Identifier {
    /// A prefix and 24 random hexadecimal digits.
    package static func make(_ prefix: String) -> String {
        prefix + UUID().uuidString.lowercased().replacing("-", with: "").prefix(24)
    }

    /// Seconds since 1970.
    package static func now() -> Int { Int(Date().timeIntervalSince1970) }
}
