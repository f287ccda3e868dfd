/// The messages of a conversation in the forms that templates take.
enum TemplateMessages {
    enum Form {
        case plain
        /// System messages stand at the beginning of the user's next one.
        case folded
        /// Contents are lists of parts with a type, as templates for images want them.
        case typed
        case foldedAndTyped

        func changes(_ messages: [TemplateValue]) -> Bool {
            switch self {
            case .plain: true
            case .folded, .foldedAndTyped: canFold(messages)
            case .typed: messages.contains { $0.content != nil }
            }
        }

        var notes: [String] {
            switch self {
            case .plain, .typed: []
            case .folded, .foldedAndTyped:
                [
                    "The template has no place for a system message; it stands at the beginning of the user's first message."
                ]
            }
        }
    }

    static let droppedNote = "The template leaves a message out; the model does not see it."

    static func form(_ messages: [TemplateValue], _ form: Form) -> [TemplateValue] {
        switch form {
        case .plain: messages
        case .folded: folded(messages, separator: "\n")
        case .typed: typed(messages)
        case .foldedAndTyped: typed(folded(messages, separator: "\n"))
        }
    }

    /// Whether every system message has a later one of the user to go to.
    static func canFold(_ messages: [TemplateValue]) -> Bool {
        guard let last = messages.lastIndex(where: { $0.role == "system" }) else { return false }
        return messages[last...].contains { $0.role == "user" }
    }

    /// The messages that must not get lost: the first of the system and the last of the user.
    static func watched(_ messages: [TemplateValue]) -> [(index: Int, content: String)] {
        var result: [(Int, String)] = []
        if let first = messages.first, first.role == "system", let content = first.content {
            result.append((0, content))
        }
        if let index = messages.lastIndex(where: { $0.role == "user" }), let content = messages[index].content {
            result.append((index, content))
        }
        return result.filter { !$0.1.trimmingSpace().isEmpty }
    }

    static func replacing(_ messages: [TemplateValue], _ words: [(index: Int, word: String)]) -> [TemplateValue] {
        var result = messages
        for (index, word) in words { result[index] = result[index].setting("content", .string(word)) }
        return result
    }

    /// Messages as the layout of a family takes them: three roles, contents as text.
    static func fitted(_ messages: [TemplateValue], to family: TemplateFamily) -> [TemplateValue] {
        let names = ["system": "system", "developer": "system", "assistant": "assistant", "model": "assistant"]
        let plain = messages.map { message in
            TemplateValue.object([
                ("role", .string(names[message.role ?? ""] ?? "user")), ("content", .string(message.wholeContent)),
            ])
        }
        switch family.system {
        case .own: return plain
        case .folded(let separator): return folded(plain, separator: separator)
        case .attached: return attached(plain)
        }
    }

    private static func folded(_ messages: [TemplateValue], separator: String) -> [TemplateValue] {
        collecting(messages) { system, user in
            guard let user else { return .object([("role", .string("user")), ("content", .string(system))]) }
            if let content = user.content {
                return user.setting("content", .string(content.isEmpty ? system : system + separator + content))
            }
            guard case .array(let parts)? = user["content"] else { return user.setting("content", .string(system)) }
            let part = TemplateValue.object([("type", .string("text")), ("text", .string(system + separator))])
            return user.setting("content", .array([part] + parts))
        }
    }

    private static func attached(_ messages: [TemplateValue]) -> [TemplateValue] {
        collecting(messages) { system, user in
            (user ?? .object([("role", .string("user")), ("content", .string(""))])).setting("system", .string(system))
        }
    }

    /// Hands system messages to `join` with the user's next one, or with none where none follows.
    private static func collecting(
        _ messages: [TemplateValue], join: (String, TemplateValue?) -> TemplateValue
    ) -> [TemplateValue] {
        var result: [TemplateValue] = []
        var pending: [String] = []
        for message in messages {
            if message.role == "system" {
                pending.append(message.wholeContent)
            } else if message.role == "user", !pending.isEmpty {
                result.append(join(pending.joined(separator: "\n"), message))
                pending = []
            } else {
                result.append(message)
            }
        }
        if !pending.isEmpty { result.append(join(pending.joined(separator: "\n"), nil)) }
        return result
    }

    private static func typed(_ messages: [TemplateValue]) -> [TemplateValue] {
        messages.map { message in
            guard let content = message.content else { return message }
            let part = TemplateValue.object([("type", .string("text")), ("text", .string(content))])
            return message.setting("content", .array([part]))
        }
    }
}

extension TemplateValue {
    subscript(key: String) -> TemplateValue? {
        guard case .object(let items) = self else { return nil }
        return items.first { $0.key == key }?.value
    }

    var role: String? {
        guard case .string(let text)? = self["role"] else { return nil }
        return text
    }

    /// The content, where it is a text.
    var content: String? {
        guard case .string(let text)? = self["content"] else { return nil }
        return text
    }

    /// The content, with the texts of a list of parts joined.
    var wholeContent: String {
        if let content { return content }
        guard case .array(let parts)? = self["content"] else { return "" }
        return parts.map { part in
            guard case .string(let text)? = part["text"] else { return "" }
            return text
        }.joined(separator: "\n")
    }

    func setting(_ key: String, _ value: TemplateValue) -> TemplateValue {
        guard case .object(var items) = self else { return self }
        if let index = items.firstIndex(where: { $0.key == key }) {
            items[index].value = value
        } else {
            items.append((key, value))
        }
        return .object(items)
    }
}
