import ArgumentParser
import Hearth

/// A command that takes a sentence. Without quotes a shell makes an argument of each of its words.
protocol SentenceCommand: ParsableCommand {
    /// What the sentence is: a question, a query.
    static var sentence: String { get }
}

extension AskCommand: SentenceCommand { static let sentence = "question" }
extension SearchCommand: SentenceCommand { static let sentence = "query" }
extension DoCommand: SentenceCommand { static let sentence = "wish" }
extension TranscriptAskCommand: SentenceCommand { static let sentence = "question" }
extension TranscriptSearchCommand: SentenceCommand { static let sentence = "query" }

/// A sentence that was given without quotes.
enum LooseWords {
    /// Words before the sentence that do not belong to it: the value of an option, and a file.
    private static let mostBefore = 2

    /// What to say where arguments could not be understood because they are the words of a sentence; `nil` where it is something else.
    static func failure(in arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = HearthCommand.self
        var first = 0
        while first < arguments.count, let next = UnknownCommand.command(arguments[first], below: command) {
            command = next
            first += 1
        }
        guard let asking = command as? any SentenceCommand.Type else { return nil }
        while first < arguments.count {
            let end = arguments[first...].firstIndex { $0.hasPrefix("-") } ?? arguments.count
            for start in first..<max(first, min(first + mostBefore + 1, end - 1)) {
                let sentence = arguments[start..<end].joined(separator: " ")
                let mended = Array(arguments[..<start]) + [sentence] + arguments[end...]
                guard (try? HearthCommand.parseAsRoot(mended)) != nil else { continue }
                let line = mended.map(Format.shellWord).joined(separator: " ")
                return CommandFailure(
                    ExitStatus.usage,
                    KeyText.redacting(
                        "The \(asking.sentence) has to be one argument. Put it in quotes: hearth \(Terminal.line(line))"
                    ))
            }
            first = end + 1
        }
        return nil
    }
}
