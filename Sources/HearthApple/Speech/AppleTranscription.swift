#if canImport(Speech)
import AVFoundation
import Foundation
import HearthCore
import Speech

/// One clip through Apple's SpeechAnalyzer.
@available(macOS 26, iOS 26, visionOS 26, *)
struct AppleTranscription {
    let options: RecognitionOptions
    let allowsDownload: Bool

    func run(_ clip: [Float], _ partial: @escaping @Sendable (String) -> Void) async throws -> RecognizedSpeech {
        let wish = options.language ?? Locale.current.language.languageCode?.identifier ?? "en"
        guard let locale = await SpeechTranscriber.supportedLocale(equivalentTo: Locale(identifier: wish)) else {
            throw AppleSpeechError.unknownLanguage(wish)
        }
        let transcriber = SpeechTranscriber(
            locale: locale, transcriptionOptions: [], reportingOptions: [.volatileResults],
            attributeOptions: [.audioTimeRange, .transcriptionConfidence])
        try await install(transcriber, language: wish)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        if !options.vocabulary.isEmpty {
            let context = AnalysisContext()
            context.contextualStrings[.general] = options.vocabulary
            try await analyzer.setContext(context)
        }
        let buffer = try await AppleAudio.buffer(clip, for: transcriber)
        return try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: RecognizedSpeech?.self) { group in
                group.addTask {
                    try await Self.collect(transcriber.results, language: Self.code(locale), partial)
                }
                group.addTask {
                    let input = AsyncStream<AnalyzerInput> { continuation in
                        continuation.yield(AnalyzerInput(buffer: buffer))
                        continuation.finish()
                    }
                    let end = try await analyzer.analyzeSequence(input)
                    if let end {
                        try await analyzer.finalizeAndFinish(through: end)
                    } else {
                        await analyzer.cancelAndFinishNow()
                    }
                    return nil
                }
                var speech = RecognizedSpeech(segments: [], language: Self.code(locale))
                for try await result in group { speech = result ?? speech }
                return speech
            }
        } onCancel: {
            // The handler cannot wait; the analyzer ends its results by itself.
            Task { await analyzer.cancelAndFinishNow() }
        }
    }

    private func install(_ transcriber: SpeechTranscriber, language: String) async throws {
        guard let request = try await AssetInventory.assetInstallationRequest(supporting: [transcriber]) else { return }
        // Nothing is fetched that nobody asked for.
        guard allowsDownload else { throw AppleSpeechError.notInstalled(language) }
        try await request.downloadAndInstall()
    }

    private static func collect(
        _ results: some AsyncSequence<SpeechTranscriber.Result, any Error>, language: String?,
        _ partial: @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech {
        var segments: [RecognizedSegment] = []
        for try await result in results {
            let text = String(result.text.characters)
            let soFar = segments.map(\.text) + [text]
            partial(soFar.joined(separator: " "))
            if result.isFinal, let segment = segment(result) { segments.append(segment) }
        }
        return RecognizedSpeech(segments: segments, language: language)
    }

    private static func segment(_ result: SpeechTranscriber.Result) -> RecognizedSegment? {
        let text = String(result.text.characters).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        var words: [RecognizedWord] = []
        for run in result.text.runs {
            let word = String(result.text[run.range].characters).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !word.isEmpty, let range = run.audioTimeRange else { continue }
            words.append(
                RecognizedWord(
                    start: range.start.seconds, end: range.end.seconds, text: word,
                    confidence: run.transcriptionConfidence))
        }
        let sure = words.compactMap(\.confidence)
        return RecognizedSegment(
            start: result.range.start.seconds, end: result.range.end.seconds, text: text,
            confidence: sure.isEmpty ? nil : sure.reduce(0, +) / Double(sure.count), words: words.isEmpty ? nil : words)
    }

    private static func code(_ locale: Locale) -> String? { locale.language.languageCode?.identifier }
}

// MARK: - Sound

/// Our samples in the form that the analyzer wants.
@available(macOS 26, iOS 26, visionOS 26, *)
enum AppleAudio {
    static func buffer(_ samples: [Float], for transcriber: SpeechTranscriber) async throws -> AVAudioPCMBuffer {
        guard
            let format = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: Double(AudioFormat.sampleRate), channels: 1,
                interleaved: false),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, samples.count))),
            let channel = buffer.floatChannelData?[0]
        else { throw AppleSpeechError.failed }
        for (index, sample) in samples.enumerated() { channel[index] = sample }
        buffer.frameLength = AVAudioFrameCount(samples.count)
        guard let wanted = await SpeechAnalyzer.bestAvailableAudioFormat(compatibleWith: [transcriber]),
            wanted != format
        else { return buffer }
        return try convert(buffer, to: wanted)
    }

    private static func convert(_ buffer: AVAudioPCMBuffer, to format: AVAudioFormat) throws -> AVAudioPCMBuffer {
        let ratio = format.sampleRate / buffer.format.sampleRate
        let capacity = AVAudioFrameCount((Double(buffer.frameLength) * ratio).rounded(.up)) + 1_024
        guard let converter = AVAudioConverter(from: buffer.format, to: format),
            let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity)
        else { throw AppleSpeechError.failed }
        let input = ConverterInput(buffer)
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            guard let buffer = input.take() else {
                status.pointee = .endOfStream
                return nil
            }
            status.pointee = .haveData
            return buffer
        }
        guard status != .error else { throw AppleSpeechError.failed }
        return output
    }
}
#endif
