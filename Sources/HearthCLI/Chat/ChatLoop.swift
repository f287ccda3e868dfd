import Foundation
import Hearth
import Synchronization

/// Reads lines, answers them or runs them as commands, until the input ends.
final class ChatLoop {
    /// Where answers come from.
    enum Mode: String, CaseIterable { case documents, plain }

    var hearth: Hearth
    /// `nil` until the first message: looking in leaves no empty conversation behind.
    var conversation: Conversation?
    var mode: Mode
    var systemPrompt: String?
    /// The title of the conversation that the next message starts.
    var pendingTitle: String?
    var routing: RoutingChoice
    var lastCitations: [Citation] = []
    /// What a model alone may call; `nil` for nothing.
    var tools: ToolSession?
    let filter: SearchFilter
    let options: GenerationOptions
    let history: HistoryOptions
    let isInteractive = isatty(STDIN_FILENO) == 1
    private let interruption = ChatInterruption()
    private var answered = 0
    private var lastFailure: (any ReadableError)?

    init(
        hearth: Hearth, conversation: Conversation?, mode: Mode, filter: SearchFilter, systemPrompt: String?,
        routing: RoutingChoice, options: GenerationOptions, history: HistoryOptions
    ) {
        self.hearth = hearth
        self.conversation = conversation
        self.mode = mode
        self.filter = filter
        self.systemPrompt = systemPrompt
        self.routing = routing
        self.options = options
        self.history = history
    }

    /// - Throws: In a pipe, the last error when nothing could be answered.
    func run() async throws {
        if isInteractive {
            interruption.begin()
            try await greet()
        }
        defer { interruption.end() }
        while let line = prompt() {
            try Task.checkCancellation()
            let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if text.isBlank { continue }
            do {
                if text.hasPrefix("/"), !text.hasPrefix("//") {
                    guard try await runCommand(text) else { return }
                } else {
                    // A second slash says that the first is meant.
                    try await answer(text.hasPrefix("//") ? String(text.dropFirst()) : text)
                }
            } catch {
                guard let told = error.readable else { throw error }
                lastFailure = told
                Terminal.error.write("error: \(Terminal.safe(HelpText.lines(of: told)))\n")
            }
        }
        if isInteractive { Terminal.output.write("\n") }
        if !isInteractive, answered == 0, let lastFailure {
            throw CommandFailure(ExitStatus.of(lastFailure.kind))
        }
    }

    private func greet() async throws {
        if let conversation {
            let title = conversation.title.map { " “\(Terminal.safe($0))”" } ?? ""
            Terminal.output.write("Going on with\(title). /history shows what was said, /help lists commands.\n")
            return
        }
        Terminal.output.write(
            mode == .documents
                ? "Ask about your documents. /help lists commands.\n" : "Talk with a model. /help lists commands.\n")
    }

    /// One input: a line, or several where each but the last ends with a backslash. `nil` at the end of the input.
    private func prompt() -> String? {
        if isInteractive { Terminal.output.write(Terminal.output.bold("\n> ")) }
        interruption.isAtPrompt()
        guard var text = readLine() else { return nil }
        while text.hasSuffix("\\") {
            text.removeLast()
            if isInteractive { Terminal.output.write("… ") }
            guard let next = readLine() else { break }
            text += "\n" + next
        }
        return text
    }

    /// The conversation that is talked in, started now if there is none.
    func current() async throws -> Conversation {
        if let conversation { return conversation }
        let started = try await hearth.conversations.start(
            title: pendingTitle, systemPrompt: systemPrompt, label: systemPrompt == nil ? nil : routing.label)
        pendingTitle = nil
        conversation = started
        return started
    }

    /// - Parameters:
    ///   - label: How private the words are known to be, whatever the options of this call say.
    ///   - replaced: The question that is asked again; its turn stays until the new answer is there.
    func answer(
        _ text: String, atLeast label: SensitivityLabel = .public, inPlaceOf replaced: Int64? = nil
    ) async throws {
        let turn = ChatLoopTurn(
            hearth: hearth, conversationID: try await current().id, text: text, mode: mode, filter: filter,
            routing: routing.atLeast(label), options: options, history: history, tools: tools, replaceFrom: replaced)
        // A task of its own, so that Ctrl-C can cancel the answer without the program.
        let task = Task { try await turn.run() }
        interruption.isAnswering(task)
        do {
            lastCitations = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            answered += 1
        } catch is CancellationError {
            try Task.checkCancellation()
            let kept = replaced == nil ? "" : "the answer before is kept; "
            Terminal.output.write("\n" + Terminal.output.dim("stopped; \(kept)/retry asks again") + "\n")
        }
    }
}

/// One question and its answer, shown as it comes.
private struct ChatLoopTurn: Sendable {
    let hearth: Hearth
    let conversationID: String
    let text: String
    let mode: ChatLoop.Mode
    let filter: SearchFilter
    let routing: RoutingChoice
    let options: GenerationOptions
    let history: HistoryOptions
    let tools: ToolSession?
    let replaceFrom: Int64?

    /// Returns the sources of the answer.
    func run() async throws -> [Citation] {
        switch mode {
        case .documents: try await askDocuments()
        case .plain: try await talk()
        }
    }

    private func askDocuments() async throws -> [Citation] {
        let view = AnswerView(try await hearth.documents.contacts())
        let request = AnswerRequest(question: text, filter: filter, routing: routing, options: options)
        let answer = try await hearth.conversations.ask(
            request, inConversation: conversationID, replacingFrom: replaceFrom
        ) { event in
            if case .text(let piece) = event { view.write(piece) }
        }
        guard let answer else {
            Terminal.output.write("\n" + Terminal.output.dim("stopped; what came so far is kept") + "\n")
            return []
        }
        view.finish(answer)
        return answer.citations
    }

    private func talk() async throws -> [Citation] {
        let view = ChatView()
        let request = ChatRequest(
            conversationID: conversationID, text: text, routing: routing, options: options, policy: history.policy,
            maxMessages: history.maxMessages, replaceFrom: replaceFrom, tools: tools)
        view.finish(try await hearth.conversations.chat(request) { view.show($0) })
        return []
    }
}

/// What Ctrl-C means in a chat: it stops an answer; at the prompt it says how to end, and pressed again it does.
final class ChatInterruption: Sendable {
    private struct State {
        var cancel: (@Sendable () -> Void)?
        var presses = 0
    }

    private let state = Mutex(State())

    func begin() { Interruption.intercept { [self] in pressed() } }

    func end() { Interruption.intercept(nil) }

    func isAtPrompt() { state.withLock { $0 = State() } }

    func isAnswering<T>(_ task: Task<T, any Error>) {
        state.withLock { $0 = State(cancel: { task.cancel() }) }
    }

    private func pressed() {
        let (cancel, presses) = state.withLock { state in
            state.presses += 1
            return (state.cancel, state.presses)
        }
        if presses > 1 {
            // The terminal has shown ^C; the shell's prompt belongs on a line of its own.
            Terminal.output.write("\n")
            _exit(ExitStatus.interrupted)
        }
        if let cancel {
            cancel()
        } else {
            Terminal.output.write(
                "\nCtrl-C again, or Ctrl-D, ends. /help lists commands.\n" + Terminal.output.bold("\n> "))
        }
    }
}

// MARK: - What is shown

/// Shows a turn of a chat without documents: reasoning dimmed, the answer as it comes, then where it came from.
final class ChatView: Sendable {
    private let terminal = Terminal.output
    private let isReasoning = Mutex(false)

    func show(_ event: ChatEvent) {
        switch event {
        case .reasoning(let piece):
            isReasoning.withLock { $0 = true }
            terminal.write(terminal.dim(Terminal.safe(piece)))
        case .text(let piece):
            let endsReasoning = isReasoning.withLock { reasoning in
                defer { reasoning = false }
                return reasoning
            }
            if endsReasoning { terminal.write("\n\n") }
            terminal.write(Terminal.safe(piece))
        case .toolCall: break
        case .toolOutcome(let outcome):
            // What was said before may have no end of a line.
            terminal.write("\n" + terminal.dim(Terminal.line(outcome.note)) + "\n")
        case .routed, .final: break
        }
    }

    func finish(_ answer: ChatAnswer) {
        terminal.write("\n")
        if answer.message.state == .stopped {
            terminal.write(terminal.dim("stopped; what came so far is kept") + "\n")
            return
        }
        let route = answer.route
        let cached =
            answer.usage.cachedTokens > 0
            ? ", \(answer.usage.cachedTokens) of \(answer.usage.promptTokens) prompt tokens read before" : ""
        terminal.write(
            "\n" + terminal.dim("answered by: \(Terminal.safe(WriterText.place(of: route)))\(cached)") + "\n")
        if answer.dropped.count > 0 {
            let how = answer.dropped.summary == nil ? "left out" : "summed up"
            Terminal.note(
                "\(Format.count(answer.dropped.count, "earlier message")) did not fit and were \(how)")
        }
        if let reason = WriterText.fallback(route) { Terminal.note(reason) }
        for note in answer.notes { Terminal.note(note) }
    }
}
