extension TemplateFamily {
    /// All families, by name. The layouts are those that Ollama gives models which come without their own.
    public static let all: [TemplateFamily] = tagged + headed

    /// Families with tokens of their own around each message.
    private static let tagged: [TemplateFamily] = [
        TemplateFamily(
            "alfred", stops: ["<start_system>", "<end_message>", "<start_user>", "<start_assistant>"],
            evidence: [("<start_user>", 1), ("<start_assistant>", 1), ("<end_message>", 1)],
            source: """
                {% for m in messages %}<start_{{ m.role }}>{{ m.content }}<end_message>{% endfor %}
                {%- if add_generation_prompt %}<start_assistant>{% endif %}
                """),
        TemplateFamily(
            "chatml", stops: ["<|im_start|>", "<|im_end|>"],
            evidence: [("<|im_start|>", 1.5), ("<|im_end|>", 1.5)],
            source: """
                {% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}
                {%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
                """),
        TemplateFamily(
            "command-r", stops: ["<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>"],
            evidence: [("<|START_OF_TURN_TOKEN|>", 1.5), ("<|CHATBOT_TOKEN|>", 1.5)],
            source: """
                {% set names = {'system': 'SYSTEM', 'user': 'USER', 'assistant': 'CHATBOT'} %}
                {% for m in messages -%}
                <|START_OF_TURN_TOKEN|><|{{ names[m.role] }}_TOKEN|>{{ m.content }}<|END_OF_TURN_TOKEN|>
                {%- endfor %}
                {%- if add_generation_prompt -%}
                {{ '<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>\\n' }}
                {%- endif %}
                """),
        TemplateFamily(
            "gemma-instruct", stops: ["<start_of_turn>", "<end_of_turn>"], system: .folded(separator: "\n"),
            evidence: [("<start_of_turn>", 1.5), ("<end_of_turn>", 1.5)],
            source: gemma("'<start_of_turn>model\\n'")),
        TemplateFamily(
            "gemma3-instruct", stops: ["<end_of_turn>"], system: .folded(separator: "\n\n"),
            evidence: [
                ("<start_of_turn>", 1.4), ("<end_of_turn>", 1.4), ("<start_of_image>", 0.5), ("first_user_prefix", 0.5),
            ],
            source: gemma("'<start_of_turn>model\\n\\n'")),
        TemplateFamily(
            "llama3-instruct", stops: ["<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"],
            evidence: [("<|start_header_id|>", 1.5), ("<|end_header_id|>", 0.5), ("<|eot_id|>", 1)],
            source: """
                {% for m in messages -%}
                {{ '<|start_header_id|>' + m.role + '<|end_header_id|>\\n\\n' + m.content + '<|eot_id|>' }}
                {%- endfor %}
                {%- if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}
                """),
        TemplateFamily(
            "llama2-chat", stops: ["[INST]", "[/INST]", "<<SYS>>", "<</SYS>>"], system: .attached,
            evidence: [("[INST]", 1), ("[/INST]", 1), ("<<SYS>>", 1)],
            source: """
                {% for m in messages %}{% if m.role == 'user' -%}
                {{ '[INST] <<SYS>>' + ('\\n' + m.system + '\\n' if m.system else '') + '<</SYS>>\\n\\n' }}
                {{- m.content + ' [/INST]' }}
                {%- else %}{{ ' ' + m.content + '</s><s>' }}{% endif %}{% endfor %}
                """),
        TemplateFamily(
            "mistral-instruct", stops: ["<|im_start|>", "<|im_end|>"], system: .folded(separator: "\n\n"),
            evidence: [("[INST]", 1.2), ("[/INST]", 1.2)],
            source: """
                {% for m in messages %}{% if m.role == 'user' %}{{ '[INST] ' + m.content + '[/INST]' }}
                {%- else %}{{ ' ' + m.content + '</s>' }}{% endif %}{% endfor %}
                """),
        TemplateFamily(
            "openchat", stops: ["<|end_of_turn|>"],
            evidence: [("GPT4 Correct", 2), ("<|end_of_turn|>", 1.2)],
            source: """
                {% for m in messages -%}
                GPT4 Correct {{ m.role | capitalize }}: {{ m.content }}<|end_of_turn|>
                {%- endfor %}
                {%- if add_generation_prompt %}GPT4 Correct Assistant:{% endif %}
                """),
        TemplateFamily(
            "phi-3", stops: ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"],
            evidence: [("<|user|>", 0.7), ("<|assistant|>", 0.6), ("<|end|>", 1.2)],
            source: """
                {% for m in messages %}{{ '<|' + m.role + '|>\\n' + m.content + '<|end|>\\n' }}{% endfor %}
                {%- if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}
                """),
        TemplateFamily(
            "zephyr", stops: ["<|system|>", "</s>", "<|user|>", "<|assistant|>"],
            evidence: [("<|user|>", 0.7), ("<|assistant|>", 0.6), ("</s>\n", 0.7), ("</s>", 0.2), ("<|end|>", -1.5)],
            source: """
                {% for m in messages %}{{ '<|' + m.role + '|>\\n' + m.content + '</s>\\n' }}{% endfor %}
                {%- if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}
                """),
    ]

    /// Families with a heading in plain words before each message.
    private static let headed: [TemplateFamily] = [
        TemplateFamily(
            "alpaca", stops: ["### Instruction:", "### Response"],
            evidence: [("### Instruction:", 1.3), ("### Response:", 1.3)],
            source: headings(
                "'\\n\\n'", user: "### Instruction:\\n", assistant: "### Response:\\n", opening: "### Response:\\n")),
        TemplateFamily(
            "chatqa", stops: ["System:", "User:", "Assistant:", "<|begin_of_text|>"],
            evidence: [
                ("System: ", 0.4), ("User: ", 0.7), ("Assistant:", 0.7), ("\n\nAssistant:", 0.3), ("Falcon:", -1),
                ("GPT4 Correct", -2), ("###", -1), ("<|im_start|>", -2), ("[INST]", -2),
            ],
            source: headings(
                "'\\n\\n'", system: "System: ", user: "User: ", assistant: "Assistant: ", opening: "Assistant:")),
        TemplateFamily(
            "codellama-70b-instruct", stops: ["Source:", "Destination:", "<step>"],
            evidence: [("Source: ", 0.8), ("<step>", 1.2), ("Destination: user", 1.2)],
            source: """
                {% for m in messages %}{{ 'Source: ' + m.role + '\\n\\n ' + m.content + ' <step> ' }}{% endfor %}
                {%- if add_generation_prompt %}{{ 'Source: assistant\\nDestination: user\\n\\n ' }}{% endif %}
                """),
        TemplateFamily(
            "falcon-instruct", stops: ["User:", "Assistant:"],
            evidence: [
                ("Falcon:", 1.6), ("User:", 0.6), ("\nAssistant:", 0.6), ("User: \n", 0.4), ("User:\n", 0.4),
                ("GPT4 Correct", -2), ("\n\nAssistant:", -0.6), ("###", -1),
            ],
            source: headings(
                "'\\n'", system: "System: ", user: "User:\\n", assistant: "Falcon:\\n", opening: "Falcon:\\n")),
        TemplateFamily(
            "granite-instruct", stops: ["System:", "Question:", "Answer:"],
            evidence: [("Question:\n", 1), ("Answer:\n", 1), ("Question:", 0.3), ("Answer:", 0.3)],
            source: headings(
                "'\\n\\n'", system: "System:\\n", user: "Question:\\n", assistant: "Answer:\\n", opening: "Answer:\\n")),
        TemplateFamily(
            "magicoder", stops: ["@@ Instruction", "@@ Response"],
            evidence: [("@@ Instruction", 1.3), ("@@ Response", 1.3)],
            source: headings(
                "'\\n\\n'", user: "@@ Instruction\\n", assistant: "@@ Response\\n", opening: "@@ Response\\n")),
        TemplateFamily(
            "solar-instruct", stops: ["### System:", "### User:", "### Assistant"],
            evidence: [("### User:", 1.3), ("### Assistant:", 1.3), ("### System:", 0.4)],
            source: headings(
                "('</s>' if m.role == 'assistant' else '') + '\\n\\n'", system: "### System:\\n", user: "### User:\\n",
                assistant: "### Assistant:\\n", opening: "### Assistant:\\n")),
        TemplateFamily(
            "starcoder2-instruct", stops: ["### Instruction", "### Response", "<|endoftext|>"],
            evidence: [("### Instruction\n", 1.3), ("### Response\n", 1.3), ("<|endoftext|>", 0.1)],
            source: headings(
                "('<|endoftext|>' if m.role == 'assistant' else '') + '\\n\\n'", user: "### Instruction\\n",
                assistant: "### Response\\n", opening: "### Response\\n")),
        TemplateFamily(
            "vicuna", stops: ["USER:", "ASSISTANT:"],
            evidence: [("USER:", 1), ("ASSISTANT:", 1)],
            source: headings(
                "'\\n\\n' if m.role == 'system' else '</s>\\n' if m.role == 'assistant' else '\\n'", user: "USER: ",
                assistant: "ASSISTANT: ", opening: "ASSISTANT:")),
    ]

    private static func gemma(_ opening: String) -> String {
        """
        {% for m in messages -%}
        {{ '<start_of_turn>' + ('model' if m.role == 'assistant' else 'user') + '\\n' + m.content + '<end_of_turn>\\n' }}
        {%- endfor %}
        {%- if add_generation_prompt %}{{ \(opening) }}{% endif %}
        """
    }

    /// - Parameters:
    ///   - end: A Jinja expression for what follows message `m`.
    ///   - opening: What the reply is asked for with.
    private static func headings(
        _ end: String, system: String = "", user: String, assistant: String, opening: String
    ) -> String {
        """
        {% set headings = {'system': '\(system)', 'user': '\(user)', 'assistant': '\(assistant)'} %}
        {% for m in messages %}{{ headings[m.role] + m.content + (\(end)) }}{% endfor %}
        {%- if add_generation_prompt %}{{ '\(opening)' }}{% endif %}
        """
    }
}
