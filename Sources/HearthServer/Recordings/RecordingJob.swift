import Foundation
import Hearth
import HearthHTTP

/// Writes recordings down and keeps what was said as transcripts. The recordings themselves are not kept: each lies in the
/// data folder, for its owner alone, until it is written down or the job ends.
struct RecordingJob: Sendable {
    let hearth: Hearth
    let voice: VoiceRequest

    static let mostFiles = 20

    /// - Throws: ``HearthHTTP/ServerError``; `VoiceError` where nothing here turns speech into text.
    func start(_ request: ServerRequest) async throws -> Wire.Job {
        _ = try hearth.voice.model(for: voice)
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: Self.mostFiles)
        do {
            let (files, fields) = (await batch.files, await batch.fields)
            guard !files.isEmpty else {
                throw ServerError(.badRequest, "`file` is missing: the form holds no recording.", parameter: "file")
            }
            try ServerError.checkForm(fields, Wire.RecordingForm.self)
            let options = try IngestOptions(ofUpload: fields)
            let voice = try voiceRequest(fields)
            let title = files.count == 1 ? (files.first?.name ?? "") : "\(files.count) recordings"
            let floor = try await hearth.documents.label(
                ofNames: files.map { Wire.Document.uploads + $0.name }, calledSo: options.label)
            let job = await hearth.jobs.start(.transcription, title: title, floor: floor) { report in
                try await batch.use { try await run(batch, voice, options, report) }
            }
            return try Wire.Job(job)
        } catch {
            await batch.remove()
            throw error
        }
    }

    // MARK: - What was asked for

    private func voiceRequest(_ fields: [String: String]) throws -> VoiceRequest {
        var request = voice
        if let language = fields["language"], !language.isEmpty {
            guard (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
                throw ServerError.invalid("language", "`language` has to be a code such as en or de.")
            }
            request.options.language = language
        }
        switch fields["diarize"] {
        case nil, "", "false": break
        case "true": request.diarization = .automatic
        default: throw ServerError.invalid("diarize", "`diarize` has to be true or false.")
        }
        return request
    }

    // MARK: - The work

    private func run(
        _ batch: UploadFolder.Batch, _ voice: VoiceRequest, _ options: IngestOptions, _ report: Hearth.Jobs.Report
    ) async throws {
        await report.progress(0, "Loading the speech model")
        let pipeline = try await hearth.voice.pipeline(voice)
        let files = await batch.files
        for (index, file) in files.enumerated() {
            let progress = RecordingProgress(
                report: report, name: file.name, index: index, count: files.count)
            do {
                let (cues, warnings) = try await write(file, pipeline, progress)
                // A decoder that was stopped looks like a recording that broke off, which would be kept.
                try Task.checkCancellation()
                await batch.remove(file)
                try await store(cues, of: file, warnings, options, report)
            } catch let error as CancellationError {
                throw error
            } catch {
                try Task.checkCancellation()
                await batch.remove(file)
                await report.file(.init(.failed(error, path: file.path), name: file.name))
            }
        }
        await report.progress(
            1, files.count == 1 ? "Written down" : "\(files.count) recordings", done: files.count, total: files.count)
    }

    /// What was said, as far as it could be heard.
    private func write(
        _ file: UploadFolder.File, _ pipeline: VoicePipeline, _ progress: RecordingProgress
    ) async throws -> ([Cue], [ExtractionWarning]) {
        let result: VoiceTranscription
        var warnings: [ExtractionWarning] = []
        do {
            result = try await pipeline.transcribe(try await AudioFile.open(file.path)) { event in
                if case .progress(let heard, let total) = event { await progress.show(heard, of: total) }
            }
        } catch let error as InterruptedTranscription {
            result = error.partial
            warnings.append(ExtractionWarning(.truncated, error.message))
        }
        guard !result.segments.isEmpty else {
            throw ServerError(.noSpeech, "Nobody was heard to speak in \(file.name), so there is no transcript.")
        }
        if case .unavailable(let reason) = result.diarization {
            warnings.append(ExtractionWarning(.skipped, "Speakers are not told apart: \(reason)"))
        }
        return (result.transcript.cues, result.warnings + warnings)
    }

    /// Keeps a transcript under the recording's name, as if the subtitles had been uploaded.
    private func store(
        _ cues: [Cue], of file: UploadFolder.File, _ warnings: [ExtractionWarning], _ options: IngestOptions,
        _ report: Hearth.Jobs.Report
    ) async throws {
        // Under the recording's name, which becomes the title. A file's name has 255 bytes at most.
        let recording = URL(fileURLWithPath: file.path)
        let stem = String(decoding: recording.deletingPathExtension().lastPathComponent.utf8.prefix(240), as: UTF8.self)
        let place = recording.deletingLastPathComponent().appending(path: "\(stem).vtt")
        let text = try TranscriptWriter().write(cues, as: .vtt)
        do {
            try NewFile.write(Data(text.utf8), to: place.path)
        } catch {
            throw UploadFolder.Batch.cannotWrite
        }
        for try await event in try await hearth.documents.ingest([place.path], options: options) {
            guard case .file(var read) = event else { continue }
            var name = file.name
            if read.documentID != nil {
                let source = FileFinder.realPath(place.path) ?? place.path
                let given = try await hearth.documents.rename(
                    source, toFirstFreeOf: { Wire.Document.uploads + Self.name(of: file.name, $0) })
                name = given.map { String($0.dropFirst(Wire.Document.uploads.count)) } ?? name
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

/// Tells how far a job is that works through several recordings.
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

/// `/api/recordings`: sound that becomes a transcript.
struct RecordingRoutes: Sendable {
    let hearth: Hearth
    /// With which engine and model recordings are written down.
    let voice: VoiceRequest

    var routes: [ServerRoute] {
        [
            Wire.getRecordings.route { _ in state() },
            Wire.uploadRecordings.route { call in
                try await RecordingJob(hearth: hearth, voice: voice).start(call.request)
            },
        ]
    }

    /// Asked before an upload, which would be in vain where nothing can write it down.
    private func state() -> Wire.Recordings {
        let formats = AudioFile.decoder == nil ? ["wav"] : RecordingFormat.endings.sorted()
        var state = Wire.Recordings(
            available: true, formats: formats, mostFiles: RecordingJob.mostFiles,
            mostBytes: DocumentRoutes.uploadLimit)
        do {
            state.model = try hearth.voice.model(for: voice)
        } catch {
            (state.available, state.problem) = (false, Wire.Problem(ServerError.telling(error)))
        }
        return state
    }
}
