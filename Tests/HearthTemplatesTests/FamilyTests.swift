import HearthCore
import HearthTemplates
import Testing

@Suite struct FamilyTests {
    private static let turns = [
        message("system", "Be kind."), message("user", "Hi"), message("assistant", "Yes?"), message("user", "Why"),
    ]

    @Test(arguments: [
        (
            "chatml",
            "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nYes?<|im_end|>\n<|im_start|>user\nWhy<|im_end|>\n<|im_start|>assistant\n"
        ),
        (
            "gemma-instruct",
            "<start_of_turn>user\nBe kind.\nHi<end_of_turn>\n<start_of_turn>model\nYes?<end_of_turn>\n<start_of_turn>user\nWhy<end_of_turn>\n<start_of_turn>model\n"
        ),
        (
            "llama2-chat",
            "[INST] <<SYS>>\nBe kind.\n<</SYS>>\n\nHi [/INST] Yes?</s><s>[INST] <<SYS>><</SYS>>\n\nWhy [/INST]"
        ),
        ("mistral-instruct", "[INST] Be kind.\n\nHi[/INST] Yes?</s>[INST] Why[/INST]"),
        ("vicuna", "Be kind.\n\nUSER: Hi\nASSISTANT: Yes?</s>\nUSER: Why\nASSISTANT:"),
        (
            "solar-instruct",
            "### System:\nBe kind.\n\n### User:\nHi\n\n### Assistant:\nYes?</s>\n\n### User:\nWhy\n\n### Assistant:\n"
        ),
    ])
    func familiesLayOutAsTheirModelsWereTrained(_ pair: (String, String)) throws {
        let prompt = try PromptTemplate(pair.0).render(.init(messages: Self.turns))
        #expect(prompt.text == pair.1)
        #expect(prompt.notes.isEmpty)
    }

    @Test(arguments: TemplateFamily.all.map(\.name))
    func everyFamilyKeepsEveryMessageAndIsRecognisedByItsOwnLayout(_ name: String) throws {
        let template = try PromptTemplate(name)
        let prompt = try template.render(.init(messages: Self.turns))
        for word in ["Be kind.", "Hi", "Yes?", "Why"] { #expect(prompt.text.contains(word)) }
        #expect(!prompt.stops.isEmpty)
        #expect(TemplateFamily.detect(name)?.name == name)
        // A lone system message is not lost either.
        #expect(try template.render(.init(messages: [message("system", "Be kind.")])).text.contains("Be kind."))
    }

    @Test(arguments: [
        (
            "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>' + '\n' }}{% endfor %}",
            "chatml"
        ),
        (
            "{% for m in messages %}{{ '<|' + m['role'] + '|>' + '\n' + m['content'] + '<|end|>\n' }}{% endfor %}{{ eos_token }}",
            "phi-3"
        ),
        ("{% for m in messages %}{{ '<|' + m['role'] + '|>\n' + m['content'] + eos_token }}\n{% endfor %}", "zephyr"),
        (
            "{{ bos_token }}{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('alternate') }}{% endif %}{% if m.role == 'user' %}{{ '[INST] ' + m.content + ' [/INST]' }}{% else %}{{ m.content + eos_token }}{% endif %}{% endfor %}",
            "mistral-instruct"
        ),
        (
            "{% for m in messages %}{{ '<|start_header_id|>' + m.role + '<|end_header_id|>\n\n' + m.content | trim + '<|eot_id|>' }}{% endfor %}",
            "llama3-instruct"
        ),
        (
            "{% for m in messages %}### {{ 'Instruction' if m.role == 'user' else 'Response' }}:\n{{ m.content }}\n\n{% endfor %}",
            "alpaca"
        ),
    ])
    func templatesAreRecognisedByWhatTheyWrite(_ pair: (String, String)) {
        #expect(TemplateFamily.detect(pair.0)?.name == pair.1)
    }

    @Test(arguments: [
        "", "{{ messages }}", "{% for m in messages %}{{ m.content }}{% endfor %}", "{% broken", "Dear all,\nhello.",
    ])
    func whatResemblesNoFamilyIsNotGuessed(_ template: String) {
        #expect(TemplateFamily.detect(template) == nil)
    }

    @Test func aTemplateWithoutPlaceForASystemMessageGetsItWithTheUsersFirst() throws {
        let refusing =
            "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
        let dropping = "{% for m in messages if m.role != 'system' %}<{{ m.role }}>{{ m.content }}{% endfor %}"
        for source in [refusing, dropping] {
            let prompt = try PromptTemplate(source).render(.init(messages: Self.turns))
            #expect(prompt.text == "<user>Be kind.\nHi<assistant>Yes?<user>Why")
            #expect(prompt.notes.count == 1)
        }
        let strict = try PromptTemplate("{% for m in messages %}{{ raise_exception('never') }}{% endfor %}")
        #expect(throws: TemplateError.self) { try strict.render(.init(messages: Self.turns)) }
    }

    @Test func contentsAsPartsAreGivenToTemplatesThatWantThem() throws {
        let source =
            "{% for m in messages %}<{{ m.role }}>{% for p in m.content if p.type == 'text' %}{{ p.text }}{% endfor %}{% endfor %}"
        let prompt = try PromptTemplate(source).render(.init(messages: [message("user", "Hi")]))
        #expect(prompt.text == "<user>Hi")
    }

    @Test func stopsOfATemplateIncludeWhatItWritesBehindAReply() throws {
        var request = PromptTemplate.Request(messages: [message("user", "Hi")])
        request.eosToken = "</s>"
        let source = "{% for m in messages %}<|role|>{{ m.role }}\n{{ m.content }}<|bye|>\n{% endfor %}"
        #expect(try PromptTemplate(source).render(request).stops == ["</s>", "<|bye|>"])
    }

    @Test func aNameThatIsNoFamilyIsAnError() {
        let error = #expect(throws: TemplateError.self) { try PromptTemplate("chatlm") }
        #expect(error?.code == "unknown-template-family")
    }
}
