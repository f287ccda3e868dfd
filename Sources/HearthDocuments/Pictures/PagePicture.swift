#if os(Linux)
import Foundation
import HearthCore
import HearthSystem

/// Pictures of a PDF's pages, through `pdftoppm` of poppler behind the wall: in grey for whoever reads the text, small and in colour for
/// whoever looks at the page.
enum PagePicture {
    /// Dots an inch: what scanners take for text, and what Tesseract was trained on.
    private static let dots = 300
    private static let leastDots = 72
    /// Bytes of address space. A page that holds a photograph in JPEG 2000 took 700 MB.
    private static let memory = 3 << 29
    private static let mostOutput = 100 << 20

    /// A page as its text is to be read from it (PGM); `nil` where it cannot be drawn.
    static func gray(
        of file: OpenFile, page: Int, seconds: Double
    ) async throws -> (bytes: [UInt8], dots: Int)? {
        guard let tool = ToolLocator.path(of: "pdftoppm"), let size = try await size(of: file, page: page, seconds)
        else { return nil }
        // A poster has as many points as a page may have, and so fewer an inch.
        let most = (Double(PictureHeader.mostPoints) * 72 * 72 / (size.width * size.height)).squareRoot()
        let dots = min(self.dots, Int(most))
        guard dots >= leastDots else { return nil }
        let (outcome, output) = try await run(
            tool, ["-r", "\(dots)", "-gray"] + only(page), file, seconds: seconds, limit: mostOutput)
        guard outcome.isSuccess, !outcome.wasCut, output.starts(with: "P5") else { return nil }
        return (output, dots)
    }

    /// A page as it is shown (JPEG); `nil` where it cannot be drawn.
    ///
    /// - Parameter side: Points of its longer side.
    static func shown(of file: OpenFile, page: Int, side: Int, seconds: Double) async throws -> [UInt8]? {
        guard let tool = ToolLocator.path(of: "pdftoppm") else { return nil }
        let (outcome, output) = try await run(
            tool, ["-scale-to", "\(side)", "-jpeg", "-jpegopt", "quality=80"] + only(page), file, seconds: seconds,
            limit: mostOutput)
        guard outcome.isSuccess, !outcome.wasCut, PictureHeader.kind(of: output) == .jpeg else { return nil }
        return output
    }

    private static func only(_ page: Int) -> [String] {
        ["-q", "-f", "\(page)", "-l", "\(page)", "-singlefile", OpenFile.pathInChild]
    }

    /// In points of 1/72 inch, as the page is shown.
    private static func size(
        of file: OpenFile, page: Int, _ seconds: Double
    ) async throws -> (width: Double, height: Double)? {
        guard let tool = ToolLocator.path(of: "pdfinfo") else { return nil }
        let (outcome, output) = try await run(
            tool, ["-f", "\(page)", "-l", "\(page)", OpenFile.pathInChild], file, seconds: seconds, limit: 1_000_000)
        guard outcome.isSuccess else { return nil }
        for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        where line.hasPrefix("Page ") && line.contains(" size:") {
            let words = line.split(separator: " ")
            guard words.count >= 6, let width = Double(words[3]), let height = Double(words[5]), width >= 1,
                height >= 1, width < 1e6, height < 1e6
            else { return nil }
            return (width, height)
        }
        return nil
    }

    private static func run(
        _ tool: String, _ arguments: [String], _ file: OpenFile, seconds: Double, limit: Int
    ) async throws -> (ChildProcess.Outcome, [UInt8]) {
        try await ChildProcess(
            path: tool, arguments: arguments,
            limits: .init(memory: memory, processor: Int(seconds.rounded(.up)) + 2, seconds: seconds), file: file
        ).collect(limit: limit)
    }
}
#endif
