#if Llama
import Foundation
import HearthCore
import HearthTemplates
import Testing
import TinyModels

@testable import HearthLlama

extension ChatLayout {
    /// The layout of a file with that template, or of one that tells nothing.
    fileprivate static func file(_ template: String?) -> ChatLayout {
        ChatLayout(template: template, traits: .init(architecture: "llama"))
    }
}

struct ChatTemplateTests {
    private let messages = [
        Message(.system, "Rules."), Message(.user, " Hello "), Message(.assistant, "Hi"), Message(.user, "Bye"),
    ]

    private func text(_ rendering: ChatTemplate.Rendering) -> String {
        rendering.parts.map { part in
            switch part {
            case .template(let bytes), .content(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }.joined()
    }

    @Test func aTemplateOfTheFileIsUsed() {
        let rendering = ChatTemplate(layout: .file(TinyModel.chatML)).render(messages)
        #expect(
            text(rendering) == """
                <|im_start|>system
                Rules.<|im_end|>
                <|im_start|>user
                 Hello <|im_end|>
                <|im_start|>assistant
                Hi<|im_end|>
                <|im_start|>user
                Bye<|im_end|>
                <|im_start|>assistant

                """)
        #expect(rendering.notes.isEmpty)
        #expect(rendering.parts.count == 9)
    }

    @Test func anAnswerThatWasBegunIsGoneOnWith() {
        let template = ChatTemplate(layout: .file(TinyModel.chatML))
        func prompt(_ messages: [Message], _ template: ChatTemplate) -> String {
            text(template.render(messages, tools: [], choice: ToolChoice()))
        }
        let asked = prompt([Message(.user, "Hello")], template)
        let begun = [Message(.user, "Hello"), Message(.assistant, "Hi <|im_end|> the")]
        #expect(prompt(begun, template) == asked + "Hi <|im_end|> the")
        // What stands in it are words and no marks.
        #expect(
            template.render(begun, tools: [], choice: ToolChoice()).parts.last
                == .content(Array("Hi <|im_end|> the".utf8)))
        // A place that a client keeps for the answer is none that was begun.
        #expect(prompt([Message(.user, "Hello"), Message(.assistant, "")], template) == asked)
        // One that stands alone is all that there is to lay out.
        #expect(prompt([Message(.assistant, "Hi")], template).contains("Hi<|im_end|>"))
        // Where the template begins with what a model thinks, that is over.
        let thinking = ChatTemplate(
            layout: .file(
                "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}{% if add_generation_prompt %}[assistant]<think>\n{% endif %}"
            ))
        #expect(prompt(begun, thinking) == "[user]Hello[assistant]<think>\n\n</think>\n\nHi <|im_end|> the")
    }

    @Test func templatesAreKnownByNameAndTrimWhereTheyShould() {
        let llama3 = text(ChatTemplate(layout: .file("llama3")).render(messages))
        #expect(llama3.contains("<|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>"))
        #expect(llama3.hasSuffix("<|start_header_id|>assistant<|end_header_id|>\n\n"))
        let gemma = text(ChatTemplate(layout: .file("gemma")).render(messages))
        #expect(gemma.hasPrefix("<start_of_turn>user\nRules.\n\n"))
        let phi = text(ChatTemplate(layout: .file("phi3")).render(messages))
        #expect(phi.contains("<|user|>\n Hello <|end|>\n"))
    }

    @Test func aTemplateNobodyKnowsFallsBackToChatMLAndSaysSo() {
        for source in [nil, "{{ nonsense }}"] {
            let rendering = ChatTemplate(layout: .file(source)).render(messages)
            #expect(text(rendering).hasPrefix("<|im_start|>system\nRules."))
            #expect(rendering.notes.count == 1 && rendering.notes[0].contains("ChatML"))
            #expect(rendering.stops == ["<|im_start|>", "<|im_end|>"])
        }
    }

    @Test func aTemplateOfItsOwnKindIsRenderedAndContentsStayContents() {
        let source = """
            {%- for m in messages %}<§{{ m.role | upper }}§>{{ m.content | trim }}<§end§>{{ eos_token }}{% endfor -%}
            {%- if add_generation_prompt %}<§ASSISTANT§>{% endif %}
            """
        let rendering = ChatTemplate(layout: .file(source), begin: "<s>", end: "</s>")
            .render([Message(.user, " <§end§></s> ")])
        #expect(
            rendering.parts == [
                .template(Array("<§USER§>".utf8)), .content(Array("<§end§></s>".utf8)),
                .template(Array("<§end§></s><§ASSISTANT§>".utf8)),
            ])
        #expect(rendering.stops.contains("</s>") && rendering.notes.isEmpty)
    }

    @Test func aTemplateThatRefusesSystemMessagesGetsThemWithTheUsers() {
        let source = """
            {%- if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif -%}
            {%- for m in messages %}<§{{ m.role }}§>{{ m.content }}{% endfor -%}
            """
        let rendering = ChatTemplate(layout: .file(source)).render(messages)
        #expect(text(rendering) == "<§user§>Rules.\n Hello <§assistant§>Hi<§user§>Bye")
        #expect(rendering.notes.count == 1)
    }

    @Test func aMessageThatATemplateWouldDropIsKept() {
        // Gemma's template writes system messages into the next user message, and there is none.
        let rendering = ChatTemplate(layout: .file("gemma")).render([
            Message(.user, "Hello"), Message(.system, "Rules."),
        ])
        #expect(text(rendering).contains("Rules."))
        #expect(!rendering.notes.isEmpty)
    }

    @Test func theNoteReachesTheAnswer() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(template: nil).write())
        let response = try #require(try await engine.answer("hello").response)
        #expect(response.notes.contains { $0.contains("laid out as chatml, because its vocabulary has") })
        let overridden = LlamaEngine.tiny(
            try TinyModel(template: nil, confidence: 0.05).write(), template: "chatml")
        #expect(try await overridden.answer("hello").response?.notes.isEmpty == true)
    }

    @Test(arguments: [
        ("phi-3", "<|user|>\n Hello <|end|>\n", "<|end|>"),
        ("llama3-instruct", "<|start_header_id|>user<|end_header_id|>\n\n Hello <|eot_id|>", "<|eot_id|>"),
        ("chatml", "<|im_start|>user\n Hello <|im_end|>\n", "<|im_end|>"),
        ("mistral-instruct", "[INST] Rules.\n\n Hello [/INST]", "<|im_end|>"),
        ("gemma-instruct", "<start_of_turn>user\nRules.\n Hello <end_of_turn>\n", "<end_of_turn>"),
        ("alpaca", "### Instruction:\n Hello \n\n", "### Instruction:"),
    ])
    func familiesLayOutFilesWithoutATemplateAndSayWhereAReplyEnds(_ name: String, _ turn: String, _ stop: String) throws
    {
        let path = try TinyModel(template: nil).write()
        let model = try LlamaModel(path: path)
        let rendering = ChatTemplate(layout: try ChatLayout(setting: name, model: model)).render(messages)
        #expect(text(rendering).contains(turn), "\(text(rendering))")
        #expect(rendering.stops.contains(stop) && rendering.notes.isEmpty)
        // What the template writes is apart from what people did.
        #expect(rendering.parts.contains(.content(Array("Hi".utf8))))
    }

    @Test func aSettingIsAFamilyATemplateOrAFileAndNothingElse() throws {
        let model = try LlamaModel(path: TinyModel().write())
        let file = URL(fileURLWithPath: TinyModel.path() + ".jinja")
        try Data("{% for m in messages %}<§{{ m.content }}§>{% endfor %}".utf8).write(to: file)
        #expect(
            text(ChatTemplate(layout: try ChatLayout(setting: file.path, model: model)).render(messages)).hasPrefix(
                "<§Rules.§>"))
        let inline = try ChatLayout(setting: "{% for m in messages %}[{{ m.content }}]{% endfor %}", model: model)
        #expect(text(ChatTemplate(layout: inline).render(messages)) == "[Rules.][ Hello ][Hi][Bye]")
        for wrong in ["phi-33", "/nowhere.jinja", model.path, ""] {
            let error = #expect(throws: LlamaError.self) { _ = try ChatLayout(setting: wrong, model: model) }
            #expect(error?.code == "unknown-template")
        }
    }

    /// The marks of the vocabulary, found in the file, decide; the answer ends where the family says.
    @Test func theFamilyIsFoundInTheFileAndItsStopsEndAnswers() async throws {
        var vocabulary = TinyVocabulary.bytePair()
        for (old, new) in [("<|im_start|>", "<|user|>"), ("<|im_end|>", "<|end|>")] {
            vocabulary.tokens[Int(try #require(vocabulary.id(old)))] = new
        }
        for mark in ["<|assistant|>", "<|system|>"] { vocabulary.add(mark, .control) }
        let model = try LlamaModel(path: TinyModel(vocabulary: vocabulary, template: nil).write())
        let prompt = try Prompt(
            ModelRequest(task: .chat, messages: [Message(.user, "x")]), model: model,
            layout: ChatLayout(setting: nil, model: model), context: 512)
        #expect(prompt.stops.contains("<|end|>"))
        #expect(prompt.notes.contains { $0.contains("laid out as phi-3, because its vocabulary has <|user|>") })
        let mark = try #require(vocabulary.id("<|user|>"))
        #expect(prompt.tokens.contains(mark))
        // A text that a family stops at ends the answer.
        var decoder = AnswerDecoder(prompt, options: .init(), constraint: nil, tools: nil, vocabulary: model.vocabulary)
        for token in model.vocabulary.tokenize(Array("hello<|us".utf8))
            + model.vocabulary.tokenize(Array("er|>more".utf8))
        {
            _ = decoder.append(token) { TokenLogprob(bytes: $0, logprob: 0) }
        }
        #expect(decoder.isDone && decoder.text == "hello")
    }

    @Test func toolResultsDoNotSpeakAsTheAssistant() {
        let rendering = ChatTemplate(layout: .file("llama2")).render([Message(.user, "time?"), Message(.tool, "12:00")])
        #expect(text(rendering).contains("12:00 [/INST]"))
    }

    /// Sixty megabytes took half a minute.
    @Test(arguments: [
        "{% for i in range(60000) %}{{ 'x' * 1000 }}{% endfor %}", "{{ 'x' * 60000000 }}",
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    ])
    func aTemplateThatWritesOrWorksWithoutEndIsRefusedWithTheReason(template: String) async throws {
        let engine = LlamaEngine.tiny(try TinyModel(template: template).write())
        let error = await #expect(throws: LlamaError.self) { _ = try await engine.answer("hello") }
        #expect(error?.code == "template-limit")
        #expect(error?.message.contains("chat template") == true)
        #expect(error?.message.contains("bytes") == true || error?.message.contains("steps") == true)
    }
}
#endif
