#if os(Linux)
import Foundation
import HearthCore
import HearthSystem

/// Text of a PDF through `pdfinfo` and `pdftotext` of poppler.
///
/// Pages are read in portions, so that time limits follow the size of the document and a page that hangs or kills the tool
/// costs that page only. Words come in the order in which the file draws them (`-raw`): measured on a book this is nearer to
/// what an author wrote than the columns that the tool guesses (0.97 against 0.92 of the text), and rows of tables stay whole.
struct PopplerText {
    private let file: OpenFile
    private let configuration: DocumentReader.Configuration
    private let tool: String
    private var text = PDFText()
    private var bytesLeft: Int
    private var failures = 0
    private var givenUp = 0
    private var timedOut = false

    private static let portion = 100
    private static let maximumPages = 50_000
    private static let maximumFailures = 4
    /// Bytes of address space. The largest documents that were measured took 70 MB; what was made to harm took all it got.
    private static let memory = 448 << 20

    static func read(_ file: OpenFile, _ configuration: DocumentReader.Configuration) async throws -> PDFText {
        guard let info = ToolLocator.path(of: "pdfinfo"), let tool = ToolLocator.path(of: "pdftotext") else {
            throw DocumentError(
                .toolMissing, "Reading PDF needs poppler's pdftotext, which is not installed.",
                help: [.install(package: "poppler-utils")])
        }
        var reader = PopplerText(file, configuration, tool)
        let pages = try await reader.readInfo(info)
        try await reader.readPages(pages)
        guard reader.givenUp < reader.text.pages.count else {
            if reader.timedOut { throw DocumentError(.timeout, "The PDF took too long to read.") }
            throw DocumentError(.damagedPDF, "No page of the PDF can be read.")
        }
        return reader.text
    }

    private init(_ file: OpenFile, _ configuration: DocumentReader.Configuration, _ tool: String) {
        self.file = file
        self.configuration = configuration
        self.tool = tool
        bytesLeft = configuration.maximumTextBytes
    }

    /// Reads title and number of pages.
    private mutating func readInfo(_ info: String) async throws -> Int {
        let (outcome, output) = try await run(
            info, ["-enc", "UTF-8", OpenFile.pathInChild], seconds: configuration.pdfSeconds, outputLimit: 1_000_000)
        guard !outcome.timedOut else { throw DocumentError(.timeout, "The PDF took too long to open.") }
        guard outcome.isSuccess else {
            if outcome.errorText.contains("Incorrect password") {
                throw DocumentError(
                    .encryptedPDF, "The PDF is encrypted. Save a copy without a password and read that.")
            }
            throw DocumentError(.damagedPDF, "The file is no PDF, or is damaged beyond repair.")
        }
        var pages = 0
        for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("Title:") {
                let title = line.dropFirst(6).trimmingCharacters(in: .whitespaces)
                if !title.isEmpty { text.title = title }
            } else if line.hasPrefix("Pages:") {
                pages = Int(line.dropFirst(6).trimmingCharacters(in: .whitespaces)) ?? 0
            }
        }
        guard pages > 0 else { throw DocumentError(.damagedPDF, "The PDF has no pages.") }
        return pages
    }

    private func run(
        _ program: String, _ arguments: [String], seconds: Double, outputLimit: Int
    ) async throws -> (ChildProcess.Outcome, [UInt8]) {
        try await ChildProcess(
            path: program, arguments: arguments,
            limits: .init(memory: Self.memory, processor: Int(seconds.rounded(.up)) + 2, seconds: seconds), file: file
        ).collect(limit: outputLimit)
    }

    private mutating func readPages(_ count: Int) async throws {
        let last = min(count, Self.maximumPages)
        let deadline = ContinuousClock.now + .seconds(2 * configuration.pdfSeconds + 0.5 * Double(last))
        var next = 1
        var portion = Self.portion
        while next <= last {
            try Task.checkCancellation()
            let end = min(last, next + portion - 1)
            let left = (deadline - .now).seconds
            guard left > 0, bytesLeft > 0, failures < Self.maximumFailures else {
                skip(from: next, of: count)
                return
            }
            let seconds = min(left, configuration.pdfSeconds + 0.2 * Double(end - next))
            let (outcome, output) = try await run(
                tool,
                [
                    "-q", "-raw", "-enc", "UTF-8", "-eol", "unix", "-f", "\(next)", "-l", "\(end)",
                    OpenFile.pathInChild, "-",
                ],
                seconds: seconds, outputLimit: bytesLeft)
            // Each finished page ends with a form feed, whatever became of the program after it.
            var pages = output.split(separator: 0x0C, omittingEmptySubsequences: false).map(Array.init)
            pages.removeLast()
            pages = Array(pages.prefix(end - next + 1))
            bytesLeft -= output.count
            let isSinglePage = end == next
            text.pages += pages
            next += pages.count
            portion = Self.portion
            if next <= end, !outcome.wasCut {
                // The next page is to blame, or stands near the one that is: it is tried alone, then given up.
                failures += 1
                if isSinglePage {
                    giveUp(page: next, timedOut: outcome.timedOut)
                    next += 1
                } else {
                    portion = 1
                }
            }
        }
        if count > last { skip(from: last + 1, of: count) }
    }

    private mutating func giveUp(page: Int, timedOut: Bool) {
        let reason = timedOut ? "took too long" : "could not be read"
        text.pages.append([])
        givenUp += 1
        self.timedOut = self.timedOut || timedOut
        text.warnings.append(ExtractionWarning(.damaged, "Page \(page) \(reason).", page: page))
    }

    private mutating func skip(from page: Int, of count: Int) {
        if page == 1 { timedOut = true }
        text.warnings.append(
            ExtractionWarning(.truncated, "Pages \(page) to \(count) were not read: a limit was reached.", page: page))
    }
}
#endif
