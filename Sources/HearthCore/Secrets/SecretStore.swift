/// A place that keeps secrets by name: a key file, the Keychain, the desktop's secret service.
///
/// Names are lower-case and dashed, such as `database-key`; see ``SecretName/isValid(_:)``.
public protocol SecretStore: Sendable {
    /// What kind of place it is, for messages: `key file in /home/me/.hearth`.
    var placeDescription: String { get }

    /// The secret of that name, or `nil` when there is none.
    func secret(named name: String) throws -> Secret?

    /// Keeps a secret, replacing one of that name.
    func setSecret(_ secret: Secret, named name: String) throws

    /// Keeps a secret only when there is none of that name, and returns the one that is kept afterwards: of two processes
    /// that call this at once, both get the same.
    func addSecret(_ secret: Secret, named name: String) throws -> Secret

    /// Removes a secret; it is no error when there is none.
    func removeSecret(named name: String) throws
}

/// The form of a secret's name.
public enum SecretName {
    /// 1 to 64 characters of `a-z`, `0-9` and `-`, not starting with `-`: safe as a file name and as an argument.
    public static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
