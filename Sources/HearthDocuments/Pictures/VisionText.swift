#if canImport(Vision)
import Foundation
import HearthCore
import Vision

/// Text of a picture through Apple's Vision, which finds the language and how the picture is turned by itself.
enum VisionText {
    /// - Parameter bytes: A picture's file, whose size was looked at. Of several pictures in it the first is read.
    /// - Returns: `nil` where it cannot be read.
    static func read(_ bytes: [UInt8]) -> RecognizedPage? {
        let request = VNRecognizeTextRequest()
        request.recognitionLevel = .accurate
        request.usesLanguageCorrection = true
        request.automaticallyDetectsLanguage = true
        do {
            try VNImageRequestHandler(data: Data(bytes), options: [:]).perform([request])
        } catch {
            return nil
        }
        return RecognizedPage(paragraphs: paragraphs(request.results ?? []))
    }

    /// Lines in their order; a gap that is larger than a line is high begins a paragraph.
    private static func paragraphs(_ observations: [VNRecognizedTextObservation]) -> [RecognizedPage.Paragraph] {
        var found: [RecognizedPage.Paragraph] = []
        var bottom: Double?
        for observation in observations {
            guard let text = observation.topCandidates(1).first else { continue }
            let line = words(of: text)
            guard !line.isEmpty else { continue }
            let box = observation.boundingBox
            let gap = bottom.map { $0 - box.maxY } ?? 0
            if bottom == nil || abs(gap) > box.height {
                found.append([line])
            } else {
                found[found.count - 1].append(line)
            }
            bottom = box.minY
        }
        return found
    }

    private static func words(of text: VNRecognizedText) -> [RecognizedPage.Word] {
        text.string.split(whereSeparator: \.isWhitespace).compactMap { word in
            guard let place = try? text.boundingBox(for: word.startIndex..<word.endIndex),
                let box = PageBox(place.boundingBox)
            else { return nil }
            return RecognizedPage.Word(
                text: PDFTextCleaner.clean(Array(word.utf8)), box: box, confidence: Int(text.confidence * 100))
        }
    }
}

extension PageBox {
    /// From a rectangle of Vision, whose origin is the lower left corner and whose sides are 1.
    fileprivate init?(_ box: CGRect) {
        func part(_ value: Double) -> Int { Int(min(max(value, 0), 1) * Double(Self.parts)) }
        let (left, top) = (part(box.minX), part(1 - box.maxY))
        self.init(left: left, top: top, width: part(box.maxX) - left, height: part(1 - box.minY) - top)
    }
}
#endif
