import Foundation
import HearthCore
import HearthEngine
import HearthSystem

/// Shows messages of a conversation to a person.
enum ConversationView {
    static func show(_ message: ConversationMessage) {
        let terminal = Terminal.output
        let state = message.state == .complete ? "" : " " + terminal.yellow("(\(message.state.rawValue))")
        let label = message.label == .personal ? "" : " " + terminal.dim(message.label.rawValue)
        let time = message.createdAt.formatted(.iso8601)
        terminal.write(
            "\n" + terminal.bold(message.message.role.rawValue) + state + label + "  " + terminal.dim(time) + "\n")
        if let reasoning = message.message.reasoning { terminal.write(terminal.dim(Terminal.safe(reasoning)) + "\n\n") }
        terminal.write(Terminal.safe(message.message.content) + "\n")
        for citation in message.metadata?.citations ?? [] { show(citation) }
    }

    static func show(_ citation: Citation) {
        let terminal = Terminal.output
        let page = citation.page.map { ", page \($0)" } ?? ""
        let mark = citation.verified ? terminal.green("✓") : terminal.yellow("?")
        let quote = Terminal.safe(Format.excerpt("“\(citation.quote)”", width: terminal.width, lines: 12))
        terminal.write("[\(citation.index)] \(mark) \(terminal.dim(Terminal.line(citation.path + page)))\n\(quote)\n")
    }
}

/// Writes a conversation to a file of a person's choice.
enum ConversationFile {
    /// - Throws: ``CommandFailure`` when the file is there already or cannot be written.
    static func write(_ conversation: Conversation, as format: ConversationExport.Format, to path: String) throws {
        let text = try ConversationExport.text(of: conversation, as: format)
        do {
            try NewFile.write(Data(text.utf8), to: path)
        } catch let error as SystemError where error.reason == .exists {
            throw ChatCommandError("\(Terminal.line(path)) is there already; name another file.")
        } catch {
            throw ChatCommandError("\(Terminal.line(path)) cannot be written; check the folder and its permissions.")
        }
    }
}
