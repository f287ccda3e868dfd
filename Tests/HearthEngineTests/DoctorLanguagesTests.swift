import Foundation
import HearthCore
import HearthKnowledge
import HearthRegistry
import HearthStore
import HearthTesting
import Testing

@testable import HearthEngine

/// The doctor says in which languages of the library search by meaning works.
@Suite struct DoctorLanguagesTests {
    private func known(_ language: String, _ value: Double?, isDue: Bool = false) -> LanguageMeasure.Known {
        LanguageMeasure.Known(language: language, chunks: 40, value: value, isDue: isDue)
    }

    private func finding(_ known: [LanguageMeasure.Known], model: String = "all-MiniLM-L6-v2") -> Doctor.Finding? {
        Doctor.languages(known, model: model)
    }

    @Test func eachLanguageIsNamedWithWhatWasMeasured() throws {
        let all = try #require(
            finding([
                known("en", 1), known("de", 0.3), known("el", 0), known("zh", nil, isDue: true), known("fr", nil),
                known("hi", 0),
            ]))
        #expect(
            all.detail
                == "works in English; helps a little in German; does not work in Greek, Hindi, where words alone count; "
                + "not measured yet in Chinese, which the next ingestion does; too little to tell from in French")
        #expect(all.state == .missing)
    }

    @Test func whereAllIsWellNothingIsAdvised() throws {
        let good = try #require(finding([known("en", 1), known("fr", nil), known("el", nil, isDue: true)]))
        #expect(good.state == .good && good.remedies.isEmpty)
        #expect(finding([]) == nil)
    }

    @Test func aModelOfTheListThatKnowsMoreIsNamed() throws {
        let poor = try #require(finding([known("en", 1), known("el", 0)]))
        #expect(poor.remedies.first == .help(.fetchModel(id: "bge-m3")))
        #expect(poor.advice?.contains("bge-m3") == true)
        // What is advised can be fetched, and is for the purpose.
        let registry = ModelRegistry(folder: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        let model = try #require(try registry.entries().first { $0.manifest.id == Doctor.multilingualModel }?.manifest)
        #expect(model.modality == .embedding && !model.urls.isEmpty && model.languages == nil)
        // To who has it nothing more is advised.
        for model in ["bge-m3-Q8_0", "BGE M3"] { #expect(finding([known("el", 0)], model: model)?.remedies == []) }
        #expect(finding([known("el", 0)], model: "bge-m3-Q8_0")?.state == .missing)
    }

    @Test func ofManyLanguagesTheFirstAreNamed() throws {
        let many = try #require(finding(["en", "de", "fr", "es", "it", "pt", "nl", "sv"].map { known($0, nil) }))
        #expect(
            many.detail == "too little to tell from in English, German, French, Spanish, Italian, Portuguese and 2 more"
        )
        #expect(finding([known("xx-unknown", 1)])?.detail.hasPrefix("works in ") == true)
    }

    @Test func whatTheStoreKnowsIsSaid() async throws {
        let folder = try TemporaryFolder()
        #expect(await Doctor.languages(folder.url, model: "m") == nil)
        let database = try await Hearth(folder: folder.url).database()
        for (index, language) in ["en", "el"].enumerated() {
            let samples = SampleDocuments(chunkCount: 20)
            var document = samples.document(index)
            document.language = language
            _ = try await database.replaceSource(samples.source("/\(index).txt", of: document), with: document)
        }
        try await database.keepFamiliarities(
            [LanguageFamiliarity(language: "en", value: 1, chunks: 20, measure: LanguageMeasure.version)], modelID: "m")
        let finding = try #require(await Doctor.languages(folder.url, model: "m"))
        #expect(finding.detail == "works in English; not measured yet in Greek, which the next ingestion does")
        #expect(finding.state == .good && finding.name == "search by meaning")
        let other = try #require(await Doctor.languages(folder.url, model: "another"))
        #expect(other.detail == "not measured yet in Greek, English, which the next ingestion does")
    }
}
