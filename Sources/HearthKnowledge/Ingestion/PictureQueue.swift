import Foundation
import HearthCore
public import HearthDocuments
import HearthSystem
import HearthText

/// Files whose pages are pictures, to be read after everything else is stored: a page takes a second or more, and nothing waits for it.
///
/// What says that a document waits is kept with it (``DocumentPreparer/awaitingPictures``), so a run that ends early loses nothing: the
/// next one goes on. A document is found by what is read of it so far.
struct PictureQueue {
    /// A file that is stored and waits.
    struct Item: Sendable {
        var file: FileFinder.Found
        var documentID: String
    }

    let preparer: DocumentPreparer
    let items: [Item]

    /// Reads them one after the other, and stores each anew with what it says.
    ///
    /// - Parameter store: Stores a document anew, tells of it, and gives back whether there is still something to go on for.
    func run(
        _ store: (_ prepared: Ingestion, _ item: Item, _ isWhole: Bool) async throws -> Bool,
        starts: (_ item: Item, _ left: Int) async throws -> Void,
        fails: (_ item: Item, _ message: String) async throws -> Void
    ) async throws {
        for (index, item) in items.enumerated() {
            try Task.checkCancellation()
            try await starts(item, items.count - index)
            do {
                try await read(item, store)
            } catch let error as CancellationError {
                throw error
            } catch is Removed {
                continue
            } catch is Unchanged {
                continue
            } catch {
                // The file is gone, or cannot be read any more: the next run looks at it anew.
                guard let told = error.readable else { throw error }
                try await fails(item, told.message)
            }
        }
    }

    /// Its document was removed, or its file is another one by now.
    private struct Removed: Error {}

    /// The programs that were missing for it are missing still.
    private struct Unchanged: Error {}

    /// Whether more is read of a document than there was: of one that only waits for programs that are not installed, nothing is.
    private func isWorthReading(
        _ stored: StoredDocument, _ data: [UInt8], _ reader: DocumentReader, _ name: String
    ) async throws -> Bool {
        guard !stored.awaitsPictures else { return true }
        func missing(_ warnings: [ExtractionWarning]) -> Set<String?> {
            Set(warnings.filter { $0.kind == .recognizerMissing }.map(\.missingPackage))
        }
        // Looked at without a page being read from its picture.
        var quick = reader
        (quick.configuration.recognition, quick.configuration.recognized) = (.later, nil)
        return missing(try await quick.read(data, name: name).warnings) != missing(stored.warnings)
    }

    private func read(_ item: Item, _ store: (Ingestion, Item, Bool) async throws -> Bool) async throws {
        let opened = try OpenFolder.file(withoutLinks: item.file.absolutePath)
        let data = try preparer.reader.bytes(of: opened, name: item.file.path)
        let hash = ContentHash(of: data)
        guard let stored = try await preparer.library.document(id: item.documentID), stored.contentHash == hash else {
            throw Removed()
        }
        // What was read so far makes what was read before it old.
        let (parts, source) = AsyncStream.makeStream(of: ExtractedDocument.self, bufferingPolicy: .bufferingNewest(1))
        var configured = preparer.reader
        configured.configuration.recognition = .now
        configured.configuration.readsTurns = preparer.options.areTranscripts
        configured.configuration.readsMail = item.file.isMail
        configured.configuration.recognized = { source.yield($0) }
        let (reader, name) = (configured, item.file.path)
        guard try await isWorthReading(stored, data, configured, name) else { throw Unchanged() }
        async let whole = {
            defer { source.finish() }
            return try await reader.read(data, name: name)
        }()
        for await part in parts {
            let new = try await ingestion(of: part, item, hash)
            guard try await store(new, item, false) else { throw Removed() }
        }
        let new = try await ingestion(of: whole, item, hash)
        guard try await store(new, item, true) else { throw Removed() }
    }

    private func ingestion(of content: ExtractedDocument, _ item: Item, _ hash: ContentHash) async throws -> Ingestion {
        // Whoever removed it meanwhile, or has another file there, does not want it back.
        guard let document = try await preparer.library.document(id: item.documentID), document.contentHash == hash,
            let path = document.paths.first(where: { $0 == item.file.absolutePath }) ?? document.paths.first,
            let state = try await preparer.library.sourceState(path: path), state.file.hash == hash
        else { throw Removed() }
        var new = preparer.document(content, named: (path as NSString).lastPathComponent, source: state.file)
        // Its owner may have called it something else since it was stored.
        new.label = nil
        new.lowersLabel = false
        new.processing = DocumentPreparer.withoutAwaitedPictures(state.processing)
        if content.awaitsPictures { new.processing += DocumentPreparer.awaitingPictures }
        // Looked at once more when it is stored: making passages takes a while.
        return Ingestion(source: state.file, document: new, condition: .whileThere)
    }
}

extension ExtractedDocument {
    /// Whether there are pages to be read from their pictures, now or once the program for it is installed.
    var awaitsPictures: Bool {
        warnings.contains { $0.kind == .recognitionPending || $0.kind == .recognizerMissing }
    }

    /// Whether something here can read them now.
    var canBeRecognized: Bool { warnings.contains { $0.kind == .recognitionPending } }
}

extension DocumentPreparer {
    /// What ``processing`` ends with for documents with pages that are still to be read from their pictures.
    static let awaitingPictures = ";pictures"

    /// A value of ``processing`` without that ending.
    static func withoutAwaitedPictures(_ processing: String) -> String {
        processing.hasSuffix(awaitingPictures) ? String(processing.dropLast(awaitingPictures.count)) : processing
    }
}

extension DocumentReader {
    /// Reads pages that are pictures in the language that they are in, as far as our own identification is sure of it.
    public func tellingLanguages() -> DocumentReader {
        var reader = self
        reader.configuration.identifiesLanguage = { text in
            let guess = LanguageIdentifier().identify(text)
            return guess.confidence >= 0.8 && guess.language != "und" ? guess.language : nil
        }
        return reader
    }

    /// Whether something here reads pictures: Tesseract with a language, or the system itself.
    public static func readsPictures() async -> Bool { (try? await recognizesPictures()) ?? false }
}
