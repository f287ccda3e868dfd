/// A provider that can be asked whether address and key are good. Only a user's wish does so, never an availability check.
public protocol ProbeableProvider: Sendable {
    /// The ids of the models that the provider offers with the key that is set.
    ///
    /// - Parameter ledgerRecord: The record that allows the request.
    /// - Throws: ``ProviderError``, `invalid-key` for one; what the transport throws.
    func availableModels(ledgerRecord: Int) async throws -> [String]
}
