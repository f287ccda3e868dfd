import Testing

@testable import HearthTemplates

/// Which family a model belongs to whose file carries no template.
struct ModelFamilyTests {
    private func family(_ architecture: String, _ names: [String] = [], marks: [String] = []) -> String? {
        TemplateFamily.detect(.init(architecture: architecture, names: names, marks: marks))?.family.name
    }

    private static let phi = ["<|user|>", "<|assistant|>", "<|system|>", "<|end|>"]
    private static let chatml = ["<|im_start|>", "<|im_end|>"]
    private static let llama3 = ["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]

    @Test func marksOfTheVocabularyTell() {
        #expect(family("llama", marks: Self.phi) == "phi-3")
        #expect(family("llama", marks: Self.chatml) == "chatml")
        #expect(family("llama", marks: Self.llama3) == "llama3-instruct")
        #expect(family("llama", marks: ["<start_of_turn>", "<end_of_turn>"]) == "gemma-instruct")
        #expect(family("llama", marks: ["[INST]", "[/INST]"]) == "mistral-instruct")
    }

    @Test func theNameTellsWhereMarksAreWrittenInPlainText() {
        #expect(family("llama", ["Mistral 7B Instruct v0.2"]) == "mistral-instruct")
        #expect(family("llama", ["stanford_alpaca_7b"]) == "alpaca")
        #expect(family("llama", ["tinyllama-1.1b-chat-v1.0"]) == "zephyr")
        #expect(family("llama", ["Llama_2_7b_chat"]) == "llama2-chat")
        #expect(
            family("llama", ["Llama-3.1-8B"]) == "llama3-instruct" && family("llama", ["gemma-3n"]) == "gemma3-instruct"
        )
        // The number is not the version.
        #expect(family("llama", ["llama-30b"]) == nil && family("llama", ["open_llama_3b"]) == nil)
        #expect(family("llama", ["gemma-3f9201ab", "gemma-32"]) == "gemma3-instruct")
        #expect(family("llama", ["gemma-32"]) == "gemma-instruct")
    }

    @Test func theArchitectureTellsWhereItHasOneLayout() {
        #expect(family("phi3") == "phi-3")
        #expect(family("gemma2") == "gemma-instruct")
        #expect(family("gemma3", marks: ["<start_of_turn>", "<end_of_turn>"]) == "gemma3-instruct")
        #expect(family("qwen2") == "chatml")
        #expect(family("llama") == nil && family("") == nil)
    }

    /// A fine-tuned model keeps its architecture, and gets the marks and the name of its own.
    @Test func marksWeighMoreThanNamesAndNamesDecideBetweenMarks() {
        #expect(family("phi3", marks: Self.chatml) == "chatml")
        #expect(family("llama", ["Mistral-7B-OpenOrca"], marks: Self.chatml) == "chatml")
        #expect(family("llama", ["Hermes-2-Pro-Llama-3-8B"], marks: Self.llama3 + Self.chatml) == "chatml")
        #expect(family("llama", ["Meta-Llama-3-8B-Instruct"], marks: Self.llama3 + Self.chatml) == "llama3-instruct")
    }

    @Test func theReasonNamesWhatWasFound() throws {
        let found = try #require(TemplateFamily.detect(.init(architecture: "phi3", names: ["x"], marks: Self.phi)))
        #expect(found.reason == "its vocabulary has <|user|>, <|assistant|>, <|end|> and its architecture is phi3")
        let named = try #require(TemplateFamily.detect(.init(architecture: "llama", names: ["Zephyr 7B Beta"])))
        #expect(named.reason == "its name has “zephyr”")
    }

    @Test func hostileNamesCostNothing() {
        #expect(family(String(repeating: "x", count: 1 << 20), [String(repeating: "é", count: 1 << 20)]) == nil)
    }

    @Test func familiesAreKnownByTheNamesThatPeopleWrite() {
        for (name, full) in [
            ("Phi-3", "phi-3"), ("phi3", "phi-3"), ("llama3", "llama3-instruct"), ("Llama 3", "llama3-instruct"),
            ("mistral", "mistral-instruct"), ("Gemma", "gemma-instruct"), ("alpaca", "alpaca"), ("ChatML", "chatml"),
        ] {
            #expect(TemplateFamily(commonName: name)?.name == full)
        }
        #expect(TemplateFamily(commonName: "lama3") == nil && TemplateFamily(commonName: "") == nil)
    }

    /// A part of a name that names no family would never be found.
    @Test func everyNameThatIsKnownIsThatOfAFamily() {
        for part in [
            "hermes", "alpaca", "vicuna", "tinyllama", "openchat", "chatqa", "codellama-70b", "magicoder", "solar",
            "command-r", "starcoder2", "mixtral", "phi-3", "gemma-3", "gemma", "llama-3", "llama-2", "qwen", "falcon",
            "granite",
        ] {
            #expect(family("unknown", ["the-\(part)-model"]) != nil, "\(part)")
        }
    }
}
