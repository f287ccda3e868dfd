import HearthCore
import HearthStore
import HearthTesting
import Testing

/// The encrypted database and the library in memory do the same, check by check.
@Suite struct StoreConformanceTests {
    @Test(arguments: StoreConformance.Check.allCases)
    func theEncryptedDatabaseIsALibrary(_ check: StoreConformance.Check) async throws {
        let store = try TemporaryStore()
        try await StoreConformance(name: "sqlite") { try store.open() }.run(check)
        // Its folder goes with it.
        withExtendedLifetime(store) {}
    }

    @Test(arguments: StoreConformance.Check.allCases)
    func memoryIsALibrary(_ check: StoreConformance.Check) async throws {
        try await StoreConformance(name: "memory") { MemoryLibrary() }.run(check)
    }
}
