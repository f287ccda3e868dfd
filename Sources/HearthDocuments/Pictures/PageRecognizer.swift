import HearthCore
import HearthSystem

/// Reads the text of pictures of pages, one after the other, and finds the language of each on its way.
///
/// With Apple's Vision where the system has it, with Tesseract elsewhere.
struct PageRecognizer {
    /// What became of one picture.
    enum Outcome: Sendable {
        case page(RecognizedPage)
        case timedOut
        case failed
    }

    /// Packages, and what for, that would read more: their names on Debian.
    private(set) var missing: Set<String> = []
    /// The languages in which pages were read (BCP 47 where it is known, else the pack's name).
    private(set) var languages: Set<String> = []
    private let configuration: DocumentReader.Configuration

    #if canImport(Vision)
    private init(_ configuration: DocumentReader.Configuration) { self.configuration = configuration }

    /// `nil` where nothing here reads pictures.
    static func here(_ configuration: DocumentReader.Configuration) async throws -> PageRecognizer? {
        PageRecognizer(configuration)
    }

    /// The package to install where there is none.
    static let package = ""

    mutating func read(_ bytes: [UInt8], frame: Int = 0, dots: Int? = nil, orientation: Int = 1) async throws -> Outcome
    {
        // Of a file with several pictures, Vision is given the first.
        guard frame == 0, let page = VisionText.read(bytes) else { return .failed }
        return .page(page)
    }
    #else
    private let tesseract: Tesseract
    /// The pack by which the page before was read.
    private var current: String?
    private var lookedForScript = false

    private init(_ configuration: DocumentReader.Configuration, _ tesseract: Tesseract) {
        self.configuration = configuration
        self.tesseract = tesseract
    }

    /// `nil` where nothing here reads pictures.
    static func here(_ configuration: DocumentReader.Configuration) async throws -> PageRecognizer? {
        try await Tesseract.installed().map { PageRecognizer(configuration, $0) }
    }

    /// The package to install where there is none.
    static let package = "tesseract-ocr"

    /// From here on a page was read by the right pack: words of another language are less sure in the mean.
    private static let good = 85.0
    /// Letters that tell a language.
    private static let telling = 60

    /// Reads one picture.
    ///
    /// The pack of the page before is tried first, else English or what there is. What was read tells the language, mostly, and the
    /// page is read once more where that has a pack of its own; the surer reading counts. Only where no reading is sure is the
    /// script looked for, which takes half as long as a reading.
    ///
    /// - Parameters:
    ///   - bytes: A picture's file, whose size was looked at.
    ///   - frame: Which picture of the file, from 0.
    ///   - dots: Dots an inch, where that is known.
    ///   - orientation: How it is turned when it is shown; see ``PictureHeader/orientation``.
    mutating func read(_ bytes: [UInt8], frame: Int = 0, dots: Int? = nil, orientation: Int = 1) async throws -> Outcome
    {
        let file = try OpenFile(holding: bytes)
        let first = current ?? (tesseract.languages.contains("eng") ? "eng" : tesseract.languages[0])
        let outcome = try await read(file, first, frame, dots, orientation)
        guard case .page(var best) = outcome else { return outcome }
        var pack = first
        var tried: Set<String> = [first]
        if let wanted = found(in: best), !tried.contains(wanted), tesseract.languages.contains(wanted) {
            tried.insert(wanted)
            if case .page(let other) = try await read(file, wanted, frame, dots, orientation), other.isSurer(than: best)
            {
                (best, pack) = (other, wanted)
            }
        }
        if best.confidence < Self.good, !lookedForScript || best.isEmpty {
            lookedForScript = true
            if let script = try await tesseract.script(of: file, frame: frame, seconds: configuration.pictureSeconds) {
                let fitting = tesseract.languages.filter { RecognitionLanguage.reads($0, script: script) }
                if fitting.isEmpty, let package = RecognitionLanguage.package(ofScript: script) {
                    missing.insert(package)
                }
                for other in fitting.filter({ !tried.contains($0) }).prefix(3) {
                    if case .page(let read) = try await read(file, other, frame, dots, orientation),
                        read.isSurer(than: best)
                    {
                        (best, pack) = (read, other)
                    }
                }
            }
        }
        guard !best.isEmpty else { return .page(best) }
        // What it was read as may tell the language now.
        if let wanted = found(in: best), !tesseract.languages.contains(wanted) {
            missing.insert(RecognitionLanguage.package(of: wanted))
        }
        current = pack
        languages.insert(RecognitionLanguage.language(of: pack) ?? pack)
        return .page(best)
    }

    private func read(
        _ file: OpenFile, _ language: String, _ frame: Int, _ dots: Int?, _ orientation: Int
    ) async throws -> Outcome {
        let reading = try await tesseract.read(
            file, language: language, frame: frame, dots: dots, seconds: configuration.pictureSeconds)
        switch reading {
        case .page(let table): return .page(RecognizedPage(table, orientation: orientation))
        case .timedOut: return .timedOut
        case .failed: return .failed
        }
    }

    /// The pack for the language of what was read; `nil` where there is too little of it, or nobody here tells languages.
    private func found(in page: RecognizedPage) -> String? {
        let words = page.words
        guard words.reduce(0, { $0 + $1.text.count }) >= Self.telling else { return nil }
        let text = String(decoding: Array(words.map(\.text).joined(separator: [space])), as: UTF8.self)
        return configuration.identifiesLanguage?(text).flatMap(RecognitionLanguage.pack)
    }
    #endif
}

extension RecognizedPage {
    /// Whether this is the better reading of a page: surer, and not by saying much less.
    func isSurer(than other: RecognizedPage) -> Bool {
        guard !isEmpty else { return false }
        guard !other.isEmpty else { return true }
        let (mine, others) = (words.count, other.words.count)
        return confidence > other.confidence && mine * 2 > others
    }
}
