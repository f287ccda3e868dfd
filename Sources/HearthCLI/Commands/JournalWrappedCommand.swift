import ArgumentParser
import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthSystem

/// `hearth journal wrapped`.
struct JournalWrappedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wrapped", abstract: "A page to look back on a year: one HTML file that loads nothing.",
        discussion: """
            The page holds words of your journal in the clear; keep it where you keep private things. It opens in any browser, \
            prints well, and fetches nothing from anywhere.

            EXAMPLES
              hearth journal wrapped 2026 --output 2026.html
            """)
    @Argument(help: "The year.") var year: String
    @Option(help: "The file to write; standard output when it is left out.", completion: .file()) var output: String?
    @Flag(help: "Replace a file that is there.") var force = false
    @OptionGroup var engine: JournalEngineOptions
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var year: String
        var path: String
        var bytes: Int
        var entries: Int
        var words: Int
    }

    func validate() throws {
        guard JournalPeriod(.year, named: year) != nil else { throw ValidationError("Write the year like 2026.") }
        guard !options.json || output != nil else { throw ValidationError("--json needs --output FILE.") }
    }

    func run() async throws {
        if let output, !force, FileManager.default.fileExists(atPath: output) {
            throw CommandFailure(ExitStatus.failed, "\(output) is there already; --force replaces it.")
        }
        guard let period = JournalPeriod(.yearWrap, named: year) else { return }
        let journal = try await engine.journal()
        guard
            let page = try await WrappedPage(
                of: period, in: journal, routing: engine.routing, options: engine.generation)
        else {
            throw CommandFailure(ExitStatus.failed, "There are no dated entries in \(year).")
        }
        let html = page.html()
        guard let output else { return Terminal.output.writeContent(html) }
        do {
            try NewFile.replace(output, with: Data(html.utf8))
        } catch {
            throw CommandFailure(ExitStatus.failed, "\(output) could not be written; check the folder and its space.")
        }
        // Like a letter: for its owner alone.
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: output)
        let numbers = page.year.numbers
        if options.json {
            try JSONLines().write(
                Output(
                    year: year, path: output, bytes: html.utf8.count, entries: numbers.entries, words: numbers.words))
        } else {
            Terminal.output.write("Wrote \(output). It holds words of your journal in the clear.\n")
        }
    }
}
