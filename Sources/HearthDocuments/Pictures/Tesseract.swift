#if !canImport(Vision)
import HearthCore
import HearthSystem
import Synchronization

/// The program Tesseract: what it is asked for, and how it is kept in bounds.
///
/// It runs as `pdftotext` does, behind the wall: it sees one picture, which lies in memory and has no name, and its own files of
/// languages. It gets one thread, since its own share one page badly and the machine is somebody's.
struct Tesseract: Sendable {
    let path: String
    /// The packs of languages that are installed, without those that only look for a script or for formulas.
    let languages: [String]
    /// Whether it can tell how a page is turned and which script it has (`osd`).
    let findsOrientation: Bool

    /// Bytes of address space: a picture of the most points took 1.3 GB.
    private static let memory = 2 << 30
    private static let mostOutput = 16 << 20
    /// Grain was said to be Japanese with 0; pages of text came to 17, photographs with a little of it to 2.
    private static let leastOfScript = 1.0
    private static let environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "OMP_THREAD_LIMIT": "1"]
    private static let known = Mutex<Tesseract?>(nil)

    /// The program as it is installed; `nil` where it is not, or has no language. What was found is kept: a pack that is installed
    /// later is seen by the next process.
    static func installed() async throws -> Tesseract? {
        guard let path = ToolLocator.path(of: "tesseract") else { return nil }
        if let found = known.withLock({ $0 }), found.path == path { return found }
        let (outcome, output) = try await ChildProcess(
            path: path, arguments: ["--list-langs"], limits: .init(memory: memory, processor: 10, seconds: 10),
            environment: environment
        ).collect(limit: 100_000)
        guard outcome.isSuccess else { return nil }
        // Version 3 lists them where others write errors.
        let packs = packs(in: output) + packs(in: outcome.errors)
        guard packs.contains(where: isLanguage) else { return nil }
        let found = Tesseract(
            path: path, languages: packs.filter(isLanguage), findsOrientation: packs.contains("osd"))
        known.withLock { $0 = found }
        return found
    }

    /// Names as those of files: what else stands in the list is words about it.
    private static func packs(in bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init).filter { name in
            (2...40).contains(name.utf8.count)
                && name.utf8.allSatisfy {
                    isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "/")
                }
        }
    }

    private static func isLanguage(_ pack: String) -> Bool { pack != "osd" && pack != "equ" && pack != "snum" }

    enum Reading: Sendable {
        case page(TesseractTable.Page)
        case timedOut
        case failed
    }

    /// Reads one picture.
    ///
    /// - Parameters:
    ///   - frame: Which picture of the file, from 0.
    ///   - dots: Dots an inch, where that is known.
    func read(_ picture: OpenFile, language: String, frame: Int = 0, dots: Int? = nil, seconds: Double) async throws
        -> Reading
    {
        var arguments = [OpenFile.pathInChild, "stdout", "-l", language, "--psm", findsOrientation ? "1" : "3"]
        if let dots { arguments += ["--dpi", "\(dots)"] }
        // Without a number all pictures of a TIFF are read, and none is told from the next.
        arguments += ["-c", "tessedit_page_number=\(frame)"]
        arguments += ["-c", "tessedit_create_tsv=1", "-c", "tessedit_create_txt=0"]
        let (outcome, output) = try await run(arguments, picture, seconds: seconds, limit: Self.mostOutput)
        if outcome.timedOut { return .timedOut }
        guard outcome.isSuccess, !outcome.wasCut, let page = TesseractTable.read(output) else { return .failed }
        return .page(page)
    }

    /// The script of a page, as Tesseract calls it: "Latin", "Cyrillic". `nil` where too little is written on it.
    func script(of picture: OpenFile, frame: Int = 0, seconds: Double) async throws -> String? {
        guard findsOrientation else { return nil }
        let arguments = [OpenFile.pathInChild, "stdout", "--psm", "0", "-c", "tessedit_page_number=\(frame)"]
        let (outcome, output) = try await run(arguments, picture, seconds: seconds, limit: 10_000)
        guard outcome.isSuccess else { return nil }
        var script: String?
        var isSure = false
        for line in String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("Script: ") {
                let name = line.dropFirst(8)
                script = name.utf8.allSatisfy(isLetter) && name.utf8.count < 40 ? String(name) : nil
            } else if line.hasPrefix("Script confidence: "), let value = Double(line.dropFirst(19)) {
                isSure = value >= Self.leastOfScript
            }
        }
        return isSure ? script : nil
    }

    private func run(
        _ arguments: [String], _ picture: OpenFile, seconds: Double, limit: Int
    ) async throws -> (ChildProcess.Outcome, [UInt8]) {
        try await ChildProcess(
            path: path, arguments: arguments,
            limits: .init(memory: Self.memory, processor: Int(seconds.rounded(.up)) + 2, seconds: seconds),
            file: picture,
            environment: Self.environment
        ).collect(limit: limit)
    }
}
#endif
