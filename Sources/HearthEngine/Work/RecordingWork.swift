import Foundation
package import HearthCore
import HearthKnowledge
import HearthSystem
import HearthText
import HearthVoice

/// Recordings that are to be written down, as a task. What was said is kept as transcripts; the sound goes with the task.
///
/// A worker that takes it over goes on behind the recordings that were written down already. One that was written down and not told is
/// written down again: the same words are the same document, under the same name.
package struct RecordingWork: Codable, Sendable {
    package struct File: Codable, Sendable {
        /// The name that it came with, with its folder.
        package var name: String
        /// The last part of it, whose ending tells the format.
        package var last: String

        package init(name: String, last: String) { (self.name, self.last) = (name, last) }
    }

    package var files: [File]
    /// What their sender calls them.
    package var label: SensitivityLabel?
    /// `nil` takes what is best where they are written down.
    package var engine: SpeechEngine?
    package var model: String?
    package var language: String?
    /// Whether speakers are told apart, where the recording allows it.
    package var diarizes: Bool

    package init(
        files: [File], label: SensitivityLabel?, engine: SpeechEngine?, model: String?, language: String?,
        diarizes: Bool
    ) {
        (self.files, self.label, self.engine, self.model) = (files, label, engine, model)
        (self.language, self.diarizes) = (language, diarizes)
    }

    private var request: VoiceRequest {
        VoiceRequest(
            engine: engine, model: model, options: RecognitionOptions(language: language),
            diarization: diarizes ? .automatic : .off)
    }

    /// - Parameter done: How many recordings an earlier attempt told of.
    func run(_ hearth: Hearth, _ files: TaskFiles, _ report: Hearth.Jobs.Report, done: Int) async throws {
        await report.progress(0, "Loading the speech model")
        let pipeline = try await hearth.voice.pipeline(request)
        for (index, file) in self.files.enumerated() where index >= done && index < files.paths.count {
            let progress = RecordingProgress(
                report: report, name: file.name, index: index, count: self.files.count)
            let path = files.paths[index]
            do {
                let (cues, warnings) = try await write(path, file, pipeline, progress)
                // A decoder that was stopped looks like a recording that broke off, which would be kept.
                try Task.checkCancellation()
                files.remove(index)
                try await store(hearth, cues, of: file, path, sentAt: files.sentAt, warnings, report)
            } catch let error as CancellationError {
                throw error
            } catch {
                try Task.checkCancellation()
                // What is wrong with this machine and not with the recording: the sound stays with the task.
                let kinds: [Failure.Kind] = [.busy, .occupied, .overloaded, .modelNotReady, .diskFull]
                let isOfLibrary = error is StoreError && WorkOutcome(failingWith: error).mayPass
                if isOfLibrary || kinds.contains(WorkFailure(error).kind) { throw error }
                files.remove(index)
                await report.file(.init(.failed(error, path: path), name: file.name))
            }
        }
        let count = self.files.count
        await report.progress(1, count == 1 ? "Written down" : "\(count) recordings", done: count, total: count)
    }

    /// What was said, as far as it could be heard.
    private func write(
        _ path: String, _ file: File, _ pipeline: VoicePipeline, _ progress: RecordingProgress
    ) async throws -> ([Cue], [ExtractionWarning]) {
        let result: VoiceTranscription
        var warnings: [ExtractionWarning] = []
        do {
            result = try await pipeline.transcribe(try await AudioFile.open(path)) { event in
                if case .progress(let heard, let total) = event { await progress.show(heard, of: total) }
            }
        } catch let error as InterruptedTranscription {
            result = error.partial
            warnings.append(ExtractionWarning(.truncated, error.message))
        }
        guard !result.segments.isEmpty else {
            throw EngineError(.noSpeech, "Nobody was heard to speak in \(file.name), so there is no transcript.")
        }
        if case .unavailable(let reason) = result.diarization {
            warnings.append(ExtractionWarning(.skipped, "Speakers are not told apart: \(reason)"))
        }
        return (result.transcript.cues, result.warnings + warnings)
    }

    /// Under the recording's name, which becomes the title. A file's name has 255 bytes at most.
    static func place(ofTranscriptOf path: String) -> URL {
        let recording = URL(fileURLWithPath: path)
        let stem = recording.deletingPathExtension().lastPathComponent.prefixOfBytes(240)
        return recording.deletingLastPathComponent().appending(path: "\(stem).vtt")
    }

    /// Keeps a transcript under the recording's name, as if the subtitles had been uploaded.
    private func store(
        _ hearth: Hearth, _ cues: [Cue], of file: File, _ path: String, sentAt: Date?,
        _ warnings: [ExtractionWarning], _ report: Hearth.Jobs.Report
    ) async throws {
        let place = Self.place(ofTranscriptOf: path)
        let text = try TranscriptWriter().write(cues, as: .vtt)
        do {
            try NewFile.write(Data(text.utf8), to: place.path)
            // What is sent later under this name is newer than the recording, however long that took to write down.
            if let sentAt { try NewFile.setModified(sentAt, of: place.path) }
        } catch {
            throw TaskFiles.cannotWrite
        }
        var options = IngestOptions()
        (options.includesHidden, options.areSent, options.label) = (true, true, label)
        for try await event in try await hearth.documents.ingest([place.path], options: options) {
            guard case .file(var read) = event else { continue }
            var name = file.name
            if read.documentID != nil {
                let source = FileFinder.realPath(place.path) ?? place.path
                let given = try await hearth.documents.rename(
                    source, toFirstFreeOf: { UploadWork.folder + Self.name(of: file.name, $0) })
                name = given.map { String($0.dropFirst(UploadWork.folder.count)) } ?? name
            }
            read.warnings += warnings
            await report.file(.init(.ingested(read), name: name))
        }
    }

    /// `meeting.m4a` becomes `meeting.vtt`, or `meeting 2.vtt` where that is another one: many a recorder gives every
    /// recording the same name, and the transcript is all that is kept of it.
    private static func name(of recording: String, _ number: Int) -> String {
        let dot = recording.lastIndex(of: ".")
        let slash = recording.lastIndex(of: "/") ?? recording.startIndex
        let stem = dot.map { $0 > slash ? recording[..<$0] : recording[...] } ?? recording[...]
        return number == 1 ? "\(stem).vtt" : "\(stem) \(number).vtt"
    }
}

/// Tells how far a task is that works through several recordings.
private struct RecordingProgress: Sendable {
    let report: Hearth.Jobs.Report
    let name: String
    let index: Int
    let count: Int

    func show(_ heard: Double, of total: Double?) async {
        let known = total.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        let share = known.map { min(1, heard / $0) }
        let times = known.map { "\(ClockText.short(heard)) of \(ClockText.short($0))" } ?? ClockText.short(heard)
        await report.progress(
            share.map { (Double(index) + $0) / Double(count) }, "\(name): \(times)", done: index, total: count)
    }
}
