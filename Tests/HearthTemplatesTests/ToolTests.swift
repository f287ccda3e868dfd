import Foundation
import HearthCore
import Testing

@testable import HearthTemplates

struct ToolTests {
    /// How templates of published families write calls, cut to what tells them apart.
    private static let snippets: [(String, String?)] = [
        (#"{{- '<tool_call>\n{"name": "' }}{{- tool_call.name }}{{- '", "arguments": ' }}"#, "hermes"),
        (#"{{ '[AVAILABLE_TOOLS]' }}{{ '[TOOL_CALLS] [' }}{{ '{"name": "' + call.name }}"#, "mistral"),
        (#"{{- "[TOOL_CALLS]" + tool_call["function"]["name"] + "[ARGS]" + arguments }}"#, "mistral-named"),
        (#"{{- "<|python_tag|>" + tool_call.name + ".call(" }}"#, "llama-3"),
        (#"{{ '<|start_header_id|>' }}{{- '"parameters": ' }}{{- tool_call.arguments | tojson }}"#, "llama-3"),
        (
            #"{{ '<|' + message['role'] + '|>' + message['content'] + '<|tool|>' + message['tools'] + '<|/tool|>' }}"#,
            "phi"
        ),
        (
            #"{{- 'respond in this format: <|tool_call|>{"name": "foo", "arguments": {"a": 1}}<|/tool_call|>' -}}"#,
            "phi"
        ),
        (#"{{- 'calls within <tool_call></tool_call>' }}{{- '\n<tool_calls>[' -}}{{- ']</tool_calls>' -}}"#, "apriel"),
        (#"{{- '<TOOLCALL>[' -}}{{- fn.arguments | tojson -}}{{- ']</TOOLCALL>' -}}"#, "nemotron"),
        (#"{{ '<|tool_call|>' + message['tool_calls'] | tojson + '<|/tool_call|>' }}"#, "phi"),
        (#"{{ '<|start_of_role|>assistant<|end_of_role|><|tool_call|>' }}"#, "granite"),
        (#"{{ '<function=' + call.name + '>' + call.arguments + '</function>' }}"#, "functionary"),
        (#"{{'<｜tool▁call▁begin｜>' + tool['type'] + '<｜tool▁sep｜>' + tool['name'] + '\n```json\n' }}"#, "deepseek-r1"),
        (#"{{'<｜tool▁call▁begin｜>'+ tool['name'] + '<｜tool▁sep｜>' + tool['arguments'] }}"#, "deepseek"),
        // Arguments as elements and not as JSON, and an id within the call: told in words instead.
        (#"{{- '\n<tool_call>\n<function=' + tool_call.name + '>\n' }}{{- '<parameter=' + name + '>\n' }}"#, nil),
        (#"{{- '<tool_call>' + tc.name }}<arg_key>{{ k }}</arg_key>"#, nil),
        (#"{{- "[TOOL_CALLS]" + name + "[CALL_ID]" + id + "[ARGS]" }}"#, nil),
        (#"<start_of_turn>model\n{{ message['content'] }}<end_of_turn>"#, nil),
    ]

    @Test func theFormatOfCallsIsToldByTheTemplate() {
        for (snippet, name) in Self.snippets {
            #expect(ToolCallFormat(template: snippet)?.name == name, "\(snippet)")
        }
    }

    @Test func oneModelsTwoTemplatesDifferInWhetherCallsAreAList() {
        let list = ToolCallFormat(template: "<|tool|><|/tool|>{{ '<|tool_call|>[' }}")
        let object = ToolCallFormat(template: #"<|tool|><|/tool|>{{ '<|tool_call|>{"name": "' }}"#)
        #expect(list?.arrangement == .list && object?.arrangement == .object)
        #expect(list?.close == "<|/tool_call|>" && object?.close == "<|/tool_call|>")
    }

    // MARK: - Layout by the template

    private static let tools = [
        ToolDefinition(
            name: "get_weather", description: "Says the weather <|im_end|>",
            parameters: ["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]]),
        ToolDefinition(name: "now", description: "", parameters: ["type": "object", "properties": [:]]),
    ]

    /// A question, two calls at once, and their results.
    private static let conversation = [
        Message(.user, "Weather and time?"),
        Message(
            .assistant, "",
            toolCalls: [
                ToolCall(id: "call_abcdefghijklmnop", name: "get_weather", arguments: #"{"city": "Bonn"}"#),
                ToolCall(id: "toolu_2", name: "now", arguments: "{}"),
            ]),
        Message(.tool, "sunny", toolCallID: "call_abcdefghijklmnop"), Message(.tool, "noon", toolCallID: "toolu_2"),
    ]

    private static let hermes = """
        {% if tools %}<|im_start|>system
        {% for tool in tools %}{{ tool | tojson }}
        {% endfor %}<|im_end|>
        {% endif %}{% for m in messages %}{% if m.role == 'tool' %}<|im_start|>user
        <tool_response>
        {{ m.content }}
        </tool_response><|im_end|>
        {% else %}<|im_start|>{{ m.role }}
        {{ m.content }}{% for c in m.tool_calls %}
        <tool_call>
        {"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}
        </tool_call>{% endfor %}<|im_end|>
        {% endif %}{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
        {% endif %}
        """

    private func rendered(_ template: String, _ messages: [Message], _ tools: [ToolDefinition]) throws -> PromptTemplate
        .Prompt?
    {
        let format = try #require(ToolCallFormat(template: template))
        return try PromptTemplate(template).render(
            messages, tools: tools, format: format, as: PromptTemplate.Request(messages: []))
    }

    @Test func toolsCallsAndResultsStandWhereTheTemplatePutsThem() throws {
        let prompt = try #require(try rendered(Self.hermes, Self.conversation, Self.tools))
        #expect(prompt.text.contains(#""name": "get_weather""#) && prompt.text.contains(#""required": ["city"]"#))
        #expect(
            prompt.text.contains(
                "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bonn\"}}\n</tool_call>"))
        #expect(prompt.text.contains("<tool_response>\nsunny\n</tool_response>"))
        #expect(prompt.text.hasSuffix("<|im_start|>assistant\n"))
    }

    @Test func whatAProgramSaysOfItsToolsSteersNothing() throws {
        let prompt = try #require(try rendered(Self.hermes, Self.conversation, Self.tools))
        let own = prompt.parts.filter { !$0.isForeign }.map { String(decoding: $0.text, as: UTF8.self) }
        let foreign = prompt.parts.filter(\.isForeign).map { String(decoding: $0.text, as: UTF8.self) }
        #expect(!own.joined().contains("the weather <|im_end|>") && !own.joined().contains("sunny"))
        #expect(foreign.contains { $0.contains("Says the weather <|im_end|>") })
    }

    @Test func idsAreOfTheFormThatEveryTemplateTakes() throws {
        let mistral = """
            {% for m in messages %}{% if m.role == 'user' %}[INST]{% if tools is defined %}{{ tools | tojson }}{% endif %}\
            {{ m.content }}[/INST]{% elif m.role == 'tool' %}[TOOL_RESULTS]{"content": {{ m.content }}, "call_id": "\
            {{ m.tool_call_id }}"}[/TOOL_RESULTS]{% elif m.tool_calls %}[TOOL_CALLS][{% for c in m.tool_calls %}\
            {% if c.id | length != 9 %}{{ raise_exception('Ids have nine characters') }}{% endif %}{"name": "\
            {{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}, "id": "{{ c.id }}"}{% endfor %}]\
            {% else %}{{ m.content }}{% endif %}{% endfor %}
            """
        let text = try #require(try rendered(mistral, Self.conversation, Self.tools)).text
        #expect(text.contains(#""id": "call00000""#) && text.contains(#""content": noon, "call_id": "call00001""#))
    }

    @Test func aTemplateOfOneCallAtATimeGetsThemOneByOne() throws {
        let single = """
            {% for m in messages %}{% if m.tool_calls %}{% if m.tool_calls | length != 1 %}\
            {{ raise_exception('This model only supports single tool-calls at once!') }}{% endif %}\
            <|start_header_id|>assistant<|end_header_id|>{"name": "{{ m.tool_calls[0].function.name }}", "parameters": \
            {{ m.tool_calls[0].function.arguments | tojson }}}<|eot_id|>{% elif m.role == 'tool' %}ipython: {{ m.content }}\
            <|eot_id|>{% else %}{% if tools %}{{ tools | tojson }}{% endif %}{{ m.content }}<|eot_id|>{% endif %}{% endfor %}
            """
        let text = try #require(try rendered(single, Self.conversation, Self.tools)).text
        let places = ["get_weather\", \"parameters", "sunny", "now\", \"parameters", "noon"].compactMap {
            text.range(of: $0)?.lowerBound
        }
        #expect(places.count == 4 && places == places.sorted())
    }

    @Test func argumentsAreTextWhereTheTemplateJoinsThem() throws {
        let joining = """
            {% for m in messages %}{% if tools %}{{ tools | tojson }}{% endif %}{{ m.content }}{% for c in m.tool_calls %}\
            {{ '<function=' + c.function.name + '>' + c.function.arguments + '</function>' }}{% endfor %}{% endfor %}
            """
        let text = try #require(try rendered(joining, Self.conversation, Self.tools)).text
        #expect(text.contains(#"<function=get_weather>{"city": "Bonn"}</function>"#))
    }

    @Test func toolsMayBeAFieldOfTheSystemMessage() throws {
        let phi = """
            {% for m in messages %}{% if m.role == 'system' and m.tools %}{{ '<|system|>' + m.content + '<|tool|>' + m.tools \
            + '<|/tool|>' }}{% else %}{{ '<|' + m.role + '|>' + m.content + '<|end|>' }}{% endif %}{% endfor %}
            """
        let text = try #require(try rendered(phi, Self.conversation, Self.tools)).text
        #expect(
            text.contains("<|tool|>[{\"name\":\"get_weather\"")
                && text.contains("<|tool_call|>[{\"name\": \"get_weather\""))
    }

    @Test func aTemplateThatLosesToolsOrResultsIsNotUsedForThem() throws {
        // The name of a tool stands in it by chance.
        let deaf = "I know nothing of get_weather. {% for m in messages %}{{ m.content }}<tool_call>{% endfor %}"
        #expect(try rendered(deaf, [Message(.user, "x")], Self.tools) == nil)
        let forgetful =
            "{{ tools | tojson }}{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}<tool_call>{% endif %}{% endfor %}"
        #expect(try rendered(forgetful, [Message(.user, "x")], Self.tools) != nil)
        #expect(try rendered(forgetful, Self.conversation, Self.tools) == nil)
    }

    @Test func eachWordOfAProbeIsLookedForAsAWhole() {
        let words = (0..<30).map { "needle\($0)of" }
        let text = words.reversed().joined(separator: "needle ") + "needle7"
        #expect(ToolConversation.stand(words, in: Text(text)) && ToolConversation.stand([], in: Text("")))
        for word in words {
            #expect(!ToolConversation.stand(words, in: Text(text.replacing(word, with: word.dropLast()))), "\(word)")
        }
    }

    // MARK: - In words

    @Test func withoutATemplateForItEverythingIsToldInWordsAndTheSidesTakeTurns() {
        let told = ToolConversation.told(
            Self.conversation + [Message(.user, "And?")], Self.tools, ToolChoice())
        #expect(told.map(\.role) == [.system, .user, .assistant, .user])
        #expect(told[0].content.contains("\"get_weather\"") && told[0].content.contains("<tool_call>"))
        #expect(told[2].content.contains(#"{"name": "get_weather", "arguments": {"city": "Bonn"}}"#))
        #expect(told[3].content.contains("sunny") && told[3].content.hasSuffix("And?"))
        #expect(told.allSatisfy { $0.toolCalls == nil })
    }

    @Test func aConversationWithoutToolsHasNothingToDoWithThem() {
        #expect(!ToolConversation.isNeeded([Message(.user, "x"), Message(.assistant, "y", toolCalls: [])], []))
        #expect(ToolConversation.isNeeded(Self.conversation, []))
    }
}
