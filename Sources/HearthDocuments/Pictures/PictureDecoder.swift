#if !canImport(Vision)
package import HearthCore
import HearthSystem

/// Turns pictures of newer forms (HEIC, AVIF, WebP), which Tesseract does not read everywhere, into PNG: by a program that is installed, behind
/// the wall as Tesseract itself. It sees one picture, which lies in memory, and writes to its output alone; so `heif-convert`, which
/// writes into a file, is none of them.
enum PictureDecoder {
    /// A program and what it is told.
    private struct Tool {
        var name: String
        var arguments: [String]
        /// Whether it may give a part of a picture for all of it, as FFmpeg does of one that is stored in tiles.
        var mayBePart = false
    }

    enum Decoded: Sendable {
        case picture([UInt8])
        case timedOut
        case failed
    }

    /// Bytes of address space. A picture of the most points took 1.1 GB.
    private static let memory = 2 << 30
    private static let mostOutput = 200 << 20
    /// One thread, as Tesseract; no settings of whoever runs this.
    private static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "VIPS_CONCURRENCY": "1"]

    // In grey, as pages of PDFs, and packed quickly: nobody keeps it.
    private static let vips = Tool(
        name: "vips", arguments: ["colourspace", OpenFile.pathInChild, ".png[compression=1]", "b-w"])
    private static let dwebp = Tool(name: "dwebp", arguments: ["-quiet", OpenFile.pathInChild, "-o", "-"])
    private static let ffmpeg = Tool(
        name: "ffmpeg",
        arguments: [
            "-nostdin", "-v", "error", "-threads", "1", "-i", OpenFile.pathInChild, "-frames:v", "1", "-pix_fmt",
            "gray",
            "-f", "image2pipe", "-c:v", "png", "pipe:1",
        ], mayBePart: true)

    /// Programs that read a kind, the best first.
    private static func tools(for kind: PictureHeader.Kind) -> [Tool] {
        switch kind {
        case .png, .jpeg, .tiff: []
        case .heif: [vips]
        case .avif: [vips, ffmpeg]
        case .webp: [dwebp, vips, ffmpeg]
        }
    }

    /// The package with the first of them, by its name on Debian.
    private static func package(for kind: PictureHeader.Kind) -> String { kind == .webp ? "webp" : "libvips-tools" }

    private static func title(of kind: PictureHeader.Kind) -> String {
        switch kind {
        case .heif: "HEIC"
        case .avif: "AVIF"
        case .webp: "WebP"
        case .png, .jpeg, .tiff: kind.rawValue.uppercased()
        }
    }

    /// What is said of a picture of a kind that no program here reads; `nil` where one does, or none is needed.
    static func missing(for kind: PictureHeader.Kind) -> ExtractionWarning? {
        let tools = tools(for: kind)
        guard !tools.isEmpty, !tools.contains(where: { ToolLocator.path(of: $0.name) != nil }) else { return nil }
        return ExtractionWarning(
            .recognizerMissing,
            "Pictures in \(title(of: kind)) are read with the program \(tools[0].name), which is not installed.",
            missingPackage: package(for: kind))
    }

    /// The same picture in a form that Tesseract reads; as it is where it is in one.
    static func decoded(_ bytes: [UInt8], _ header: PictureHeader, seconds: Double) async throws -> Decoded {
        let tools = tools(for: header.kind)
        guard !tools.isEmpty, let wanted = header.frames.first else { return .picture(bytes) }
        let file = try OpenFile(holding: bytes)
        var timedOut = false
        for tool in tools {
            guard let path = ToolLocator.path(of: tool.name) else { continue }
            let (outcome, output) = try await ChildProcess(
                path: path, arguments: tool.arguments,
                limits: .init(memory: memory, processor: Int(seconds.rounded(.up)) + 2, seconds: seconds), file: file,
                environment: environment
            ).collect(limit: mostOutput)
            timedOut = timedOut || outcome.timedOut
            // What it made is looked at as strictly as a file.
            guard outcome.isSuccess, !outcome.wasCut, PictureHeader.kind(of: Array(output.prefix(16))) == .png,
                let made = try? PictureHeader.read(output).frames.first,
                made.width <= PictureHeader.mostPoints / made.height,
                !tool.mayBePart || made.width * made.height == wanted.width * wanted.height
            else { continue }
            return .picture(output)
        }
        return timedOut ? .timedOut : .failed
    }
}

extension DocumentReader {
    /// What is said of kinds of pictures that no program here reads.
    package static var missingForPictures: [ExtractionWarning] {
        [.heif, .avif, .webp].compactMap(PictureDecoder.missing)
    }
}
#endif
