#if canImport(CPostgres)
import Foundation
import HearthCore
import HearthKnowledge
@testable import HearthPostgres
import HearthTesting
import Synchronization
import Testing

/// What libpq is told of TLS, whatever else is said.
@Suite struct LibraryTLSTests {
    private func words(
        _ address: String, version: Int32 = 150_000, environment: [String: String] = [:],
        bundles: [String] = ["/dev/null"]
    ) throws -> [String: String] {
        let address = try LibraryAddress(address)
        let words = try LibraryTLS.words(
            for: address, isElsewhere: !address.isLocal, version: version, environment: environment, bundles: bundles)
        return Dictionary(uniqueKeysWithValues: words)
    }

    @Test func toAnotherMachineACertificateIsVerified() throws {
        let there = try words("postgres://a@db.example.org/d")
        #expect(there["sslmode"] == "verify-full")
        #expect(there["ssl_min_protocol_version"] == "TLSv1.2")
        #expect(try words("postgres://a@localhost/d")["sslmode"] == "prefer")
        #expect(try words("postgres://a@localhost/d?host=/run/postgresql")["sslmode"] == "disable")
    }

    @Test func whomToTrustFollowsFromTheVersionAndFromNoVariable() throws {
        let address = "postgres://a@db.example.org/d"
        #expect(try words(address, version: 160_000)["sslrootcert"] == "system")
        // Before 16 the word would be the name of a file.
        #expect(try words(address, version: 150_000)["sslrootcert"] == "/dev/null")
        for name in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
            #expect(try words(address, version: 160_000, environment: [name: "/tmp"])["sslrootcert"] == "/dev/null")
        }
        let own = address + "?sslrootcert=/dev/null"
        #expect(try words(own, version: 160_000, bundles: [])["sslrootcert"] == "/dev/null")
        #expect { try words(address, bundles: []) } throws: { ($0 as? StoreError)?.reason == .unsafe }
        #expect {
            try words(address + "?sslrootcert=/nowhere/ca.pem")
        } throws: { error in
            let error = error as? StoreError
            return error?.reason == .unsafe && error?.message.contains("/nowhere/ca.pem") == true
        }
    }

    @Test func aServerThatEndsMeanwhileIsNotTakenForAnotherOne() throws {
        let address = try LibraryAddress("postgres://a@db.example.org/d")
        func reason(_ words: String) -> StoreError.Reason? { LibraryTLS.failure(words, address)?.reason }
        #expect(reason("SSL error: unexpected eof while reading") == nil)
        #expect(reason("SSL connection has been closed unexpectedly") == nil)
        #expect(reason("SSL error: certificate verify failed") == .unsafe)
        #expect(reason("server certificate for \"x\" does not match host name \"db.example.org\"") == .unsafe)
        #expect(reason("server does not support SSL, but SSL was required") == .unsafe)
    }

    @Test(arguments: ["PGHOSTADDR", "PGSERVICE", "PGSERVICEFILE"]) func noVariableLeadsElsewhere(_ name: String) {
        #expect {
            try PostgresConnection.refuseDetours(in: [name: "x"])
        } throws: { error in
            let error = error as? StoreError
            return error?.reason == .unsafe && error?.message.contains(name) == true
        }
    }
}

/// A library on another machine, which the tests' own server is taken for.
@Suite(.enabled(if: PostgresServer.front != nil, PostgresServer.noFront)) struct LibraryElsewhereTests {
    private let front: PostgresServer.Front

    init() throws { front = try #require(PostgresServer.front) }

    private func refusal(_ configuration: PostgresLibrary.Configuration) async -> StoreError? {
        do {
            _ = try await PostgresLibrary.open(configuration)
            return nil
        } catch {
            return error as? StoreError
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func itIsOpenedOverTLS(_ host: String) async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good, host: host))
        try await library.store([SampleDocuments().ingestion(1)])
        #expect(try await library.counts().documents == 1)
    }

    @Test func whoIsSignedByNobodyTrustedIsRefused() async throws {
        #expect(await refusal(try front.configuration(front.good, trusting: "other-ca.pem"))?.reason == .unsafe)
        let byTheSystem = await refusal(try front.configuration(front.good, trusting: nil))
        #expect(byTheSystem?.reason == .unsafe)
    }

    @Test func whoShowsACertificateOfAnotherNameIsRefused() async throws {
        let refused = await refusal(try front.configuration(front.ofAnotherName))
        #expect(refused?.reason == .unsafe)
        #expect(refused?.message.contains("127.0.0.1") == true)
    }

    @Test func whoOffersNoTLSIsRefused() async throws {
        let refused = await refusal(try front.configuration(front.withoutTLS))
        #expect(refused?.reason == .unsafe)
        #expect(refused?.message.contains("TLS") == true)
    }

    @Test func aSocketIsNoWayAroundTLS() async throws {
        var configuration = try PostgresServer.configuration()
        configuration.countsAsElsewhere = true
        #expect(await refusal(configuration) != nil)
    }

    @Test(.timeLimit(.minutes(10))) func aCancelledTaskWaitsForNothing() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        let task = Task {
            _ = try await library.read {
                try $0.rows("SELECT pg_sleep(3600) WHERE $1::bigint IS NOT NULL").count
            }
        }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await library.counts().documents == 0, "others go on")
    }

    // MARK: What is private

    /// Whether nothing is taken, and a person is told why.
    private func isRefused(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return false
        } catch {
            let error = error as? StoreError
            return error?.reason == .privateElsewhere && error?.message.contains("another machine") == true
        }
    }

    @Test func noPrivateTextIsTaken() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        let samples = SampleDocuments()
        var document = samples.ingestion(1)
        document.document.label = .private
        let labelled = document
        #expect(await isRefused { try await library.store([labelled]) })
        try await library.setLabel(.private, ofFolder: "/samples", lowers: false)
        #expect(await isRefused { try await library.store([samples.ingestion(2)]) })
        #expect(try await library.counts().documents == 0)
        #expect(
            await isRefused {
                _ = try await library.storeJournal([JournalSession(id: "e", text: "Dear diary", label: .private)])
            })
        #expect(
            await isRefused {
                _ = try await library.createConversation(systemPrompt: "Be discreet.", label: .private)
            })
        #expect(await isRefused { _ = try await library.createConversation(title: "My illness", label: .private) })
        let talk = try await library.createConversation(id: "talk").id
        #expect(
            await isRefused {
                try await library.setSystemPrompt("Be discreet.", label: .private, ofConversation: talk)
            })
        #expect(
            await isRefused {
                try await library.append(
                    [ConversationMessage(Message(.user, "A secret"), label: .private)], toConversation: talk)
            })
        #expect(
            await isRefused {
                try await library.addWork(
                    NewWork(
                        id: "w", kind: "ingest", title: "secret.txt", payload: Data(), label: .private, hasFiles: true))
            })
        #expect(
            await isRefused {
                _ = try await library.append(
                    LedgerEntry(kind: .decision, time: Date(), label: .private, text: "A secret prompt"))
            })
        #expect(try await library.messages(ofConversation: talk).isEmpty)
        #expect(try await library.workTasks(in: Set(WorkTask.State.allCases), limit: 9).isEmpty)
    }

    @Test func whatIsThereMayBeCalledPrivateAndNothingMoreOfItIsTaken() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        let samples = SampleDocuments()
        let stored = try await library.store([samples.ingestion(1)])
        let id = try #require(stored.first?.documentID)
        try await library.setLabel(.private, ofDocument: id)
        #expect(try await library.label(of: [.document(id)]) == .private)
        let content = try #require(try await library.document(id: id)).contentHash
        #expect(
            await isRefused {
                try await library.keepAnalysisNodes(
                    [ContentHash(of: Data("k".utf8)): Data("summary".utf8)], source: content)
            })
        let talk = try await library.createConversation(id: "talk").id
        let answer = ConversationMessage(
            Message(.assistant, "It says so."), label: .personal, origin: .init(documents: [id: .personal]))
        #expect(await isRefused { try await library.append([answer], toConversation: talk) })
        _ = try await library.removeDocuments(ids: [id])
        #expect(try await library.counts().documents == 0)
    }

    @Test func aConversationThatIsPrivateByNowGetsNoTitle() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        let document = try #require(try await library.store([SampleDocuments().ingestion(1)]).first).documentID
        let talk = try await library.createConversation(id: "talk", title: "A walk").id
        let answer = ConversationMessage(
            Message(.assistant, "It says so."), label: .personal, origin: .init(documents: [document: .personal]))
        try await library.append([answer], toConversation: talk)
        try await library.renameConversation(id: talk, to: "Another walk")
        try await library.setLabel(.private, ofDocument: document)
        #expect(await isRefused { try await library.renameConversation(id: talk, to: "My illness") })
        #expect(try await library.conversation(matching: talk).title == "Another walk")
        try await library.renameConversation(id: talk, to: nil)
    }

    @Test func aPrivateFileIsRefusedAloneAndNotWhatIsReadWithIt() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "hearth-elsewhere-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.txt", "secret/b.txt", "z.txt"] {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "What \(name) says.".write(to: file, atomically: true, encoding: .utf8)
        }
        try await library.setLabel(.private, ofFolder: folder.path + "/secret", lowers: false)
        var told: [String: IngestReport] = [:]
        for try await event in Ingestor(library: library, embedder: nil).ingest([folder.path]) {
            if case .file(let report) = event { told[(report.path as NSString).lastPathComponent] = report }
        }
        #expect(told["a.txt"]?.status == .added)
        #expect(told["z.txt"]?.status == .added)
        #expect(told["b.txt"]?.status == .failed)
        #expect(told["b.txt"]?.problem?.code == "private-elsewhere")
        #expect(try await library.counts().documents == 2)
    }

    @Test func noCopyGoesThere() async throws {
        let library = try await PostgresLibrary.open(front.configuration(front.good))
        try await library.setUnfinishedCopy(of: "elsewhere")
        await #expect { try await library.keep([], of: .document) } throws: { ($0 as? StoreError)?.reason == .unsafe }
    }

    // MARK: Who stands before it

    private final class Gate: ConnectionGate {
        struct State {
            var isOpen = true
            var begun: [String] = []
            var failed: [String: String] = [:]
            var recorded: [String] = []
        }

        let state = Mutex(State())

        func check() throws {
            guard state.withLock({ $0.isOpen }) else { throw StoreError(.notAgreed, "Nobody agreed.") }
        }

        func begin() throws -> String {
            try check()
            return state.withLock { state in
                state.begun.append("\(state.begun.count)")
                return state.begun[state.begun.count - 1]
            }
        }

        func failed(_ attempt: String, code: String) { state.withLock { $0.failed[attempt] = code } }

        func waiting(for attempt: String) throws -> GateRecords {
            let entry = LedgerEntry(kind: .connection, time: Date(), host: "db.example.org", purpose: "library")
            return GateRecords(ids: [attempt], entries: [entry])
        }

        func recorded(_ records: GateRecords) { state.withLock { $0.recorded += records.ids } }
    }

    @Test func everyConnectionIsBegunAndRecordedAndNoneIsUsedThatMayNotBe() async throws {
        let gate = Gate()
        var configuration = try front.configuration(front.good)
        (configuration.gate, configuration.recordsConnections, configuration.connections) = (gate, true, 1)
        let library = try await PostgresLibrary.open(configuration)
        for _ in 0..<3 { _ = try await library.counts() }
        // That which opened it, and that which is used.
        #expect(gate.state.withLock { $0.begun } == ["0", "1"])
        #expect(gate.state.withLock { $0.recorded } == ["0", "1"])
        let records = try await library.ledger()
        #expect(records.map(\.entry.purpose) == ["library", "library"])
        #expect(records.map(\.entry.host) == ["db.example.org", "db.example.org"])
        gate.state.withLock { $0.isOpen = false }
        await #expect { _ = try await library.counts() } throws: { ($0 as? StoreError)?.reason == .notAgreed }
        #expect(gate.state.withLock { $0.begun.count } == 2)
    }

    @Test func aConnectionThatIdlesIsClosedWhenItMayNotBeAnyLonger() async throws {
        let gate = Gate()
        var configuration = try front.configuration(front.good)
        (configuration.gate, configuration.gateInterval, configuration.connections) = (gate, 0.05, 2)
        let library = try await PostgresLibrary.open(configuration)
        let number: Int = try await library.pool.run { connection, _ in
            try connection.rows("SELECT pg_backend_pid()::bigint AS number", []).first?["number"] ?? 0
        }
        let other = try await PostgresServer.library()
        func isOpen() async throws -> Bool {
            try await other.pool.run { connection, _ in
                try connection.rows(
                    "SELECT 1 FROM pg_stat_activity WHERE pid = $1::bigint", [Int64(number).parameter]
                ).first != nil
            }
        }
        #expect(try await isOpen())
        gate.state.withLock { $0.isOpen = false }
        while try await isOpen() { try await Task.sleep(for: .milliseconds(20)) }
        await #expect { _ = try await library.counts() } throws: { ($0 as? StoreError)?.reason == .notAgreed }
        gate.state.withLock { $0.isOpen = true }
        _ = try await library.counts()
        library.close()
        other.close()
    }

    @Test func whyAConnectionFailedIsSaidToWhoStandsBefore() async throws {
        let gate = Gate()
        var configuration = try front.configuration(front.ofAnotherName)
        configuration.gate = gate
        #expect(await refusal(configuration)?.reason == .unsafe)
        #expect(gate.state.withLock { $0.failed } == ["0": "library-unsafe"])
    }
}
#endif
