import Foundation
import HearthCore
import Testing

@testable import HearthRegistry

/// What embedding models want before texts, by the list and by their names.
@Suite struct EmbeddingFamiliesTests {
    @Test(arguments: [
        ("Multilingual E5 Small", EmbeddingFamilies.e5), ("multilingual-e5-large", EmbeddingFamilies.e5),
        ("e5-base-v2.Q8_0", EmbeddingFamilies.e5), ("nomic-embed-text-v1.5.f16", EmbeddingFamilies.nomic),
        ("Nomic Embed Text v2 Moe", EmbeddingFamilies.nomic),
        ("Snowflake Arctic Embed L v2.0", EmbeddingFamilies.arctic2),
        ("snowflake-arctic-embed-m-v1.5", EmbeddingFamilies.instruction),
        ("snowflake-arctic-embed-xs", EmbeddingFamilies.instruction),
        ("bge-small-en-v1.5", EmbeddingFamilies.instruction), ("Bge Base En", EmbeddingFamilies.instruction),
        ("bge-large-zh-v1.5", EmbeddingFamilies.chineseInstruction),
        ("mxbai-embed-large-v1", EmbeddingFamilies.instruction),
    ])
    func aFamilyIsKnownByItsName(_ name: String, _ wanted: EmbeddingPrefixes) {
        #expect(EmbeddingFamilies.prefixes(ofModelNamed: name) == wanted)
    }

    @Test(arguments: [
        "bge-m3", "BGE M3", "all-MiniLM-L6-v2", "multilingual-e5-large-instruct", "e5-mistral-7b-instruct", "e5",
        "model", "", "nomic-embed-code", "gte-multilingual-base", "small", String(repeating: "e5-", count: 10_000),
    ])
    func ofOthersNothingIsSaid(_ name: String) {
        #expect(EmbeddingFamilies.prefixes(ofModelNamed: name) == nil)
    }

    @Test func theListSaysWhatItsEmbeddingModelsWantAndMake() throws {
        let models = BuiltInCatalogue.models.filter { $0.modality == .embedding }
        for id in ["multilingual-e5-small", "bge-m3", "snowflake-arctic-embed-l-v2.0"] {
            let model = try #require(models.first { $0.id == id })
            #expect(model.prefixes != nil && model.contextLength != nil && model.parameters != nil, "\(id)")
            #expect(model.runtimes.first == .hearth && model.architecture == "bert", "\(id)")
            // By its name in the list a file of one's own gets the same.
            let named = EmbeddingFamilies.prefixes(ofModelNamed: model.name) ?? EmbeddingPrefixes.none
            #expect(named == model.prefixes, "\(id)")
        }
        for model in models { #expect(model.pooling != nil && model.dimensions != nil && model.licence != nil) }
        #expect(models.first { $0.id == "multilingual-e5-small" }?.pooling == .mean)
        #expect(models.first { $0.id == "snowflake-arctic-embed-l-v2.0" }?.pooling == .first)
        #expect(models.first { $0.id == "snowflake-arctic-embed-l-v2.0" }?.prefixes?.passage == "")
    }

    @Test func aManifestKeepsWhatItSaysAndOldOnesAreRead() throws {
        var model = ModelManifest(id: "a", name: "A", modality: .embedding)
        model.prefixes = EmbeddingFamilies.nomic
        model.pooling = .first
        model.dimensions = 768
        let again = try JSONDecoder().decode(ModelManifest.self, from: JSONEncoder().encode(model))
        #expect(again == model)
        #expect(ModelSummary(model).prefixes == EmbeddingFamilies.nomic)
        let old = try JSONDecoder().decode(ModelManifest.self, from: Data(#"{"id":"a","modality":"embedding"}"#.utf8))
        #expect(old.prefixes == nil && old.pooling == nil && old.dimensions == nil)
        model.prefixes?.query = "a\u{1B}[31m"
        #expect(throws: RegistryError.self) { try CatalogueFile(models: [model]).check("here") }
    }
}
