#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

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
        let rendering = ChatTemplate(source: TinyModel.chatML).render(messages)
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

    @Test func templatesAreKnownByNameAndTrimWhereTheyShould() {
        let llama3 = text(ChatTemplate(source: "llama3").render(messages))
        #expect(llama3.contains("<|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>"))
        #expect(llama3.hasSuffix("<|start_header_id|>assistant<|end_header_id|>\n\n"))
        let gemma = text(ChatTemplate(source: "gemma").render(messages))
        #expect(gemma.hasPrefix("<start_of_turn>user\nRules.\n\n"))
        let phi = text(ChatTemplate(source: "phi3").render(messages))
        #expect(phi.contains("<|user|>\n Hello <|end|>\n"))
    }

    @Test func aTemplateNobodyKnowsFallsBackToChatMLAndSaysSo() {
        for source in [nil, "{{ nonsense }}"] {
            let rendering = ChatTemplate(source: source).render(messages)
            #expect(text(rendering).hasPrefix("<|im_start|>system\nRules."))
            #expect(rendering.notes.count == 1 && rendering.notes[0].contains("ChatML"))
            #expect(rendering.stops == ["<|im_end|>"])
        }
    }

    @Test func aTemplateOfItsOwnKindIsRenderedAndContentsStayContents() {
        let source = """
            {%- for m in messages %}<§{{ m.role | upper }}§>{{ m.content | trim }}<§end§>{{ eos_token }}{% endfor -%}
            {%- if add_generation_prompt %}<§ASSISTANT§>{% endif %}
            """
        let rendering = ChatTemplate(source: source, begin: "<s>", end: "</s>")
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
        let rendering = ChatTemplate(source: source).render(messages)
        #expect(text(rendering) == "<§user§>Rules.\n Hello <§assistant§>Hi<§user§>Bye")
        #expect(rendering.notes.count == 1)
    }

    @Test func aMessageThatATemplateWouldDropIsKept() {
        // Gemma's template writes system messages into the next user message, and there is none.
        let rendering = ChatTemplate(source: "gemma").render([Message(.user, "Hello"), Message(.system, "Rules.")])
        #expect(text(rendering).contains("Rules."))
        #expect(!rendering.notes.isEmpty)
    }

    @Test func theNoteReachesTheAnswer() async throws {
        let engine = LlamaEngine.tiny(try TinyModel(template: nil).write())
        let response = try #require(try await engine.answer("hello").response)
        #expect(response.notes.contains { $0.contains("ChatML") })
        let overridden = LlamaEngine.tiny(
            try TinyModel(template: nil, confidence: 0.05).write(), template: "chatml")
        #expect(try await overridden.answer("hello").response?.notes.isEmpty == true)
    }

    @Test func toolResultsDoNotSpeakAsTheAssistant() {
        let rendering = ChatTemplate(source: "llama2").render([Message(.user, "time?"), Message(.tool, "12:00")])
        #expect(text(rendering).contains("12:00 [/INST]"))
    }
}
#endif
