import HearthCore
import HearthSystem

/// Reads pictures as documents: the text that is on them, with the place of each word.
///
/// A picture without text is a document without text, not a failure; so is one that nothing here can read, and both say so.
struct PictureReader {
    let configuration: DocumentReader.Configuration

    init(_ configuration: DocumentReader.Configuration) {
        self.configuration = configuration
    }

    func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        let header = try PictureHeader.read(bytes)
        let count = header.frames.count
        var reading = PageReading(count: count, what: .pictures)
        try await recognize(bytes, header, &reading)
        if header.isCut {
            reading.warnings.append(
                ExtractionWarning(.truncated, "Only the first \(count) pictures of the file were read."))
        }
        return document(reading)
    }

    private func document(_ reading: PageReading) -> ExtractedDocument {
        var builder = DocumentBuilder()
        var layouts: [PageLayout] = []
        for number in 1...reading.count {
            builder.beginPage()
            if let page = reading.pages[number], let layout = page.append(to: &builder, page: number) {
                layouts.append(layout)
            }
        }
        builder.warnings = reading.warnings + reading.coverage()
        var document = builder.finish(format: .image)
        document.layouts = layouts
        return document
    }

    private func recognize(_ bytes: [UInt8], _ header: PictureHeader, _ reading: inout PageReading) async throws {
        #if !canImport(Vision)
        if configuration.recognition != .never, let missing = PictureDecoder.missing(for: header.kind) {
            reading.lack(missing)
        }
        #endif
        guard try await reading.prepare(configuration) else { return }
        for (index, frame) in header.frames.enumerated() {
            try Task.checkCancellation()
            let number = index + 1
            if frame.width > PictureHeader.mostPoints / max(frame.height, 1) {
                reading.warnings.append(
                    ExtractionWarning(
                        .truncated,
                        "The picture has \(frame.width) × \(frame.height) points; at most "
                            + "\(PictureHeader.mostPoints / 1_000_000) million are read.", page: number))
                reading.fail(number)
                continue
            }
            // An icon, a line of a design: too small for a letter.
            if min(frame.width, frame.height) < Self.leastPoints {
                reading.add(RecognizedPage(paragraphs: []), number)
            } else {
                try await read(bytes, header, index, &reading)
            }
            if reading.isDue, number < reading.count { configuration.recognized?(document(reading)) }
        }
    }

    private func read(
        _ bytes: [UInt8], _ header: PictureHeader, _ index: Int, _ reading: inout PageReading
    ) async throws {
        let number = index + 1
        #if canImport(Vision)
        try await reading.read(bytes, number, frame: index, orientation: header.orientation)
        #else
        switch try await PictureDecoder.decoded(bytes, header, seconds: configuration.pictureSeconds) {
        case .picture(let picture):
            try await reading.read(picture, number, frame: index, orientation: header.orientation)
        case .timedOut: reading.timeOut(number)
        case .failed: reading.damaged(number)
        }
        #endif
    }

    private static let leastPoints = 16
}

/// Pages that are being read from their pictures, and what is to be said of them.
struct PageReading {
    enum What { case pages, pictures }

    /// Pages of the document.
    let count: Int
    let what: What
    private(set) var pages: [Int: RecognizedPage] = [:]
    var warnings: [ExtractionWarning] = []
    /// To be read, in order.
    private(set) var waiting: [Int]
    private var failed: [Int] = []
    private var isMissing = false
    /// What is said where a program is missing that these pictures need besides.
    private var lacking: ExtractionWarning?
    private var recognizer: PageRecognizer?
    private var shown = ContinuousClock.now

    /// Seconds after which what was read so far is worth to be shown.
    private static let patience = 20.0

    /// - Parameter numbers: The pages that have no text of their own; all of them where this is `nil`.
    init(count: Int, what: What, numbers: [Int]? = nil) {
        self.count = count
        self.what = what
        waiting = numbers ?? Array(1...count)
    }

    /// Whether pictures are read, now and here.
    mutating func prepare(_ configuration: DocumentReader.Configuration) async throws -> Bool {
        guard configuration.recognition != .never, !waiting.isEmpty else { return false }
        recognizer = try await PageRecognizer.here(configuration)
        isMissing = recognizer == nil
        return recognizer != nil && lacking == nil && configuration.recognition == .now
    }

    mutating func lack(_ missing: ExtractionWarning) { lacking = missing }

    mutating func read(
        _ bytes: [UInt8], _ number: Int, frame: Int = 0, dots: Int? = nil, orientation: Int = 1
    ) async throws {
        guard var reader = recognizer else { return }
        recognizer = nil
        defer { recognizer = reader }
        switch try await reader.read(bytes, frame: frame, dots: dots, orientation: orientation) {
        case .page(let page): add(page, number)
        case .timedOut: timeOut(number)
        case .failed: damaged(number)
        }
    }

    mutating func timeOut(_ number: Int) {
        warnings.append(ExtractionWarning(.damaged, "Its picture took too long to read.", page: number))
        fail(number)
    }

    mutating func damaged(_ number: Int) {
        warnings.append(ExtractionWarning(.damaged, "Its picture could not be read.", page: number))
        fail(number)
    }

    mutating func add(_ page: RecognizedPage, _ number: Int) {
        pages[number] = page
        waiting.removeAll { $0 == number }
    }

    mutating func fail(_ number: Int) {
        failed.append(number)
        waiting.removeAll { $0 == number }
    }

    /// What is over the most that is read of one document stays unread, and is said to.
    mutating func leaveRest() {
        guard !waiting.isEmpty else { return }
        warnings.append(
            ExtractionWarning(
                .truncated, "\(waiting.count) more pages were not read from their pictures: a limit was reached.",
                page: waiting[0]))
        failed += waiting
        waiting = []
    }

    /// Whether enough time went by for what was read so far to be shown; then the time begins anew.
    var isDue: Bool {
        mutating get {
            guard (ContinuousClock.now - shown).seconds > Self.patience else { return false }
            shown = .now
            return true
        }
    }

    /// What was read, how surely, and what was not.
    func coverage() -> [ExtractionWarning] {
        var said: [ExtractionWarning] = []
        let read = pages.filter { !$0.value.isEmpty }
        if !read.isEmpty {
            let names = recognizer.map { $0.languages.sorted().joined(separator: ", ") } ?? ""
            let languages = names.isEmpty ? "" : " (\(names))"
            said.append(
                ExtractionWarning(
                    .recognized,
                    what == .pictures && count == 1
                        ? "The text was read from the picture\(languages)."
                        : "The text of \(Self.list(read.keys.sorted(), what)) was read from "
                            + "\(read.count == 1 ? "its picture" : "their pictures")\(languages)."))
        }
        let words = read.values.reduce(0) { $0 + $1.words.count }
        let doubtful = read.values.reduce(0) { $0 + $1.words.count { $0.confidence < RecognizedPage.doubtful } }
        if doubtful > 0 {
            said.append(
                ExtractionWarning(
                    .doubtful, "\(doubtful) of \(words) words were hard to read and may be wrong."))
        }
        let illegible = pages.values.reduce(0) { $0 + $1.illegible }
        if illegible > 0 {
            said.append(
                ExtractionWarning(
                    .doubtful,
                    illegible == 1
                        ? "1 word was illegible and left out." : "\(illegible) words were illegible and left out."))
        }
        let without = pages.filter(\.value.isEmpty).keys.sorted()
        for number in without.prefix(Self.mostNamed) {
            said.append(
                what == .pictures && count == 1
                    ? ExtractionWarning(.noTextLayer, "No text was found in the picture.")
                    : ExtractionWarning(
                        .noTextLayer, "Page \(number) has no text, and none was found in its picture.", page: number))
        }
        if without.count > Self.mostNamed {
            said.append(
                ExtractionWarning(
                    .noTextLayer, "The same holds for \(without.count - Self.mostNamed) more pages."))
        }
        return said + unread()
    }

    private func unread() -> [ExtractionWarning] {
        guard !waiting.isEmpty else { return missingLanguages }
        let isPicture = what == .pictures
        if recognizer != nil, lacking == nil {
            return [
                ExtractionWarning(
                    .recognitionPending,
                    waiting.count == 1
                        ? "1 \(isPicture ? "picture" : "page") is still to be read."
                        : "\(waiting.count) \(isPicture ? "pictures" : "pages") are still to be read.")
            ]
        }
        var said = waiting.map { number in
            isPicture && count == 1
                ? ExtractionWarning(.noTextLayer, "The text of the picture was not read.")
                : ExtractionWarning(.noTextLayer, "Page \(number) has no text; it may be a scan.", page: number)
        }
        if isMissing {
            said.append(
                ExtractionWarning(
                    .recognizerMissing, "The text of pictures is read with Tesseract, which is not installed.",
                    missingPackage: PageRecognizer.package))
        }
        if let lacking { said.append(lacking) }
        return said
    }

    private var missingLanguages: [ExtractionWarning] {
        (recognizer?.missing ?? []).sorted().map {
            ExtractionWarning(
                .languageMissing, "More would be read, and better, with a language of Tesseract that is not installed.",
                missingPackage: $0)
        }
    }

    /// Pages that are named one by one; more are counted.
    private static let mostNamed = 20

    /// "page 3", "pages 2, 5 to 9 and 3 more": runs of numbers, ten at most.
    static func list(_ numbers: [Int], _ what: What = .pages) -> String {
        let word = what == .pictures ? "picture" : "page"
        guard numbers.count != 1 else { return "\(word) \(numbers[0])" }
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        let named = runs.prefix(10)
        let words = named.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
        let rest = numbers.count - named.reduce(0) { $0 + $1.count }
        return "\(word)s " + words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
