package import Foundation

/// What Hearth asks of a Keychain: Apple's calls in the program, a fake in tests, which can refuse as an unsigned build is
/// refused. Every status is an `OSStatus`.
package protocol KeychainCalls: Sendable {
    func read(service: String, name: String) -> (status: Int32, data: Data?)
    func update(service: String, name: String, to data: Data) -> Int32
    func add(service: String, name: String, _ data: Data) -> Int32
    func delete(service: String, name: String) -> Int32
    /// The system's own words for a status.
    func words(for status: Int32) -> String
}

/// The answers that mean something to Hearth, with the numbers of Apple's `SecBase.h`.
package enum KeychainStatus {
    package static let success: Int32 = 0
    package static let duplicate: Int32 = -25299
    package static let notFound: Int32 = -25300
    /// `errSecMissingEntitlement`: the data protection Keychain takes only programs that are signed with an identifier, which
    /// a build from a checkout is not.
    package static let missingEntitlement: Int32 = -34018
}
