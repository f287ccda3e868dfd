package import HearthCore
package import HearthSystem

/// The words of a PDF's page with their places, as `pdftotext -bbox` writes them, and where in them a quote stands.
package struct PageWords: Sendable {
    struct Word: Equatable, Sendable {
        /// Letters and figures, as ``folded(_:)`` leaves them.
        var folded: [UInt8]
        var box: PageBox
    }

    private(set) var words: [Word] = []

    private static let mostWords = 50_000

    #if os(Linux)
    private static let memory = 448 << 20
    private static let mostOutput = 16 << 20

    /// - Returns: `nil` where the page cannot be read.
    package static func read(_ file: OpenFile, page: Int, seconds: Double = 8) async throws -> PageWords? {
        guard let tool = ToolLocator.path(of: "pdftotext") else { return nil }
        let (outcome, output) = try await ChildProcess(
            path: tool,
            arguments: [
                "-q", "-raw", "-bbox", "-enc", "UTF-8", "-f", "\(page)", "-l", "\(page)", OpenFile.pathInChild, "-",
            ], limits: .init(memory: memory, processor: Int(seconds) + 2, seconds: seconds), file: file
        ).collect(limit: mostOutput)
        guard outcome.isSuccess, !outcome.wasCut else { return nil }
        return PageWords(output)
    }
    #endif

    /// - Parameter bytes: What `pdftotext` wrote: a line for each word.
    /// - Returns: `nil` for what is not of that form.
    init?(_ bytes: [UInt8]) {
        var size: (width: Double, height: Double)?
        for line in Lines(bytes) {
            let text = bytes[bytes.trimmed(line.range)]
            if text.starts(with: "<page ") {
                guard size == nil, let width = Self.value("width", in: text),
                    let height = Self.value("height", in: text),
                    width >= 1, height >= 1
                else { return nil }
                size = (width, height)
            } else if text.starts(with: "<word ") {
                guard let size, words.count < Self.mostWords, let word = Self.word(text, size) else { return nil }
                if !word.folded.isEmpty { words.append(word) }
            }
        }
        guard size != nil else { return nil }
    }

    /// One rectangle for each line that a quote stands on; empty where it is not found.
    ///
    /// - Parameters:
    ///   - span: Of the quote in `text`.
    ///   - text: The page, as it is in the document.
    package func lines(of span: Range<Int>, in text: [UInt8]) -> [PageBox] {
        guard span.lowerBound >= 0, span.upperBound <= text.count else { return [] }
        let quote = Self.folded(text[span])
        guard !quote.isEmpty else { return [] }
        var stream: [UInt8] = []
        var starts: [Int] = []
        for word in words {
            starts.append(stream.count)
            stream += word.folded
        }
        // Where it should begin, if both came in one order; else the first place behind that, else the first of all.
        let expected = Self.folded(text[..<span.lowerBound]).count
        let near = max(0, expected - quote.count)
        let found = near < stream.count ? ByteSearch.first(quote, in: stream, within: near..<stream.count) : nil
        guard let start = found ?? ByteSearch.first(quote, in: stream) else { return [] }
        let place = start..<(start + quote.count)
        return PageBox.lines(
            of: words.indices.filter {
                starts[$0] < place.upperBound && starts[$0] + words[$0].folded.count > place.lowerBound
            }.map { words[$0].box })
    }

    /// What is the same on the page and in the text: without white space, and without marks, of which a line's end may take one.
    static func folded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        PDFTextCleaner.clean(Array(bytes)).filter { isLetter($0) || isDigit($0) || $0 >= 0x80 }
    }

    private static func word(_ line: ArraySlice<UInt8>, _ page: (width: Double, height: Double)) -> Word? {
        guard let left = value("xMin", in: line), let top = value("yMin", in: line),
            let right = value("xMax", in: line),
            let bottom = value("yMax", in: line), let open = line.firstIndex(of: UInt8(ascii: ">")),
            let close = line.lastIndex(of: UInt8(ascii: "<")), close > open
        else { return nil }
        // Words may stand partly, or wholly, outside of what is shown.
        func part(_ value: Double, of whole: Double) -> Int {
            Int((min(max(value / whole, 0), 1) * Double(PageBox.parts)).rounded())
        }
        let (x, y) = (part(left, of: page.width), part(top, of: page.height))
        let width = max(part(right, of: page.width) - x, 0)
        let height = max(part(bottom, of: page.height) - y, 0)
        guard let box = PageBox(left: x, top: y, width: width, height: height) else { return nil }
        let text = String(decoding: line[(open + 1)..<close], as: UTF8.self)
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
        return Word(folded: folded(text.utf8), box: box)
    }

    /// The number behind `name="`.
    private static func value(_ name: StaticString, in line: ArraySlice<UInt8>) -> Double? {
        guard let place = line.firstIndex(of: name, in: line.indices) else { return nil }
        let start = place + name.utf8CodeUnitCount + 2
        guard start < line.endIndex else { return nil }
        let digits = line[start...].prefix { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard digits.count <= 24, let number = Double(String(decoding: digits, as: UTF8.self)), abs(number) < 1e9 else {
            return nil
        }
        return number
    }
}

/// A page as a person is shown it.
package struct PagePictureFile: Sendable {
    package var bytes: [UInt8]
    /// `image/jpeg` or `image/png`.
    package var type: String
}

extension DocumentReader {
    /// A page of a document as a picture.
    ///
    /// - Parameters:
    ///   - file: The file that the document was read from, unchanged.
    ///   - page: Counts from 1.
    ///   - side: Points of its longer side, where the page is drawn.
    /// - Returns: `nil` where the page cannot be shown: of another format, damaged, or by a program that is not there.
    package static func picture(
        of file: OpenFile, format: DocumentFormat, page: Int, side: Int, seconds: Double = 20
    ) async throws -> PagePictureFile? {
        switch format {
        case .pdf:
            #if canImport(PDFKit)
            return PDFKitText.picture(of: try file.bytes(count: file.size), page: page, side: side)
                .map { PagePictureFile(bytes: $0, type: "image/png") }
            #elseif os(Linux)
            return try await PagePicture.shown(of: file, page: page, side: side, seconds: seconds)
                .map { PagePictureFile(bytes: $0, type: "image/jpeg") }
            #else
            return nil
            #endif
        case .image:
            // Shown as it is: whoever looks at it has a browser, which has read many a picture from a stranger.
            guard page == 1, file.size <= mostShown else { return nil }
            let bytes = try file.bytes(count: file.size)
            guard let header = try? PictureHeader.read(bytes), let frame = header.frames.first,
                frame.width <= PictureHeader.mostPoints / max(frame.height, 1)
            else { return nil }
            switch header.kind {
            case .png: return PagePictureFile(bytes: bytes, type: "image/png")
            case .jpeg: return PagePictureFile(bytes: bytes, type: "image/jpeg")
            // Every browser of today shows these.
            case .webp: return PagePictureFile(bytes: bytes, type: "image/webp")
            case .avif: return PagePictureFile(bytes: bytes, type: "image/avif")
            case .tiff, .heif: return nil
            }
        default: return nil
        }
    }

    /// Bytes of a picture that is shown as it is.
    private static let mostShown = 40_000_000
}
