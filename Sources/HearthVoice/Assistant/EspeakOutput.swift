#if os(Linux) || os(macOS)
import Foundation
public import HearthCore
import HearthSystem

/// Speaks through `espeak-ng`, in a child process. Its voices are plain, speak some hundred languages and need no network.
public struct EspeakOutput: SpeechOutput {
    private let tool: String
    private let wordsPerMinute: Int
    private let file: String?

    private static let languages = 2...12
    /// Characters that are spoken at once; more go to a program of their own after it.
    private static let longest = 4_000
    /// Seconds that speaking may take, and more for each character; the slowest voice says six of them in a second.
    private static let patience = (start: 30.0, character: 0.5)

    /// - Parameters:
    ///   - wordsPerMinute: 80 to 450.
    ///   - file: A WAV file to write to, instead of playing; it holds what was said last.
    /// - Throws: ``VoiceError`` `tool-missing` when espeak-ng is not installed.
    public init(wordsPerMinute: Int = 170, file: String? = nil) throws {
        guard let tool = ToolLocator.path(of: "espeak-ng") else {
            throw VoiceError(
                .toolMissing, "Speaking needs espeak-ng, which is not installed.",
                help: [.install(package: "espeak-ng")])
        }
        self.tool = tool
        self.wordsPerMinute = min(max(wordsPerMinute, 80), 450)
        self.file = file.map { URL(fileURLWithPath: $0).path }
    }

    public func speak(_ sentence: String, language: String?) async throws {
        var rest = sentence[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            try await speakPart(String(rest.prefix(Self.longest)), language)
            rest = rest.dropFirst(Self.longest)
        }
    }

    private func speakPart(_ part: String, _ language: String?) async throws {
        // The text goes in through a pipe: as an argument it could be taken for an option, and every user could read it.
        let text = part.replacing("\0", with: " ")
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        var arguments = ["-b", "1", "-s", "\(wordsPerMinute)"]
        if let language, Self.languages.contains(language.count),
            language.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }), language.first != "-"
        {
            arguments += ["-v", language.lowercased()]
        }
        if let file { arguments += ["-w", file] }
        let child = ChildProcess(
            path: tool, arguments: arguments + ["--stdin"], wall: .device,
            limits: .init(silence: Self.patience.start + Self.patience.character * Double(text.count)),
            input: Array(text.utf8), environment: DeviceEnvironment.current)
        let outcome = try await child.listen { _ in true }
        guard outcome.isSuccess else {
            let reason = outcome.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(160))" } ?? ""
            throw VoiceError(.device, "espeak-ng could not speak\(reason). Check that sound can be played here.")
        }
    }
}
#endif
