package import Foundation
package import HearthCore
import HearthDocuments

extension FeedService {
    /// Fetches one page, and keeps what is there to read with its address and the day.
    ///
    /// - Parameters:
    ///   - hosts: Hosts beside its own that it may lead on to.
    ///   - day: Of today, where its owner is.
    /// - Throws: ``FeedError``, `DocumentError` where nothing is there to read, and what the transport throws.
    package func clip(
        _ url: URL, allowing hosts: [String], label: SensitivityLabel?, day: String, emit: Emit
    ) async throws {
        let host = WebAddress.host(of: url)
        try await emit(.doing("Looking at \(host ?? "the address")"))
        let fetched = try await fetcher.get(
            url, .page, hosts: AllowedHosts([host].compactMap(\.self) + hosts, first: host),
            headers: [("accept", "text/html, application/xhtml+xml, application/pdf;q=0.9, text/*;q=0.8, */*;q=0.5")],
            limits: .init(bytes: HTMLReader.sizeLimit, time: .seconds(120)))
        try WebFetcher.check(fetched.status, fetched.url, "the page")
        let content = try await FeedDocument.page(
            fetched.body, type: fetched.type, url: fetched.url, fetched: day)
        let place = WebAddress.secured(fetched.url).absoluteString
        // The day is in the text, so that the page of another day is another version of it.
        let text = ReadText(
            place: place, content: content, hash: Self.hash(place, content), byteCount: fetched.body.count, date: now())
        var options = IngestOptions()
        options.label = label
        for try await event in ingestor.ingest(texts: [text], options: options) {
            switch event {
            case .file(let report): try await emit(.document(report))
            case .note(let note): try await emit(.note(note))
            case .progress, .vectors, .pictures, .recognized, .summary: break
            }
        }
    }
}
