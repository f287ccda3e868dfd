import Foundation
import HearthCore
import HearthSystem

/// Reads PDF, with PDFKit where the system has it and with poppler's command-line tools elsewhere.
struct PDFReader {
    let configuration: DocumentReader.Configuration

    init(_ configuration: DocumentReader.Configuration) {
        self.configuration = configuration
    }

    /// Nothing of the PDF is written to a disk: poppler is handed a file in memory that has no name and cannot be changed.
    ///
    /// Pages without a text layer are read from their pictures, where that is wanted now and something here can.
    func read(_ bytes: [UInt8]) async throws -> ExtractedDocument {
        try PDFStreamGuard.check(bytes)
        let notes = try PDFNotes.read(bytes)
        #if canImport(PDFKit)
        return try await document(PDFKitText.read(bytes, limit: configuration.maximumTextBytes), notes) { page in
            PDFKitText.picture(of: bytes, page: page).map { ($0, nil) }
        }
        #elseif os(Linux)
        do {
            let file = try OpenFile(holding: bytes)
            let seconds = configuration.pictureSeconds
            return try await document(PopplerText.read(file, configuration), notes) { page in
                try await PagePicture.gray(of: file, page: page, seconds: seconds).map { ($0.bytes, $0.dots) }
            }
        } catch let error as SystemError {
            throw DocumentError(.notReadable, error.message)
        }
        #else
        throw DocumentError(.unsupportedFormat, "PDF cannot be read on this system.")
        #endif
    }

    /// - Parameter picture: Draws a page; gives its bytes and the dots an inch, where these are known.
    private func document(
        _ text: PDFText, _ notes: PDFNotes, picture: (_ page: Int) async throws -> ([UInt8], Int?)?
    ) async throws -> ExtractedDocument {
        guard !text.pages.isEmpty else { throw DocumentError(.damagedPDF, "The PDF has no pages that can be read.") }
        let pages = text.pages.map(PDFPageLayout.blocks)
        let reported = Set(text.warnings.compactMap(\.page))
        let bare = pages.indices.filter { pages[$0].isEmpty && !reported.contains($0 + 1) }.map { $0 + 1 }
        var reading = PageReading(count: pages.count, what: .pages, numbers: bare)
        if try await reading.prepare(configuration) {
            for number in bare.prefix(configuration.maximumPagePictures) {
                try Task.checkCancellation()
                if let (bytes, dots) = try await picture(number) {
                    try await reading.read(bytes, number, dots: dots)
                } else {
                    reading.warnings.append(ExtractionWarning(.damaged, "It could not be drawn.", page: number))
                    reading.fail(number)
                }
                if reading.isDue, number != bare.last {
                    configuration.recognized?(Self.document(text, notes, pages, reading))
                }
            }
            reading.leaveRest()
        }
        return Self.document(text, notes, pages, reading)
    }

    private static func document(
        _ text: PDFText, _ notes: PDFNotes, _ pages: [[PDFPageLayout.Piece]], _ reading: PageReading
    ) -> ExtractedDocument {
        var builder = DocumentBuilder()
        var layouts: [PageLayout] = []
        builder.title = text.title
        for (index, pieces) in pages.enumerated() {
            builder.beginPage()
            for piece in pieces { builder.append(piece.kind, piece.text) }
            if let page = reading.pages[index + 1], let layout = page.append(to: &builder, page: index + 1) {
                layouts.append(layout)
            }
            guard let notes = notes.notes[index + 1] else { continue }
            let letters =
                notes.contains(where: \.isDrawn)
                ? Self.letters(String(decoding: pieces.flatMap(\.text), as: UTF8.self)) : ""
            for note in notes where !note.isDrawn || !letters.contains(Self.letters(note.text)) {
                builder.append(.paragraph, (note.author.map { "Comment by \($0): " } ?? "Comment: ") + note.text)
            }
        }
        builder.warnings = text.warnings + notes.warnings + reading.warnings + reading.coverage()
        var document = builder.finish(format: .pdf)
        document.layouts = layouts
        return document
    }

    /// What is drawn stands in other lines than it was written in.
    private static func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
}

/// What a PDF library gives: the text of each page, in the order of the file, and what went wrong.
struct PDFText: Sendable {
    var title: String?
    /// UTF-8, lines ended by a line feed.
    var pages: [[UInt8]] = []
    var warnings: [ExtractionWarning] = []
}

// MARK: - Limits

/// Refuses PDFs that are small and unpack to very much.
///
/// What a page draws is packed, and a megabyte of it may stand for a gigabyte that is worth nothing and takes long. So the
/// streams are unpacked here, a window at a time and kept nowhere, until one passes what no document needs. Pictures are left
/// out: they may be large and plain, and nobody unpacks them for a text. What calls itself one to get by meets the limits of
/// the process that reads the PDF; this is what makes it quick.
enum PDFStreamGuard {
    /// Bytes that a stream may have, however well it was packed.
    static let harmless = 32 << 20
    /// Pages in tables of figures reach 30; deflate reaches 1,032.
    static let mostRatio = 100
    /// Bytes that are unpacked in all before the rest is left to the other limits.
    private static let budget = 1 << 30
    private static let mostLayers = 4
    private static let longestDictionary = 64 << 10

    /// - Throws: ``DocumentError`` `too-large`.
    static func check(_ bytes: [UInt8]) throws {
        let harms = try bytes.withUnsafeBytes { try isHarmful($0) }
        guard !harms else {
            throw DocumentError(
                .tooLarge,
                "The PDF unpacks to more than \(mostRatio) times its size; it is made to harm, or damaged.")
        }
    }

    private static func isHarmful(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
        var left = budget
        var position = 0
        // Between two streams each byte is looked at once, however many there are.
        var seen = 0
        while left > 0, let found = find("stream", in: bytes, position..<bytes.count) {
            position = found + 6
            guard let start = dataStart(bytes, after: position) else { continue }
            let before = max(seen, found - longestDictionary)..<found
            seen = position
            guard let depth = layers(bytes, in: before) else { continue }
            let data = UnsafeRawBufferPointer(rebasing: bytes[start...])
            let measure = try Inflater.measure(data, layers: depth, limit: left) { input, output in
                output <= harmless || output / mostRatio <= input
            }
            if !measure.isWithin { return true }
            left -= measure.output
            position = max(position, start + measure.input)
            seen = position
        }
        return false
    }

    /// Where a stream's bytes begin; `nil` where the word is only a word, such as the end of "endstream".
    private static func dataStart(_ bytes: UnsafeRawBufferPointer, after end: Int) -> Int? {
        guard end < bytes.count else { return nil }
        if bytes[end] == 0x0A { return end + 1 }
        guard bytes[end] == 0x0D else { return nil }
        return end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
    }

    /// How many times a stream was deflated; `nil` for a picture, for what is packed otherwise, and for what is no stream.
    private static func layers(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> Int? {
        var (start, end) = (range.lowerBound, range.upperBound)
        while let object = find(" obj", in: bytes, start..<end) { start = object + 4 }
        if find("#", in: bytes, start..<end) != nil {
            let plain = withoutEscapes(bytes[start..<end])
            // Nothing is escaped in it any more that could be a name.
            return plain.count < end - start ? plain.withUnsafeBytes { layers($0, in: 0..<$0.count) } : nil
        }
        guard find(">>", in: bytes, start..<end) != nil, find("/Image", in: bytes, start..<end) == nil else {
            return nil
        }
        let count = max(occurrences("/FlateDecode", in: bytes, start..<end), occurrences("/Fl", in: bytes, start..<end))
        return count > 0 ? min(count, mostLayers) : nil
    }

    /// With what names hide behind `#46` (ISO 32000-1, 7.3.5) as it is.
    private static func withoutEscapes(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var plain: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "#") {
                let digits = bytes[(index + 1)...].prefix(2)
                // One that stands for itself, or for nothing, is left out.
                if let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                    if byte != UInt8(ascii: "#") { plain.append(byte) }
                    index += 3
                } else {
                    index += 1
                }
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain
    }

    private static func occurrences(_ name: StaticString, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int
    {
        var count = 0
        var from = range.lowerBound
        while let found = find(name, in: bytes, from..<range.upperBound) {
            from = found + name.utf8CodeUnitCount
            if from >= range.upperBound || !isLetter(bytes[from]) { count += 1 }
        }
        return count
    }

    /// By `memchr`, since it runs over whole files.
    static func find(
        _ word: StaticString, in bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Int? {
        let length = word.utf8CodeUnitCount
        guard let base = bytes.baseAddress else { return nil }
        return word.withUTF8Buffer { word in
            guard let pattern = word.baseAddress else { return nil }
            var from = range.lowerBound
            while range.upperBound - from >= length {
                let left = range.upperBound - from - length + 1
                guard let found = memchr(base + from, Int32(word[0]), left) else { return nil }
                let place = base.distance(to: UnsafeRawPointer(found))
                if memcmp(found, pattern, length) == 0 { return place }
                from = place + 1
            }
            return nil
        }
    }
}
