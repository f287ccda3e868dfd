import HearthCore

/// The words of what apps put into messages of Slack (https://api.slack.com/reference/block-kit), where they have no others.
enum SlackBlocks {
    /// Blocks in each other.
    private static let deepest = 8

    /// The words of blocks, a line for each.
    static func words(_ blocks: [JSONValue]) -> String {
        blocks.compactMap { block in
            var words: [String] = []
            gather(block, &words, deepest)
            return words.isEmpty ? nil : words.joined(separator: " ")
        }.joined(separator: "\n")
    }

    private static func gather(_ value: JSONValue, _ words: inout [String], _ depth: Int) {
        guard depth > 0 else { return }
        switch value["type"]?.stringValue {
        // What is pressed, chosen and looked at.
        case "actions", "input", "button", "image", "video", "overflow", "datepicker": return
        case "user": if let id = value["user_id"]?.stringValue { words.append("<@\(id)>") }
        case "link" where value["text"] == nil: if let url = value["url"]?.stringValue { words.append(url) }
        default: break
        }
        if let text = value["text"]?.stringValue {
            words.append(text)
        } else if let text = value["text"] {
            gather(text, &words, depth - 1)
        }
        for key in ["fields", "elements"] {
            for inner in value[key]?.arrayValue ?? [] { gather(inner, &words, depth - 1) }
        }
    }
}
