// The part of Apple's Vision that Hearth uses, declared by us after Apple's public documentation (this file: 2026-11-26), so that
// the file that reads pictures can be type-checked on any machine. Nothing here runs.

public import Foundation

public enum VNRequestTextRecognitionLevel: Int { case accurate, fast }

open class VNRequest: NSObject {}

open class VNRectangleObservation: NSObject {
    open var boundingBox: CGRect { .zero }
}

open class VNRecognizedText: NSObject {
    open var string: String { "" }
    open var confidence: Float { 0 }
    open func boundingBox(for range: Range<String.Index>) throws -> VNRectangleObservation? { nil }
}

open class VNRecognizedTextObservation: VNRectangleObservation {
    open func topCandidates(_ maxCandidateCount: Int) -> [VNRecognizedText] { [] }
}

open class VNRecognizeTextRequest: VNRequest {
    open var recognitionLevel = VNRequestTextRecognitionLevel.accurate
    open var usesLanguageCorrection = true
    open var automaticallyDetectsLanguage = false
    open var results: [VNRecognizedTextObservation]? { nil }
}

public struct VNImageOption: Hashable, Sendable {}

open class VNImageRequestHandler: NSObject {
    public init(data imageData: Data, options: [VNImageOption: Any] = [:]) {}
    open func perform(_ requests: [VNRequest]) throws {}
}
