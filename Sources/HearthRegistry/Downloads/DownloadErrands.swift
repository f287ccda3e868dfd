import Foundation
import HearthCore

/// The decisions of one download, one for each mirror that is asked, and how each of them ended.
struct DownloadErrands {
    let connection: ModelConnection
    let urls: [URL]
    private var begun: [Int: LedgerErrand] = [:]
    private var failures: [Int: any Error] = [:]
    /// The mirror that was asked last.
    private var latest: Int?

    init(connection: ModelConnection, urls: [URL]) {
        self.connection = connection
        self.urls = urls
    }

    /// The record that allows requests to a mirror, written when the mirror is asked for the first time.
    mutating func record(of mirror: Int) async throws -> Int {
        let errand: LedgerErrand
        if let known = begun[mirror] {
            errand = known
        } else {
            errand = try await connection.begin("download", urls[mirror])
            begun[mirror] = errand
        }
        latest = mirror
        failures[mirror] = nil
        return errand.record
    }

    /// The mirror that was asked last has failed; it may be asked again.
    mutating func failed(_ error: any Error) {
        if let latest { failures[latest] = error }
    }

    /// Writes how each ended: the one that was asked last as the download did, the others as they failed.
    mutating func end(_ error: (any Error)?) async {
        if let latest { failures[latest] = error }
        for (mirror, errand) in begun.sorted(by: { $0.key < $1.key }) { await errand.end(failures[mirror]) }
        begun = [:]
    }
}
