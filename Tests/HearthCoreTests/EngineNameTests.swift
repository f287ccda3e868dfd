import Foundation
import HearthCore
import Testing

@Suite("What engines are called")
struct EngineNameTests {
    @Test func `Every engine is read from its name, and those without a name of their owner's are called as ever`()
        throws
    {
        #expect(Engine.allCases.map(\.rawValue) == ["apple", "local", "openai", "anthropic", "custom", "basic"])
        let lab = Engine.endpoint(try #require(EndpointName("lab")))
        #expect(lab.rawValue == "custom:lab" && lab.isRemote && lab.isOwnServer)
        for engine in Engine.allCases + [lab] {
            #expect(Engine(rawValue: engine.rawValue) == engine)
            let json = try JSONEncoder().encode([engine])
            #expect(String(decoding: json, as: UTF8.self) == "[\"\(engine.rawValue)\"]")
            #expect(try JSONDecoder().decode([Engine].self, from: json) == [engine])
        }
        #expect(Set(Engine.allCases + [lab, lab]).count == 7)
        #expect(Engine.custom.setting("url") == "custom-url" && lab.setting("url") == "endpoints")
    }

    @Test(arguments: [
        "opneai", "lab", "custom:", "custom:Lab", "custom:custom", "custom:latest", "custom:a/b", "Custom:lab", "",
    ])
    func `What is no name of an engine is none`(_ text: String) {
        #expect(Engine(rawValue: text) == nil)
        #expect((try? JSONDecoder().decode([Engine].self, from: Data("[\"\(text)\"]".utf8))) == nil)
    }

    @Test func `A name of an endpoint is short, safe, and means nothing else`() {
        for text in ["a", "7", "lab", "gpu-2", "a-b-c", String(repeating: "n", count: 20)] {
            #expect(EndpointName(text)?.text == text)
        }
        let wrong = [
            "", "-", "-a", "a-", "a--b", "A", "a b", "a.b", "a:b", "a/b", "ä", "a\n", String(repeating: "n", count: 21),
            "custom", "latest", "openai", "huggingface", "auto", "byo", "local", "documents", "hearth",
        ]
        for text in wrong { #expect(EndpointName(text) == nil, "\(text)") }
    }
}
