import ArgumentParser
import Foundation
import Hearth

/// `hearth extract FILE…`: shows what Hearth reads in a file, without storing anything.
struct ExtractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Show the text that Hearth reads in files; stores nothing.",
        discussion: """
            EXAMPLES
              hearth extract contract.pdf
              hearth extract page.html letter.docx --json
              hearth extract scans/*.pdf --pictures

            A page that is a picture takes seconds to read. Of one file, and of pictures, all are read; of several documents they are
            with --pictures, and else it is said how many there are.
            """)

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    @Flag(help: "Read pages that are pictures, also of several documents.")
    var pictures = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    struct Output: Encodable {
        struct Page: Encodable {
            var number: Int
            var text: String
        }
        var path: String
        var format: String
        var title: String?
        var pages: [Page]
        var warnings: [ExtractionWarning]?
    }

    func validate() throws {
        guard !files.contains("") else { throw ValidationError("A path is empty. Name files.") }
    }

    func run() async throws {
        let reader = DocumentReader().tellingLanguages()
        var quick = reader
        quick.configuration.recognition = .later
        try await FileBatch.run(files, json: json) { [quick] file in
            let readsPictures = pictures || files.count == 1 || Self.isPicture(file)
            let document = try await (readsPictures ? reader : quick).read(contentsOf: URL(fileURLWithPath: file))
            if document.warnings.contains(where: { $0.kind == .recognitionPending }) {
                Terminal.note("\(Terminal.line(file)) has pages that are pictures; --pictures reads them.")
            }
            if json { try JSONLines().write(Self.output(file, document)) } else { show(file, document) }
        }
    }

    private static func isPicture(_ path: String) -> Bool {
        let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
        return ["png", "jpg", "jpeg", "tif", "tiff"].contains(ending)
    }

    private static func output(_ path: String, _ document: ExtractedDocument) -> Output {
        let bytes = Array(document.text.utf8)
        return Output(
            path: path, format: document.format.rawValue, title: document.title,
            pages: document.pages.map {
                .init(number: $0.number, text: String(decoding: bytes[$0.span.range], as: UTF8.self))
            },
            warnings: document.warnings.isEmpty ? nil : document.warnings)
    }

    private func show(_ path: String, _ document: ExtractedDocument) {
        if files.count > 1 { Terminal.output.write(Terminal.output.bold("==> \(path) <==") + "\n") }
        Terminal.output.write(Terminal.safe(document.text))
        // By bytes: the end of a line as Windows writes it is one character, and another.
        if document.text.utf8.last != UInt8(ascii: "\n") { Terminal.output.write("\n") }
        for warning in document.warnings {
            let page = warning.page.map { "page \($0): " } ?? ""
            let help = warning.help.map { " " + HelpText.sentence($0) }.joined()
            Terminal.note("\(path): \(page)\(warning.message)\(help)")
        }
    }
}
