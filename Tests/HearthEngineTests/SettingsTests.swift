import Foundation
import HearthCore
import HearthModels
import Testing

@testable import HearthEngine

@Suite struct SettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func withoutAnythingSetTheDefaultsHold() throws {
        let snapshot = try folder.load()
        #expect(snapshot.settings == Settings())
        #expect(snapshot.settings.order == RoutingPolicy.defaultOrder)
        #expect(Set(snapshot.sources.keys) == Set(SettingKey.allCases))
        #expect(snapshot.sources.values.allSatisfy { $0 == .preset })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty, "loading wrote a file")
    }

    @Test func eachLayerIsStrongerThanTheOneBelow() throws {
        let registry = EnvironmentRegistry(folder: folder.url)
        let path = folder.url.appendingPathComponent("settings.json").path
        #expect(try folder.load().settings.threads == nil)

        try folder.write("settings.json", #"{"threads": 2}"#)
        #expect(try folder.load().settings.threads == 2)
        #expect(try folder.load().sources[.threads] == .file(path: path))

        try registry.set(.threads, to: "3", in: "production")
        #expect(try folder.load().settings.threads == 2, "another environment's value counted")
        #expect(try folder.load(environment: "production").settings.threads == 3)
        #expect(try folder.load(environment: "production").sources[.threads] == .environment(name: "production"))

        let variables = ["HEARTH_THREADS": "4", "HEARTH_ENVIRONMENT": "production"]
        #expect(try folder.load(variables: variables).settings.threads == 4)
        #expect(try folder.load(variables: variables).sources[.threads] == .variable(name: "HEARTH_THREADS"))

        #expect(try folder.load(flags: [.threads: "5"], variables: variables).settings.threads == 5)
        #expect(try folder.load(flags: [.threads: "5"], variables: variables).sources[.threads] == .flag)
        #expect(try folder.load(flags: [.threads: "5"], variables: variables).sources[.mode] == .preset)
    }

    /// A value for each key that differs from its default, so that a key that is not wired up is noticed.
    private static let others: [SettingKey: String] = [
        .library: "postgres://anna@db.example.org/papers?owner=family",
        .localModel: "/models/a.gguf", .contextLength: "4096", .threads: "3", .embeddingModel: "/models/e.gguf",
        .rerankingModel: "/models/r.gguf", .chatTemplate: "phi-3", .modelMemory: "4000",
        .mode: "localOnly", .order: "basic,local", .offline: "true", .enforce: "kernel", .redact: "true",
        .mcpCeiling: "private", .apiCeiling: "public", .keepPrompts: "true", .openaiModel: "gpt-4o",
        .openaiURL: "https://eu.api.openai.com/v1",
        .anthropicModel: "claude-3-opus-20240229", .anthropicURL: "https://gateway.example.com", .customModel: "llama3",
        .customURL: "http://127.0.0.1:11434/v1", .connectTimeout: "2.5", .firstByteTimeout: "30", .totalTimeout: "90",
        .proxy: "http://proxy.example.com:3128", .modelAliases: "claude-3=documents,gpt-4o=local/one",
        .embeddingPrefixes: "query: |passage: |query: ",
        .endpoints:
            "den=http://127.0.0.1:8080/v1,lab=https://gpu.example.com/v1 model=qwen3 context=32768 label=public weight=2",
        .endpointGroups: "pool=den:2+lab parallel=16 queue=200",
    ]

    @Test(arguments: SettingKey.allCases)
    func everySettingCanBeSetInEveryLayer(_ key: SettingKey) throws {
        let text = try #require(Self.others[key])
        #expect(key.text(in: Settings()) != text)
        #expect(try key.text(in: folder.load(flags: [key: text]).settings) == text)
        #expect(try key.text(in: folder.load(variables: [key.variableName: text]).settings) == text)

        try EnvironmentRegistry(folder: folder.url).set(key, to: text, in: "production")
        #expect(try key.text(in: folder.load(environment: "production").settings) == text)

        let file = SettingsFile(folder: folder.url)
        try file.set(key, to: text)
        #expect(try key.text(in: folder.load().settings) == text)
        try file.unset(key)
        #expect(try key.text(in: folder.load().settings) == key.text(in: Settings()))
        #expect(!key.summary.isEmpty && !key.kind.allowed.isEmpty)
    }

    @Test func defaultsAreAllowedValuesThemselves() throws {
        for key in SettingKey.allCases {
            guard let text = key.text(in: Settings()) else { continue }
            #expect(key.kind.value(text)?.text == text, "\(key.rawValue)")
        }
    }

    @Test(arguments: [
        (SettingKey.mode, "fast"), (.mode, ""), (.threads, "0"), (.threads, "1025"), (.threads, "99999999999999999999"),
        (.threads, "two"), (.threads, " 2"), (.contextLength, "-1"), (.offline, "maybe"), (.enforce, "both"),
        (.order, "local,local"), (.order, "byo,openai"), (.order, "local,,basic"), (.order, "gpt"),
        (.openaiModel, "two words"), (.openaiModel, "a\u{1B}[31m"), (.openaiModel, String(repeating: "m", count: 201)),
        (.connectTimeout, "nan"), (.connectTimeout, "inf"), (.connectTimeout, "0"), (.totalTimeout, "1e300"),
        (.customURL, "http://192.168.1.5:11434/v1"), (.customURL, "http://127.0.0.1.example.com/v1"),
        (.customURL, "http://127.1/v1"), (.customURL, "ftp://example.com"), (.customURL, "https://"),
        (.customURL, "example.com/v1"), (.customURL, "https://example.com/v1?key=1"), (.customURL, "https://a b/"),
        (.customURL, "http://localhost.example.com/"), (.customURL, "https://h:99999/"), (.proxy, "socks5://p:1"),
        (.proxy, "https://p:1"), (.chatTemplate, "lama3"), (.chatTemplate, "two words"),
        (.proxy, "http://p/path"), (.modelAliases, "gpt-4o"), (.modelAliases, "a=b,a=c"), (.modelAliases, "a=b="),
        (.modelAliases, "a=,b=c"), (.modelAliases, "a b=c"), (.modelAliases, "a=b,"),
        (.embeddingPrefixes, "a|b|c|d"), (.embeddingPrefixes, String(repeating: "q", count: 513)),
        (.endpoints, "lab"), (.endpoints, "lab="), (.endpoints, "lab=http://192.168.1.5:8000/v1"),
        (.endpoints, "openai=https://a.example/v1"), (.endpoints, "custom=https://a.example/v1"),
        (.endpoints, "Lab=https://a.example/v1"), (.endpoints, "a--b=https://a.example/v1"),
        (.endpoints, "lab=https://a.example/v1,lab=https://b.example/v1"), (.endpoints, "lab=https://a.example/v1,"),
        (.endpoints, "lab=https://a.example/v1 label=private"), (.endpoints, "lab=https://a.example/v1 colour=red"),
        (.endpoints, "lab=https://a.example/v1 weight=101"),
        (.endpoints, "lab=https://a.example/v1 context=1 context=2"),
    ])
    func aBadValueNamesItsSettingAndWhatIsAllowed(_ key: SettingKey, _ text: String) throws {
        let wrong = try #require(failure { _ = try folder.load(flags: [key: text]) })
        #expect(wrong.code == "usage")
        #expect(wrong.message.contains(key.rawValue) && wrong.message.contains(key.kind.allowed))
        #expect(!wrong.message.unicodeScalars.contains { $0.isControl })
        #expect(wrong.message.count < 800)

        try folder.write("settings.json", JSONValue.object(JSONObject([(key.fileName, .string(text))])).description)
        let inFile = try #require(failure { _ = try folder.load() })
        #expect(inFile.code == "bad-settings" && inFile.message.contains("settings.json"))

        let before = try folder.text("settings.json")
        #expect(failure { try SettingsFile(folder: folder.url).set(key, to: text) }?.code == "usage")
        #expect(try folder.text("settings.json") == before)
        // What is wrong can be mended by the command that the message names.
        try SettingsFile(folder: folder.url).unset(key)
        #expect(try folder.load().settings == Settings())
    }

    @Test func namesInACircleAreRefusedAndThoseThatAreStoredAreRead() throws {
        for text in ["a=a", "a=b,b=a", "c=auto,a=b,b=documents/a"] {
            #expect(failure { try SettingsFile(folder: folder.url).set(.modelAliases, to: text) }?.code == "usage")
            try folder.write(
                "settings.json", JSONValue.object(JSONObject([("modelAliases", .string(text))])).description)
            #expect(try folder.load().settings.modelAliases["a"] != nil)
        }
        try SettingsFile(folder: folder.url).set(.modelAliases, to: "a=b,b=auto")
        #expect(try folder.load().settings.modelAliases == ["a": "b", "b": "auto"])
    }

    @Test func aBadVariableIsNamedAndAnEmptyOneIsUnset() throws {
        let wrong = try #require(failure { _ = try folder.load(variables: ["HEARTH_MODE": "fast"]) })
        #expect(wrong.code == "bad-settings" && wrong.message.contains("HEARTH_MODE"))
        #expect(try folder.load(variables: ["HEARTH_MODE": ""]).settings.mode == .auto)
    }

    @Test func loopbackMayGoWithoutTLS() throws {
        for url in ["http://localhost:8080", "http://127.0.0.1:1/v1", "http://127.8.9.10", "http://[::1]:8080/v1"] {
            #expect(SettingKey.customURL.kind.value(url)?.text == url)
        }
        #expect(SettingKey.customURL.kind.value("HTTPS://Example.com/v1")?.text == "https://Example.com/v1")
    }

    @Test func namesAreTakenAsPeopleWriteThem() throws {
        for name in ["localOnly", "local-only", "LOCALONLY"] {
            #expect(try folder.load(flags: [.mode: name]).settings.mode == .localOnly)
        }
        for name in ["1", "true", "YES", "on"] { #expect(try folder.load(flags: [.offline: name]).settings.offline) }
        #expect(
            try folder.load(flags: [.order: "local, byo"]).settings.order == [.local, .openai, .anthropic, .custom])
        #expect(SettingKey.localModel.variableName == "HEARTH_LOCAL_MODEL")
        #expect(SettingKey.firstByteTimeout.fileName == "firstByteTimeout")
        #expect(Set(SettingKey.allCases.map(\.fileName)).count == SettingKey.allCases.count)
    }

    @Test func aMistypedVariableIsReported() throws {
        let snapshot = try folder.load(variables: [
            "HEARTH_OFLINE": "1", "HEARTH_HOME": "/x", "HEARTH_OPENAI_KEY": "0123456789abcdef", "PATH": "/bin",
        ])
        #expect(snapshot.unknownVariables == ["HEARTH_OFLINE"])
    }

    /// Whoever sets what a page or a script of this repository names is not told that it is no setting.
    @Test func everyVariableThatIsDocumentedIsKnown() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
        var pages = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "Makefile"]
        for folder in ["docs", "scripts", "Sources/HearthCLI/Commands", "Sources/HearthEngine/HearthEngine.docc"] {
            pages += try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
                .map { "\(folder)/\($0)" }
        }
        var named: Set<String> = []
        for page in pages where !page.hasSuffix(".py") {
            guard let text = try? String(contentsOf: root.appendingPathComponent(page), encoding: .utf8) else {
                continue
            }
            for match in text.matches(of: /\bHEARTH_[A-Z_]*[A-Z]\b/) { named.insert(String(match.output)) }
        }
        // These two are arrays of scripts/env.sh, which no shell exports.
        named.subtract(["HEARTH_DEBUG_FLAGS", "HEARTH_RELEASE_FLAGS"])
        #expect(named.isSuperset(of: ["HEARTH_TOKEN", "HEARTH_HOME", "HEARTH_OFFLINE", "HEARTH_ENFORCE"]))
        #expect(KnownVariables.strangers(in: named).isEmpty)
        let snapshot = try folder.load(variables: ["HEARTH_TOKEN": "0123456789abcdef0123"])
        #expect(snapshot.unknownVariables.isEmpty)
    }

    /// People put keys into the wrong place; neither an error nor the access log of the library may repeat them.
    @Test func aValueThatMayBeASecretIsNotRepeated() throws {
        let key = "sk-proj-0123456789abcdef"
        for (setting, text) in [
            (SettingKey.openaiModel, key), (.customURL, "https://me:\(key)@example.com"),
            (.proxy, "http://user:0123456789abcdef@proxy"),
            (.customURL, "https://example.com/?api_key=0123456789abcdef"),
            (.mode, key), (.threads, "Bearer 0123456789abcdef"),
        ] {
            let wrong = try #require(failure { _ = try folder.load(flags: [setting: text]) })
            #expect(!wrong.message.contains("0123456789abcdef"), "\(setting.rawValue)")
        }
    }
}
