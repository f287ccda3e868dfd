import Foundation
import HearthCore
import HearthPostgres
import Testing

@testable import HearthEngine

/// What the doctor says of a library in PostgreSQL.
@Suite struct DoctorLibraryTests {
    private let address = "postgres://hearth@db.example.org/hearth"

    private func condition(_ change: (inout LibraryCondition) -> Void = { _ in }) -> LibraryCondition {
        var condition = LibraryCondition(server: "16.4", schema: 10, newestSchema: 10, role: "hearth_app")
        condition.vectorExtension = "0.8.1"
        condition.encryption = "TLSv1.3, TLS_AES_256_GCM_SHA384"
        change(&condition)
        return condition
    }

    private func findings(
        _ address: String? = nil, _ change: (inout LibraryCondition) -> Void = { _ in }
    ) throws -> [String: Doctor.Finding] {
        let all = Doctor.findings(condition(change), of: try LibraryAddress(address ?? self.address))
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    @Test func `Each part is told by its name`() throws {
        let all = try findings()
        #expect(all.values.allSatisfy { $0.state == .good })
        #expect(all["library"]?.detail.contains("PostgreSQL 16.4 at \(address), tables of version 10") == true)
        #expect(all["way to the library"]?.detail.contains("TLSv1.3") == true)
        #expect(all["way to the library"]?.detail.contains("db.example.org") == true)
        #expect(all["protection of rows"]?.detail.contains("hearth_app") == true)
        #expect(all["vectors in the library"]?.detail.contains("0.8.1") == true)
    }

    @Test func `What is missing of pgvector is told, and what it means`() throws {
        let found = try findings { ($0.vectorExtension, $0.vectorNote) = (nil, "The database has no pgvector.") }
        let vectors = try #require(found["vectors in the library"])
        #expect(vectors.state == .missing)
        #expect(vectors.detail.hasPrefix("The database has no pgvector.") && vectors.detail.contains("the same"))
    }

    @Test func `Rows that nothing keeps apart are bad`() throws {
        let found = try findings { $0.faults = ["Row-level security is not in force in feed."] }
        #expect(found["protection of rows"]?.state == .bad)
        #expect(found["protection of rows"]?.detail.contains("feed") == true)
    }

    @Test func `Of tables that are not there, or older, nothing more is said`() throws {
        let none = try findings { $0.schema = 0 }
        #expect(none["library"]?.detail.contains("no tables yet") == true)
        #expect(none["protection of rows"] == nil && none["vectors in the library"] == nil)
        let old = try findings { $0.schema = 7 }
        #expect(old["library"]?.detail.contains("version 7") == true)
    }

    @Test func `A way that stays on this machine needs no encryption`() throws {
        for address in ["postgres://a@localhost/d", "postgres://a@localhost/d?host=/run/postgresql"] {
            let way = try findings(address) { $0.encryption = nil }["way to the library"]
            #expect(way?.state == .good && way?.detail.contains("this machine") == true, "\(way?.detail ?? "")")
        }
    }

    @Test func `One that cannot be reached is told of, and its password never`() async throws {
        let folder = try TemporaryFolder()
        let snapshot = try folder.load(flags: [.library: "postgres://hearth@127.0.0.1:1/hearth"])
        let address = try #require(snapshot.settings.library)
        try LibraryPassword(address, folder: snapshot.sharedFolder).keep(Secret("salt and pepper"))
        let (found, isUsable) = await Doctor.library(address, snapshot)
        #expect(!isUsable && found.count == 1 && found.first?.state == .bad)
        #expect(!found.contains { $0.detail.contains("salt and pepper") })
    }

    @Test func `One on another machine that nobody agreed to is not asked`() async throws {
        let folder = try TemporaryFolder()
        let snapshot = try folder.load(flags: [.library: address])
        let (found, isUsable) = await Doctor.library(try #require(snapshot.settings.library), snapshot)
        #expect(!isUsable && found.first?.detail.contains("db.example.org") == true)
    }
}
