import Foundation
import Hearth

extension ChatLoop {
    private static let help = """
        /new [TITLE]       start afresh
        /history [N]       the last N messages (all)
        /sources           the sources of the last answer, in full
        /retry             ask the last question again
        /undo              take the last question and its answer back
        /mode [MODE]       documents: answers with citations; plain: a model alone
        /model [FILE]      what answers; or use another GGUF file
        /system [TEXT]     how the model is to behave in plain mode
        /title TEXT        name this conversation
        /save FILE         write it to FILE, as JSON when the name ends in .json, else as Markdown
        /help              this list
        /quit              end (so does Ctrl-D)
        //TEXT             a message that begins with /

        """

    /// Runs a command; returns whether the chat goes on.
    func runCommand(_ line: String) async throws -> Bool {
        let name = line.prefix { !$0.isWhitespace }
        let argument = line.dropFirst(name.count).trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "/quit", "/exit", "/bye": return false
        case "/help", "/?": Terminal.output.write(Self.help)
        case "/new": startAfresh(argument)
        case "/history": try await showHistory(argument)
        case "/sources": showSources()
        case "/retry": try await retry()
        case "/undo": try await undo()
        case "/mode": try setMode(argument)
        case "/model": try await setModel(argument)
        case "/system": try await setSystem(argument)
        case "/title": try await setTitle(argument)
        case "/save": try await save(argument)
        default: throw ChatCommandError("There is no command \(name); /help lists them.")
        }
        return true
    }

    private func startAfresh(_ title: String) {
        conversation = nil
        lastCitations = []
        pendingTitle = title.isEmpty ? nil : title
        Terminal.output.write("A new conversation.\n")
    }

    private func showHistory(_ argument: String) async throws {
        guard let conversation else { return Terminal.output.write("Nothing was said yet.\n") }
        var limit = Int.max
        if !argument.isEmpty {
            guard let number = Int(argument), number > 0 else {
                throw ChatCommandError("/history takes a number of messages.")
            }
            limit = number
        }
        let messages = try await hearth.conversations.messages(of: conversation.id, limit: limit)
        for message in messages { ConversationView.show(message) }
        if messages.isEmpty { Terminal.output.write("Nothing was said yet.\n") }
    }

    private func showSources() {
        guard !lastCitations.isEmpty else {
            return Terminal.output.write("The last answer has no sources.\n")
        }
        for citation in lastCitations { ConversationView.show(citation) }
    }

    private func retry() async throws {
        guard let conversation,
            let question = try await hearth.conversations.lastTurn(of: conversation.id).first
        else { throw ChatCommandError("There is no question to ask again.") }
        Terminal.output.write(Terminal.output.dim("> " + Terminal.safe(question.message.content)) + "\n")
        // The turn before stays until there is another one.
        try await answer(question.message.content, atLeast: question.label, inPlaceOf: question.id)
    }

    private func undo() async throws {
        guard let conversation,
            let question = try await hearth.conversations.removeLastTurn(of: conversation.id).first
        else { throw ChatCommandError("There is nothing to take back.") }
        lastCitations = []
        Terminal.output.write("Taken back: " + Terminal.safe(question.message.content) + "\n")
    }

    private func setMode(_ argument: String) throws {
        if !argument.isEmpty {
            guard let wanted = Mode(rawValue: argument) else {
                throw ChatCommandError("The modes are documents and plain.")
            }
            mode = wanted
        }
        Terminal.output.write("mode: \(mode.rawValue)\n")
    }

    private func setModel(_ argument: String) async throws {
        if !argument.isEmpty {
            let path = (argument as NSString).expandingTildeInPath
            guard FileManager.default.fileExists(atPath: path) else {
                throw ChatCommandError("There is no file \(Terminal.line(path)).")
            }
            hearth = try Hearth(flags: [.localModel: path])
            routing.engine = .local
        }
        let task = mode == .plain ? TaskKind.chat : .answer
        let models = try await hearth.models.available(for: task, engine: routing.engine)
        for (engine, model) in models { Terminal.output.write("\(engine.rawValue)  \(Terminal.safe(model))\n") }
        if models.isEmpty {
            Terminal.output.write("No engine can answer in this mode; name a GGUF file: /model FILE\n")
        }
    }

    private func setSystem(_ argument: String) async throws {
        if argument.isEmpty {
            Terminal.output.write(
                (conversation?.systemPrompt ?? systemPrompt).map { Terminal.safe($0) + "\n" }
                    ?? "No instructions are set.\n")
            return
        }
        systemPrompt = argument
        if let current = conversation {
            try await hearth.conversations.setSystemPrompt(argument, label: routing.label, of: current.id)
            conversation?.systemPrompt = argument
        }
        Terminal.output.write(mode == .plain ? "Set.\n" : "Set; it counts in plain mode (/mode plain).\n")
    }

    private func setTitle(_ argument: String) async throws {
        guard !argument.isBlank else { throw ChatCommandError("Write the title after /title.") }
        if let current = conversation {
            try await hearth.conversations.rename(current.id, to: argument)
        } else {
            pendingTitle = argument
        }
    }

    private func save(_ argument: String) async throws {
        guard !argument.isEmpty else { throw ChatCommandError("Write the name of a file after /save.") }
        guard let conversation else { throw ChatCommandError("Nothing was said yet.") }
        let path = (argument as NSString).expandingTildeInPath
        try hearth.data.requireOutside(URL(fileURLWithPath: path))
        let current = try await hearth.conversations.find(conversation.id)
        try await ConversationFile.write(
            current, of: hearth, as: path.hasSuffix(".json") ? .json : .markdown, to: path)
        Terminal.output.write("Wrote \(Terminal.line(path)). The file is not encrypted.\n")
    }
}

/// A command of the chat that cannot be run as it was written.
struct ChatCommandError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    enum Reason: String, FailureReason {
        case usage

        var kind: Failure.Kind { .usage }
    }

    let reason = Reason.usage
    let message: String

    init(_ message: String) { self.message = message }
}
