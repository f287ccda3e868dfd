import Foundation
import Testing

@testable import HearthRegistry

@Suite struct RegistryTests {
    @Test func theBuiltInCatalogueIsValid() throws {
        let models = try ModelRegistry.builtIn()
        #expect(models.contains { $0.id == "llama-3.2-1b-instruct" })
    }
}
