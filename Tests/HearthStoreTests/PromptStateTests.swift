import Foundation
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct PromptStateTests {
    private let folder: URL
    private let place: TemporaryStore

    init() throws {
        place = try TemporaryStore()
        folder = place.folder.appending(path: "states")
    }

    private func states(_ configuration: PromptStateFiles.Configuration = .init()) -> PromptStateFiles {
        PromptStateFiles(folder: folder, key: TemporaryStore.testKey, configuration: configuration)
    }

    private func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    private static func state(_ bytes: Int, identity: String = "model-a") -> PromptState {
        PromptState(
            identity: identity, tokens: [1, 2, 30_000],
            data: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) })
    }

    /// Empty, shorter than a chunk, exactly chunks, a chunk and a bit.
    @Test(arguments: [0, 1, 5_000, 1 << 20, (2 << 20) + 17])
    func aStateComesBackAsItWas(_ bytes: Int) throws {
        let state = Self.state(bytes)
        try states().save(state, ofConversation: "talk")
        // Another object, as after a restart.
        #expect(states().tokens(ofConversation: "talk", identity: "model-a") == state.tokens)
        let read = try #require(states().state(ofConversation: "talk", identity: "model-a"))
        #expect(read.data == state.data && read.tokens == state.tokens)
        #expect(states().tokens(ofConversation: "talk", identity: "model-b") == nil)
        #expect(states().state(ofConversation: "talk", identity: "model-b") == nil)
        #expect(states().state(ofConversation: "other", identity: "model-a") == nil)
    }

    @Test func nothingOnTheDiskCanBeReadOrTellsTheConversation() throws {
        let secret = "plantedidentity"
        try states().save(
            PromptState(identity: secret, tokens: [123_456_789], data: Array("planteddata".utf8)),
            ofConversation: "plantedid")
        let file = try #require(try files().first)
        let data = try Data(contentsOf: file)
        for word in [secret, "planteddata", "123456789", "plantedid"] {
            #expect(data.range(of: Data(word.utf8)) == nil)
            #expect(!file.lastPathComponent.contains(word))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        let other = PromptStateFiles(folder: folder, key: Secret(bytes: [UInt8](repeating: 9, count: 32)))
        #expect(other.tokens(ofConversation: "plantedid", identity: secret) == nil)
    }

    @Test func savingTwiceNeverWritesTheSameBytes() throws {
        try states().save(Self.state(100), ofConversation: "a")
        let first = try Data(contentsOf: #require(try files().first))
        try states().save(Self.state(100), ofConversation: "a")
        let second = try Data(contentsOf: #require(try files().first))
        #expect(try files().count == 1)
        #expect(first.dropFirst(56) != second.dropFirst(56))
    }

    @Test func aDamagedFileIsNeverTrusted() throws {
        let states = states()
        try states.save(Self.state(3_000), ofConversation: "a")
        let file = try #require(try files().first)
        let whole = try Data(contentsOf: file)
        for offset in stride(from: 0, to: whole.count, by: 61) {
            var data = whole
            data[offset] ^= 0x04
            try data.write(to: file)
            #expect(states.state(ofConversation: "a", identity: "model-a") == nil, "byte \(offset)")
        }
        for length in [0, 7, 8, 55, 56, 60, whole.count - 1] {
            try whole.prefix(length).write(to: file)
            #expect(states.state(ofConversation: "a", identity: "model-a") == nil, "\(length) bytes")
        }
        try (whole + [0]).write(to: file)
        #expect(states.state(ofConversation: "a", identity: "model-a") == nil)
        // Lengths that would overflow or ask for all memory.
        for start in [40, 48] {
            var data = whole
            data.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0xFF, count: 7) + [0x7F])
            try data.write(to: file)
            #expect(states.state(ofConversation: "a", identity: "model-a") == nil)
        }
        try whole.write(to: file)
        #expect(states.state(ofConversation: "a", identity: "model-a") != nil)
    }

    @Test func aFileOfAnotherConversationIsNotTaken() throws {
        try states().save(Self.state(10), ofConversation: "a")
        let first = try #require(try files().first)
        try states().save(Self.state(20), ofConversation: "b")
        let second = try #require(try files().first { $0 != first })
        try FileManager.default.removeItem(at: first)
        try FileManager.default.copyItem(at: second, to: first)
        #expect(states().state(ofConversation: "a", identity: "model-a") == nil)
        #expect(states().state(ofConversation: "b", identity: "model-a") != nil)
    }

    @Test func theLeastRecentlyUsedGoFirst() throws {
        let states = states(.init(maximumStateSize: 20_000, maximumTotalSize: 35_000))
        for id in ["a", "b", "c"] {
            try states.save(Self.state(10_000), ofConversation: id)
            // Times further apart than any clock's grain.
            for file in try files() {
                let used = try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                try FileManager.default.setAttributes(
                    [.modificationDate: try #require(used).addingTimeInterval(-60)], ofItemAtPath: file.path)
            }
        }
        #expect(states.state(ofConversation: "a", identity: "model-a") != nil)  // used now
        try states.save(Self.state(10_000), ofConversation: "d")
        let kept = ["a", "b", "c", "d"].filter { states.tokens(ofConversation: $0, identity: "model-a") != nil }
        #expect(kept == ["a", "c", "d"])
        #expect(throws: StoreError.self) { try states.save(Self.state(20_001), ofConversation: "e") }
    }

    @Test func whatACrashLeftIsSweptAndWhatIsBeingWrittenIsNot() throws {
        try states().save(Self.state(1), ofConversation: "a")
        let old = folder.appending(path: "x.partial")
        let fresh = folder.appending(path: "y.partial")
        for file in [old, fresh] { try Data([1]).write(to: file) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: old.path)
        try states().save(Self.state(1), ofConversation: "b")
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(FileManager.default.fileExists(atPath: fresh.path))
    }

    /// What a model has read of a conversation over documents holds their passages.
    @Test func removingADocumentTakesTheStatesAlong() async throws {
        let database = try place.open()
        let samples = SampleDocuments(dimension: nil)
        let document = samples.document(title: "Notes", texts: ["The heron nests in the alder carr."])
        let id = try await database.replaceSource(samples.source("/n", of: document), with: document).documentID
        try database.promptStates().save(Self.state(10), ofConversation: "talk")
        try await database.removeDocument(id: id)
        #expect(database.promptStates().tokens(ofConversation: "talk", identity: "model-a") == nil)
    }

    @Test func whatIsForgottenOtherwiseTakesTheStatesAlongToo() async throws {
        let database = try place.open()
        func entry(_ text: String) -> JournalSession { JournalSession(id: "day", text: text, languages: ["en"]) }
        func expect(isKept: Bool, after change: () async throws -> Void) async throws {
            try database.promptStates().save(Self.state(10), ofConversation: "talk")
            try await change()
            let kept = database.promptStates().tokens(ofConversation: "talk", identity: "model-a")
            #expect((kept != nil) == isKept)
        }
        try await expect(isKept: true) { _ = try await database.storeJournal([entry("It rained.")]) }
        try await expect(isKept: true) { _ = try await database.storeJournal([entry("It rained.")]) }
        try await expect(isKept: false) { _ = try await database.storeJournal([entry("It snowed.")]) }
        try await expect(isKept: false) { _ = try await database.removeJournalSession(id: "day") }
        try await expect(isKept: true) { _ = try await database.removeSources(paths: []) }
        try await expect(isKept: false) { _ = try await database.removeSources(paths: ["/gone"]) }
        let samples = SampleDocuments(dimension: nil)
        let (old, new) = (samples.document(1), samples.document(2))
        try await expect(isKept: true) { try await database.replaceSource(samples.source("/n", of: old), with: old) }
        try await expect(isKept: true) { try await database.replaceSource(samples.source("/n", of: old), with: old) }
        // A file that has changed.
        try await expect(isKept: false) { try await database.replaceSource(samples.source("/n", of: new), with: new) }
        try await database.replaceSource(samples.source("/m", of: old), with: old)
        try await expect(isKept: true) { try await database.renameSource("/m", to: "/o") }
        try await expect(isKept: false) { try await database.renameSource("/o", to: "/n") }
    }

    /// An answer that was begun before a removal ends after it, perhaps in another program.
    @Test func whatWasBegunBeforeARemovalIsNotKeptAfterIt() async throws {
        let database = try place.open()
        let samples = SampleDocuments(dimension: nil)
        func expect(isKept: Bool, after change: () async throws -> Void) async throws {
            let mark = try database.promptStates().mark()
            try await change()
            let others = PromptStateFiles(
                folder: StoreFiles(folder: place.folder).modelCache.appending(path: "states"),
                key: TemporaryStore.testKey)
            try others.save(Self.state(10), ofConversation: "late", since: mark)
            #expect((others.tokens(ofConversation: "late", identity: "model-a") != nil) == isKept)
            try others.removeAll()
        }
        let talk = try await database.createConversation()
        try await database.append(Message(.user, "secret"), toConversation: talk.id)
        try await expect(isKept: true) {}
        try await expect(isKept: false) { try await database.removeLastTurn(ofConversation: talk.id) }
        try await expect(isKept: false) { try await database.setSystemPrompt("Be brief.", ofConversation: talk.id) }
        try await expect(isKept: false) { try await database.removeConversation(id: talk.id) }
        let (old, new) = (samples.document(1), samples.document(2))
        try await expect(isKept: true) { try await database.replaceSource(samples.source("/n", of: old), with: old) }
        try await expect(isKept: false) { try await database.replaceSource(samples.source("/n", of: new), with: new) }
        try await expect(isKept: false) { try await database.removeSources(paths: ["/n"]) }
        let id = try await database.replaceSource(samples.source("/n", of: new), with: new).documentID
        try await expect(isKept: false) { try await database.removeDocument(id: id) }
        let mark = try database.promptStates().mark()
        let states = database.promptStates()
        try database.close()
        try HearthDatabase.deleteEverything(in: place.folder)
        try states.save(Self.state(10), ofConversation: "late", since: mark)
        #expect(!FileManager.default.fileExists(atPath: StoreFiles(folder: place.folder).modelCache.path))
    }

    @Test func nothingIsWrittenForThoseWhoNeverMadeAState() async throws {
        let database = try place.open()
        try await database.removeSources(paths: ["/gone"])
        #expect(!FileManager.default.fileExists(atPath: StoreFiles(folder: place.folder).modelCache.path))
    }

    @Test func deletingEverythingTakesTheStatesAlong() throws {
        let database = try place.open()
        let states = database.promptStates()
        try states.save(Self.state(1), ofConversation: "a")
        #expect(states.tokens(ofConversation: "a", identity: "model-a") != nil)
        try database.close()
        try HearthDatabase.deleteEverything(in: place.folder)
        #expect(states.tokens(ofConversation: "a", identity: "model-a") == nil)
        #expect(!FileManager.default.fileExists(atPath: StoreFiles(folder: place.folder).modelCache.path))
    }
}
