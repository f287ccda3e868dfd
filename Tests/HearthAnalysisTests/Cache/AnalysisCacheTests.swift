import Foundation
import HearthAnalysis
import HearthCore
import HearthStore
import HearthTesting
import Testing

@Suite struct AnalysisCacheTests {
    @Test func keysTellPartsApart() {
        func key(_ parts: [(String, String)]) -> ContentHash {
            var key = NodeKey("test", version: 1)
            for (name, value) in parts { key.add(name, value) }
            return key.hash
        }
        #expect(key([("a", "b")]) == key([("a", "b")]))
        #expect(key([("a", "bc")]) != key([("ab", "c")]))
        #expect(key([("a", "b"), ("c", "d")]) != key([("c", "d"), ("a", "b")]))
        #expect(key([("a", "")]) != key([]))
    }

    @Test func keysDependOnModelSchemaAndOptions() {
        func key(model: String = "m", tokens: Int = 100, schema: String = "s") -> ContentHash {
            var key = NodeKey("test", version: 1)
            key.add(ScriptedModel(modelID: model))
            key.add(GenerationOptions(maxTokens: tokens, seed: 1))
            key.add(GenerationSchema(name: schema, root: .object(JSONObject())))
            return key.hash
        }
        #expect(key() == key())
        #expect(key() != key(model: "other"))
        #expect(key() != key(tokens: 101))
        #expect(key() != key(schema: "t"))
    }

    @Test func theStoreKeepsValuesOverAReopening() async throws {
        let store = try TemporaryStore()
        let key = NodeKey("test", version: 1).hash
        let other = NodeKey("other", version: 1).hash
        do {
            let database = try store.open()
            let cache = StoredCache(database)
            try await cache.keep(Data("one".utf8), for: key)
            try await cache.keep(Data("two".utf8), for: key)
            try database.close()
        }
        let cache = StoredCache(try store.open())
        #expect(try await cache.value(for: key) == Data("two".utf8))
        #expect(try await cache.values(for: [other, key]) == [key: Data("two".utf8)])
        try await cache.remove([key])
        #expect(try await cache.value(for: key) == nil)
    }

    @Test func valuesGoWithTheContentThatTheyWereMadeOf() async throws {
        let store = try TemporaryStore()
        let database = try store.open()
        let cache = StoredCache(database)
        let source = ContentHash(of: Data("a transcript".utf8))
        let mine = NodeKey("mine", version: 1).hash
        let other = NodeKey("other", version: 1).hash
        try await cache.keep([mine: Data("a quote".utf8)], source: source)
        try await cache.keep([other: Data("another".utf8)], source: nil)
        try await database.removeAnalysisNodes(source: source)
        #expect(try await cache.values(for: [mine, other]) == [other: Data("another".utf8)])
    }
}
