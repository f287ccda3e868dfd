import HearthCore

/// Reads the pages that Telegram Desktop exports (`messages.html`), told by the classes of their elements.
struct TelegramPage {
    private let tree: HTMLTree
    private var conversation = Conversation(program: "Telegram")
    private var replies: [String: ChatMessage.Reply] = [:]
    /// Who wrote the message above: one that is joined to it names nobody.
    private var sender: String?

    /// Whether a file begins as such a page does.
    static func begins(_ head: [UInt8]) -> Bool {
        guard head.first(where: { !isSpace($0) }) == UInt8(ascii: "<") else { return false }
        return head.firstIndex(of: "class=\"page_wrap", in: head.indices) != nil
            && head.firstIndex(of: "class=\"message default clearfix", in: head.indices) != nil
    }

    static func read(_ bytes: [UInt8], into writer: inout ConversationWriter) throws {
        let (tree, isTruncated, endedInside) = try HTMLTreeBuilder.build(bytes, options: .init(isXHTML: false))
        var page = TelegramPage(tree)
        try page.read(&writer.omissions)
        if isTruncated || endedInside { writer.omissions.take(JSONFaults(isCutOff: true)) }
        try writer.append(page.conversation)
    }

    private init(_ tree: HTMLTree) { self.tree = tree }

    private func classes(of node: Int) -> [Substring] {
        guard [.div, .a, .span].contains(tree.nodes[node].tag) else { return [] }
        return tree.string(.class, of: node)?.split(separator: " ") ?? []
    }

    private mutating func read(_ omissions: inout ChatOmissions) throws {
        var isHeader = false
        var index = 0
        var count = 0
        while index < tree.nodes.count {
            let classes = classes(of: index)
            if classes.contains("page_header") { isHeader = true }
            if isHeader, conversation.title == nil, classes.contains("text") {
                conversation.title = tree.plainText(of: index)
            }
            guard classes.first == "message" else {
                index += 1
                continue
            }
            count += 1
            if count & 0x3FF == 0 { try Task.checkCancellation() }
            let id = tree.string(.id, of: index) ?? ""
            if classes.contains("service") {
                // Days have numbers below zero.
                if !id.hasPrefix("message-") { omissions.remarks += 1 }
            } else if let message = try message(index, id, &omissions) {
                conversation.messages.append(message)
            }
            index = max(index + 1, Int(tree.nodes[index].end))
        }
    }

    private mutating func message(_ node: Int, _ id: String, _ omissions: inout ChatOmissions) throws -> ChatMessage? {
        var message = ChatMessage(text: "")
        var name: String?
        var forwarded: String?
        // Where what was forwarded ends.
        var inner = 0
        var media = 0
        var index = node + 1
        while index < Int(tree.nodes[node].end) {
            let classes = classes(of: index)
            let end = Int(tree.nodes[index].end)
            if classes.contains("forwarded") {
                inner = end
            } else if classes.contains("date"), message.moment == nil {
                message.moment = Self.moment(tree.string(.title, of: index) ?? "")
            } else if classes.contains("from_name") {
                if index < inner {
                    forwarded = forwarded ?? tree.plainText(of: index)
                } else if name == nil {
                    name = tree.plainText(of: index)
                }
            } else if classes.contains("reply_to") {
                message.reply = reply(in: index)
            } else if classes.contains("text") {
                let text = try HTMLTextRenderer.render(tree, roots: [index]).text
                message.text += (message.text.isEmpty ? "" : "\n") + text
                index = end
                continue
            } else if classes.first == "reaction" {
                omissions.reactions += 1
                index = end
                continue
            } else if classes.contains("media_wrap") {
                if let file = file(in: index) {
                    message.files.append(file)
                    omissions.named += 1
                } else {
                    media += 1
                }
                index = end
                continue
            }
            index += 1
        }
        sender = name ?? sender
        message.sender = sender
        replies[id] = ChatMessage.Reply(sender: sender ?? "Unknown", moment: message.moment)
        omissions.media += media
        guard var message = omissions.unlessEmpty(message, hadMore: media > 0) else { return nil }
        if let forwarded { message.text = "(from \(onOneLine(forwarded))) " + message.text }
        return message
    }

    /// The message that "In reply to this message" leads to: "#go_to_message12".
    private func reply(in node: Int) -> ChatMessage.Reply? {
        for index in node..<Int(tree.nodes[node].end) where tree.nodes[index].tag == .a {
            guard let address = tree.string(.href, of: index), let mark = address.firstIndex(of: "#") else { continue }
            return replies[String(address[address.index(after: mark)...].dropFirst("go_to_".count))]
        }
        return nil
    }

    /// The name of a file, which other media have none of.
    private func file(in node: Int) -> String? {
        let inside = node..<Int(tree.nodes[node].end)
        guard inside.contains(where: { classes(of: $0).contains("media_file") }),
            let title = inside.first(where: { classes(of: $0).contains("title") })
        else { return nil }
        let name = tree.plainText(of: title)
        return name.isEmpty ? nil : name
    }

    /// "05.03.2024 10:15:00 UTC+01:00": always in this order.
    private static func moment(_ text: String) -> ChatMoment? {
        let words = text.split(separator: " ")
        guard words.count >= 2 else { return nil }
        let date = words[0].split(separator: ".")
        guard date.count == 3 else { return nil }
        return ChatMoment(iso: "\(date[2])-\(date[1])-\(date[0])T\(words[1])")
    }
}
