import Foundation
import HearthCore
import Testing

@testable import HearthLlama

struct ModelSettingsTests {
    private func settings(_ values: [ModelSettings.Key: String]) throws -> ModelSettings {
        try values.reduce(into: ModelSettings()) { try $1.key.set($1.value, in: &$0) }
    }

    private static let values: [ModelSettings.Key: String] = [
        .contextLength: "4096", .batchSize: "256", .threads: "3", .parallelRequests: "2", .gpuLayers: "0",
        .chatTemplate: "12", .maxTokens: "200", .temperature: "0.7", .topK: "20", .topP: "0.5", .minP: "0.1",
        .repetitionPenalty: "1.1", .seed: "7",
    ]

    @Test func everySettingIsSetReadAndWrittenByItsName() throws {
        #expect(Set(Self.values.keys) == Set(ModelSettings.Key.allCases))
        let all = try settings(Self.values)
        for key in ModelSettings.Key.allCases {
            #expect(key.text(in: all) == Self.values[key])
            #expect(key.text(in: ModelSettings()) == nil)
            #expect(!key.summary.isEmpty && !key.defaultText.isEmpty && !key.allowed.isEmpty)
            var without = all
            try key.set(nil, in: &without)
            #expect(key.text(in: without) == nil)
        }
        #expect(try JSONDecoder().decode(ModelSettings.self, from: JSONEncoder().encode(all)) == all)
        #expect(try JSONEncoder().encode(ModelSettings()) == Data("{}".utf8))
    }

    @Test(arguments: [
        (ModelSettings.Key.temperature, "-1"), (.temperature, "nan"), (.temperature, "warm"), (.batchSize, "0"),
        (.threads, "-2"), (.parallelRequests, "1000"), (.contextLength, "0"), (.topP, "2"), (.maxTokens, "-1"),
        (.seed, "4294967296"), (.minP, "1"), (.repetitionPenalty, "0"), (.chatTemplate, ""), (.topK, "1.5"),
    ])
    func senselessSettingsAreRefusedWithWhatIsAllowed(_ key: ModelSettings.Key, _ text: String) throws {
        var settings = ModelSettings()
        let error = #expect(throws: LlamaError.self) { try key.set(text, in: &settings) }
        #expect(error?.code == "bad-option")
        #expect(error?.message.contains(key.rawValue) == true && error?.message.contains(key.allowed) == true)
        #expect(settings == ModelSettings())
        let file = try JSONEncoder().encode([key.rawValue: text])
        #expect(throws: LlamaError.self) { try JSONDecoder().decode(ModelSettings.self, from: file) }
    }

    @Test func aModelIsRunAsWasSetForItAndElseAsOthers() throws {
        var base = LlamaEngine.Configuration(contextLength: 1024, threads: 8, batchSize: 64)
        base.model.memoryMapped = false
        #expect(ModelSettings().running(base) == base)
        let engine = try settings(Self.values).running(base)
        #expect(engine.contextLength == 4096 && engine.threads == 3 && engine.batchSize == 256)
        #expect(engine.parallelRequests == 2 && engine.chatTemplate == "12")
        #expect(engine.model.gpuLayers == 0 && !engine.model.memoryMapped)
    }

    private func request(_ task: TaskKind, _ options: GenerationOptions = GenerationOptions()) -> ModelRequest {
        ModelRequest(task: task, messages: [Message(.user, "hello")], options: options)
    }

    @Test func whatNobodyChoseIsTakenFromTheModelsSettings() throws {
        let options = try settings(Self.values).writing(request(.chat)).options
        #expect(options.temperature == 0.7 && options.topK == 20 && options.topP == 0.5 && options.minP == 0.1)
        #expect(options.repetitionPenalty == 1.1 && options.seed == 7 && options.maxTokens == 200)
        #expect(ModelSettings().writing(request(.chat)).options == GenerationOptions())
    }

    @Test func whatTheCallerChoseStands() throws {
        var chosen = GenerationOptions(seed: 3)
        // Also where it is the same as a default.
        chosen.choose(temperature: 0.3, topK: 40, topP: 0.95, maxTokens: 900)
        let options = try settings(Self.values).writing(request(.chat, chosen)).options
        #expect(options.temperature == 0.3 && options.topK == 40 && options.topP == 0.95)
        #expect(options.maxTokens == 900 && options.seed == 3)
        #expect(options.repetitionPenalty == 1.1)
    }

    @Test func whatATaskNeedsStands() throws {
        let settings = try settings(Self.values)
        // The same words must give the same action each time.
        #expect(settings.writing(request(.intentToAction, .init(temperature: 0))).options.temperature == 0)
        #expect(settings.writing(request(.studyQuestionGen, .init(temperature: 0.7))).options.temperature == 0.7)
        // A form that must be whole is not cut off, nor is a text that is written anew.
        var formed = request(.answer)
        formed.schema = GenerationSchema(name: "a", root: ["type": "object"])
        #expect(settings.writing(formed).options.maxTokens == 512)
        #expect(settings.writing(request(.chat, .init(grammar: "root ::= \"a\""))).options.maxTokens == 512)
        #expect(settings.writing(request(.rewrite)).options.maxTokens == 512)
        // A limit makes nothing longer.
        #expect(settings.writing(request(.chat, .init(maxTokens: 64))).options.maxTokens == 64)
    }
}
