import HearthGenerable
import Testing

/// The same types twice: as the macro writes them, and with a form of their own.
enum Macro {
    @Generable(description: "What is done")
    struct Task: Equatable {
        @Guide(description: "In a few words") var what: String
        var kind: Macro.Kind
        @Guide(description: "Who does it", .pattern("[A-Z][a-z]+")) var who: String?
        @Guide(.range(1...5)) var weight: Int
        @Guide(description: "What it takes", .maximumCount(2)) var parts: [String]
    }

    @Generable(description: "Of what kind") enum Kind: String, CaseIterable { case chore, gift = "present" }
}

enum Form {
    struct Task: FormGenerable, Equatable {
        var what: String
        var kind: Kind
        var who: String?
        var weight: Int
        var parts: [String]

        static let form = GenerationForm(
            "What is done", Self.init(what:kind:who:weight:parts:),
            .property("what", \.what, "In a few words"),
            .property("kind", \.kind),
            .property("who", \.who, "Who does it", .pattern("[A-Z][a-z]+")),
            .property("weight", \.weight, nil, .range(1...5)),
            .property("parts", \.parts, "What it takes", .maximumCount(2)))
    }

    enum Kind: String, ChoiceGenerable {
        case chore, gift = "present"

        static let choiceDescription = "Of what kind"
    }
}

struct GenerationFormTests {
    @Test func aFormSaysWhatTheMacroSays() {
        #expect(Form.Task.generationSchema.root == Macro.Task.generationSchema.root)
        #expect(Form.Task.generationSchema.name == "Task")
        #expect(Form.Kind.generationSchema.root == Macro.Kind.generationSchema.root)
    }

    @Test(arguments: [nil, "Ada"])
    func contentComesBackAsItWentOut(_ who: String?) throws {
        let task = Form.Task(what: "bake", kind: .gift, who: who, weight: 3, parts: ["flour"])
        let text = task.generatedContent.jsonString
        #expect(try Form.Task(GeneratedContent(json: text)) == task)
        let same = try Macro.Task(GeneratedContent(json: text))
        #expect(same.generatedContent.jsonString == text)
        #expect(text.contains("who") == (who != nil), "what is nil is left out")
    }

    @Test(arguments: [
        (#"{"what": "a", "kind": "gift", "weight": 1, "parts": []}"#, "value-not-allowed", "/kind"),
        (#"{"what": "a", "kind": "present", "weight": "1", "parts": []}"#, "type-mismatch", "/weight"),
        (#"{"kind": "present", "weight": 1, "parts": []}"#, "missing-property", ""),
    ])
    func contentThatDoesNotFitIsRefusedAsTheMacroRefusesIt(_ json: String, _ code: String, _ path: String) throws {
        let content = try GeneratedContent(json: json)
        let byForm = #expect(throws: GeneratedContentError.self) { try Form.Task(content) }
        let byMacro = #expect(throws: GeneratedContentError.self) { try Macro.Task(content) }
        #expect(byForm?.code == code)
        #expect(byForm?.path == path)
        #expect(byForm?.code == byMacro?.code && byForm?.path == byMacro?.path)
    }
}
