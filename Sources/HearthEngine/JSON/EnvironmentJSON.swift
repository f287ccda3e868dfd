package import Foundation

/// An environment, as the command prints it and the interface answers with it.
package struct EnvironmentJSON: Codable, Sendable {
    package var name: String
    package var current: Bool
    package var dataFolder: String
    package var ownDataFolder: Bool
    package var settings: [String: String]
    /// The name under which each service's key is kept.
    package var keyNames: [String: String]

    /// - Parameters:
    ///   - current: The name of the one in use.
    ///   - base: The data folder of environments without one of their own.
    package init(_ environment: DeploymentEnvironment, current: String, base: URL) {
        name = environment.name
        self.current = environment.name == current
        dataFolder = environment.dataFolder ?? base.path
        ownDataFolder = environment.dataFolder != nil
        settings = environment.values.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value }
        keyNames = KeyProvider.allCases.reduce(into: [:]) { $0[$1.rawValue] = environment.secretName(for: $1) }
    }
}
