// The part of Apple's Speech framework that Hearth uses, declared by us after Apple's public documentation (read for the
// 26.0 releases; this file: 2026-11-21), so that the Apple files can be type-checked on any machine. Nothing here runs.

public import AVFoundation
public import Foundation

public protocol SpeechModule: AnyObject, Sendable {}

public final class SpeechTranscriber: SpeechModule {
    public enum TranscriptionOption: Sendable { case etiquetteReplacements }
    public enum ReportingOption: Sendable { case volatileResults, alternativeTranscriptions, fastResults }
    public enum ResultAttributeOption: Sendable { case audioTimeRange, transcriptionConfidence }

    public struct Result: Sendable {
        public var text: AttributedString { fatalError() }
        public var range: CMTimeRange { fatalError() }
        public var isFinal: Bool { fatalError() }
    }

    public init(
        locale: Locale, transcriptionOptions: Set<TranscriptionOption>, reportingOptions: Set<ReportingOption>,
        attributeOptions: Set<ResultAttributeOption>
    ) {}
    public static var isAvailable: Bool { false }
    public static func supportedLocale(equivalentTo locale: Locale) async -> Locale? { nil }
    public var results: some Sendable & AsyncSequence<Result, any Error> {
        AsyncThrowingStream<Result, any Error> { _ in }
    }
}

public struct AnalyzerInput: Sendable {
    public init(buffer: AVAudioPCMBuffer) {}
}

public final class AnalysisContext: @unchecked Sendable {
    public struct ContextualStringsTag: Hashable, Sendable {
        public static let general = ContextualStringsTag()
    }
    public init() {}
    public var contextualStrings: [ContextualStringsTag: [String]] = [:]
}

public final actor SpeechAnalyzer {
    public init(modules: [any SpeechModule]) {}
    public static func bestAvailableAudioFormat(compatibleWith modules: [any SpeechModule]) async -> AVAudioFormat? {
        nil
    }
    public func setContext(_ context: AnalysisContext) async throws {}
    public func analyzeSequence<Sequence: AsyncSequence & Sendable>(_ sequence: Sequence) async throws -> CMTime?
    where Sequence.Element == AnalyzerInput { nil }
    public func finalizeAndFinish(through time: CMTime) async throws {}
    public func cancelAndFinishNow() async {}
}

public final class AssetInstallationRequest: Sendable {
    public func downloadAndInstall() async throws {}
}

public enum AssetInventory {
    public static func assetInstallationRequest(
        supporting modules: [any SpeechModule]
    ) async throws -> AssetInstallationRequest? { nil }
}

extension AttributeScopes {
    public struct SpeechAttributes: AttributeScope {
        public enum TimeRangeAttribute: AttributedStringKey {
            public typealias Value = CMTimeRange
            public static let name = "Speech.TimeRange"
        }
        public enum ConfidenceAttribute: AttributedStringKey {
            public typealias Value = Double
            public static let name = "Speech.Confidence"
        }
        public let audioTimeRange: TimeRangeAttribute
        public let transcriptionConfidence: ConfidenceAttribute
    }
}

extension AttributeDynamicLookup {
    public subscript<Key: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.SpeechAttributes, Key>
    ) -> Key { self[Key.self] }
}
