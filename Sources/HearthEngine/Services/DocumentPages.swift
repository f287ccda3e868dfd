import Foundation
public import HearthCore
import HearthDocuments
import HearthKnowledge
import HearthSystem
import Synchronization

extension Hearth.Documents {
    /// A page of a document as a picture.
    public struct PagePicture: Sendable {
        public var bytes: [UInt8]
        /// Its type of content: `image/jpeg` or `image/png`.
        public var type: String
    }

    /// Where a piece of a document's text stands on its pages.
    public struct PagePlace: Hashable, Sendable {
        /// Counts from 1.
        public var page: Int
        /// One rectangle for each line.
        public var boxes: [PageBox]
    }

    /// A page of a document as a picture: of a PDF, or of a picture that was read.
    ///
    /// It is drawn from the file, behind the wall, so the file has to be where it was and as it was.
    ///
    /// - Returns: `nil` where there is no such document or page, its file is gone or another one, or its format has no pictures.
    public func picture(of id: String, page: Int) async throws -> PagePicture? {
        guard let document = try await original(id), (1...max(document.pageCount, 1)).contains(page),
            document.format == .pdf || document.format == .image, let file = try await file(of: document)
        else { return nil }
        let key = PagePictures.Key(hash: document.contentHash, page: page)
        if SharedID.isOne(id) { try await hearth.current().shared()?.willGive([id]) }
        return try await hearth.pagePictures.picture(key) {
            try await DocumentReader.picture(of: file, format: document.format, page: page, side: PagePictures.side)
                .map { PagePicture(bytes: $0.bytes, type: $0.type) }
        }
    }

    /// Where a piece of the text stands on the pictures of pages.
    ///
    /// For pages that were read from their pictures that was kept; in a PDF with text it is looked up in the file.
    ///
    /// - Parameter span: Bytes of the document's text; of a long one the first ``mostPages`` pages are told.
    /// - Returns: `nil` where there is no such document; no place for a page on which the piece is not found.
    public func places(of span: TextSpan, in id: String) async throws -> [PagePlace]? {
        guard let document = try await original(id), let content = try await readableContent(of: id) else { return nil }
        guard document.format == .pdf || document.format == .image else { return [] }
        var places: [PagePlace] = []
        var opened: OpenFile?
        for page in content.pages.filter({ $0.span.overlaps(span) }).prefix(Self.mostPages) {
            if let layout = content.layouts.first(where: { $0.page == page.number }) {
                let boxes = (layout.words(from: page.span.start) ?? []).filter { $0.span.overlaps(span) }.map(\.box)
                if !boxes.isEmpty { places.append(PagePlace(page: page.number, boxes: PageBox.lines(of: boxes))) }
                continue
            }
            #if os(Linux)
            guard document.format == .pdf else { continue }
            if opened == nil { opened = try await file(of: document) }
            guard let file = opened, let words = try await PageWords.read(file, page: page.number),
                let text = content.text.text(in: page.span).map({ Array($0.utf8) })
            else { continue }
            let from = max(span.start, page.span.start) - page.span.start
            let to = min(span.end, page.span.end) - page.span.start
            let boxes = words.lines(of: from..<max(from, to), in: text)
            if !boxes.isEmpty { places.append(PagePlace(page: page.number, boxes: boxes)) }
            #endif
        }
        return places
    }

    /// Pages of which places are told at once.
    public static var mostPages: Int { 4 }

    /// A document, one's own or one that is shared, with its paths as they are.
    private func original(_ id: String) async throws -> StoredDocument? {
        guard SharedID.isOne(id) else { return try await document(id: id) }
        return try await hearth.current().shared()?.library.unshown(id)
    }

    /// The file of a document as it was when it was read; `nil` where it is gone or another one.
    private func file(of document: StoredDocument) async throws -> OpenFile? {
        let library = try await hearth.library()
        for path in document.paths where path.hasPrefix("/") {
            guard let file = try? OpenFolder.file(withoutLinks: path) else { continue }
            if let known = try await library.sourceState(path: path)?.file, known.hash == document.contentHash,
                known.size == file.size, known.modifiedAt == Date(timeIntervalSince1970: file.modified)
            {
                return file
            }
            // Touched since, and the same perhaps.
            guard file.size == document.byteCount, let bytes = try? file.bytes(count: file.size),
                ContentHash(of: bytes) == document.contentHash
            else { continue }
            return file
        }
        return nil
    }
}

/// Pictures of pages that were drawn last, in memory alone: whoever leafs through a document comes back to a page.
final class PagePictures: Sendable {
    struct Key: Hashable {
        var hash: ContentHash
        var page: Int
    }

    /// Points of the longer side: letters of a page of A4 can be read.
    static let side = 1_600
    private static let mostBytes = 32 << 20

    private struct State {
        var pictures: [Key: Hearth.Documents.PagePicture] = [:]
        /// The one that was asked for last comes last.
        var order: [Key] = []
        var bytes = 0
    }

    private let state = Mutex(State())
    /// Pages that are drawn at the same time.
    private let turns = FairSemaphore<OneQueue>(limit: 2)

    func picture(
        _ key: Key, _ draw: () async throws -> Hearth.Documents.PagePicture?
    ) async throws -> Hearth.Documents.PagePicture? {
        if let known = find(key) { return known }
        try await turns.acquire()
        defer { turns.release() }
        // Whoever waited may find it drawn.
        if let known = find(key) { return known }
        guard let drawn = try await draw() else { return nil }
        keep(drawn, key)
        return drawn
    }

    /// Forgets all: what is removed is not kept here either.
    func clear() { state.withLock { $0 = State() } }

    private func find(_ key: Key) -> Hearth.Documents.PagePicture? {
        state.withLock { state in
            guard let found = state.pictures[key] else { return nil }
            state.order.removeAll { $0 == key }
            state.order.append(key)
            return found
        }
    }

    private func keep(_ picture: Hearth.Documents.PagePicture, _ key: Key) {
        guard picture.bytes.count <= Self.mostBytes else { return }
        state.withLock { state in
            guard state.pictures[key] == nil else { return }
            state.pictures[key] = picture
            state.order.append(key)
            state.bytes += picture.bytes.count
            while state.bytes > Self.mostBytes {
                let oldest = state.order.removeFirst()
                state.bytes -= state.pictures.removeValue(forKey: oldest)?.bytes.count ?? 0
            }
        }
    }
}
