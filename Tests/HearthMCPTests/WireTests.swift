import HearthCore
import HearthSchema
import Testing

@testable import HearthMCP

@Suite("MCP's wire format")
struct WireTests {
    @Test func `Each type can be written, and what is said of its fields is of fields that it has`() {
        let types: [any WireType.Type] = [
            MCPWire.InitializeParameters.self, MCPWire.InitializeResult.self, MCPWire.Implementation.self,
            MCPWire.Discovery.self, MCPWire.ToolList.self, MCPWire.Tool.self, MCPWire.CallParameters.self,
            MCPWire.CallResult.self, MCPWire.Content.self, MCPWire.Text.self, MCPWire.Progress.self,
            MCPWire.ResourceList.self,
            MCPWire.Resource.self, MCPWire.TemplateList.self, MCPWire.ReadParameters.self, MCPWire.ReadResult.self,
            MCPWire.PromptList.self, MCPWire.Prompt.self, MCPWire.PromptParameters.self, MCPWire.PromptResult.self,
            MCPWire.CompleteParameters.self, MCPWire.CompleteParameters.Reference.self, MCPWire.CompleteResult.self,
            MCPWire.LevelParameters.self, MCPWire.ListParameters.self,
            MCPWire.LogMessage.self, MCPWire.LogMessage.Event.self,
        ]
        for type in types {
            var components = WireComponents()
            #expect(throws: Never.self, "\(type)") { _ = try type.shape(&components) }
        }
    }

    private struct Arguments: WireRequest {
        var text: String
        var count: Int

        static let fields: [String: WireField] = [
            "text": .init("What is said.", length: 1...9), "count": .init(range: 1...3, otherwise: 2),
        ]
    }

    private struct Result: ToolValue {
        struct Part: ToolValue {
            var word: String
            var note: String?

            static let fields: [String: WireField] = ["note": .presence(.leftOut)]
        }

        var parts: [Part]
    }

    @Test func `A tool's schemas are those of its types, and its arguments come as them`() async throws {
        let tool = MCPTool(name: "t", title: "T", description: "") { (arguments: Arguments, _) in
            TypedResult("ok", Result(parts: (0..<arguments.count).map { _ in .init(word: arguments.text) }))
        }
        #expect(
            tool.inputSchema == [
                "type": "object", "required": ["text"],
                "properties": [
                    "text": ["type": "string", "minLength": 1, "maxLength": 9, "description": "What is said."],
                    "count": ["type": "integer", "minimum": 1, "maximum": 3, "default": 2],
                ],
                "additionalProperties": false,
            ])
        #expect(
            tool.outputSchema?["properties"]?["parts"]?["items"] == [
                "type": "object", "required": ["word"],
                "properties": ["word": ["type": "string"], "note": ["type": "string"]],
            ])
        let result = try await tool.run(["text": "a"], ToolContext { _, _ in })
        #expect(result.structured == ["parts": [["word": "a"], ["word": "a"]]])
        #expect(tool.problem(with: ["text": ""]) != nil && tool.problem(with: ["text": "a", "count": 4]) != nil)
    }

    @Test(
        arguments: [
            (["text": ""], "`text`: ", "It is an empty string."), (["text": 7], "`text`: ", "It is the number 7."),
            (["text": "a", "count": 4], "`count`: ", "It is the number 4."),
            (["text": "a", "count": "my secret"], "`count`: ", "It is a string of 9 characters."),
            ([:], "`arguments`: ", "the property `text`."),
        ] as [(JSONObject, String, String)])
    func `What is wrong with a call is told with its place and with what stands there`(
        _ arguments: JSONObject, _ place: String, _ found: String
    ) {
        let tool = MCPTool(name: "t", title: "T", description: "") { (_: Arguments, _) in
            TypedResult("ok", Result(parts: []))
        }
        let told = tool.problem(with: arguments) ?? ""
        #expect(told.hasPrefix(place) && told.hasSuffix(found), "\(told)")
    }

    @Test func `An argument that a tool has not is told, with those that there are, and is not passed over`() {
        let tool = MCPTool(name: "t", title: "T", description: "") { (_: Arguments, _) in
            TypedResult("ok", Result(parts: []))
        }
        #expect(tool.problem(with: ["text": "a", "count": 1]) == nil)
        let told = tool.problem(with: ["text": "a", "words": "my secret"]) ?? ""
        #expect(told.hasPrefix("`words`: ") && told.hasSuffix("There are `text`, `count`."), "\(told)")
        #expect(!told.contains("secret"), "\(told)")
    }

    @Test func `A place in a list is told by its number, and one in an object by its name`() {
        let tool = MCPTool(
            name: "t", title: "T", description: "",
            inputSchema: [
                "type": "object",
                "properties": [
                    "parts": [
                        "type": "array", "items": ["type": "object", "properties": ["a/b": ["type": "string"]]],
                    ]
                ],
            ]
        ) { _, _ in ToolResult("ok") }
        let problem = tool.problem(with: ["parts": [["a/b": "x"], ["a/b": []]]])
        #expect(problem == "`parts[1].a/b`: Has to be string. It is an empty list.")
    }
}
