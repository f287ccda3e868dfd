public import Foundation

/// A file that is to be fetched.
public struct DownloadRequest: Sendable {
    /// Where it is; the others after the first are mirrors with the same bytes.
    public var urls: [URL]
    /// Where it is to be; its folder is made.
    public var destination: URL
    /// The size that it must have; `nil` believes the server.
    public var expectedBytes: Int?
    /// The SHA-256 that it must have, hexadecimal; `nil` checks the size alone.
    public var sha256: String?
    /// Looks at the whole file before it gets its name; what it throws ends the download, and the file is thrown away.
    public var validate: @Sendable (_ path: String) throws -> Void = { _ in }

    public init(urls: [URL], destination: URL, expectedBytes: Int? = nil, sha256: String? = nil) {
        self.urls = urls
        self.destination = destination
        self.expectedBytes = expectedBytes
        self.sha256 = sha256?.lowercased()
    }
}

/// Limits of downloads, and what tests put in place of the clock and the disk.
public struct DownloadConfiguration: Sendable {
    /// Failures in a row without a byte gained, over all mirrors, after which a download ends. The part stays.
    public var mostFailures = 6
    /// Attempts in all: a server that gives one byte at a time must not keep a download going for ever.
    public var mostAttempts = 2_000
    /// The wait after a first failure; it doubles with each further one.
    public var baseDelay: Duration = .milliseconds(500)
    public var longestDelay: Duration = .seconds(30)
    /// The longest `Retry-After` that is waited for.
    public var longestRetryAfter: Duration = .seconds(300)
    /// For one attempt; a large model over a slow line takes days.
    public var timeLimit: Duration = .seconds(7 * 86_400)
    /// The longest silence of a server that is sending. A connection that was lost without a word (a network that went
    /// away, a machine that slept) is only known by its silence; a new one goes on where it stopped.
    public var longestSilence: Duration = .seconds(60)
    /// The largest file that is taken; the largest models that a single machine runs have some hundred gigabytes.
    public var mostBytes = 1 << 40
    /// Seconds between events of progress, and between the moments at which what was fetched is made durable.
    public var progressInterval = 0.2
    public var synchronizationInterval = 1.0

    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Between 0.5 and 1; spreads the attempts of many clients.
    package var jitter: @Sendable () -> Double = { .random(in: 0.5..<1) }
    /// Bytes that may be written at a folder; `nil` when it is not known.
    package var freeDisk: @Sendable (_ folder: String) -> Int? = {
        MachineFacts.diskFree(at: .init(fileURLWithPath: $0))
    }
    package var open: @Sendable (_ path: String) throws -> any DownloadFile = { try POSIXDownloadFile(path: $0) }

    public init() {}
}
