import Foundation
import Hearth
import HearthHTTP

/// Which server works on a batch, and until when it surely does.
///
/// Several servers may have one library open, and each has what it works on in its memory. Of another's batch only this tells whether
/// somebody still works on it: its server renews the lease from time to time (the heartbeat), also while it waits for a long answer, and a
/// batch whose lease is over was left by a server that has ended. Times are of the clock of each server; the lease is so much longer than
/// the heartbeat that clocks may differ by half a minute.
struct BatchLease: Codable, Hashable, Sendable {
    /// Another one for each server, and each time that one is started.
    var holder: String
    /// Seconds since 1970.
    var heldUntil: Int

    struct Timing: Sendable {
        /// How long a lease is, in seconds.
        var seconds = 90
        /// After which time it is renewed, and looked whether the batch is to be cancelled.
        var heartbeat = Duration.seconds(20)
    }
}

extension BatchRecord {
    /// Whether a server surely works on it, or will.
    func isHeld(now: Int = Identifier.now()) -> Bool {
        guard let lease, !status.isFinal else { return false }
        return now < lease.heldUntil
    }

    /// Ends a batch that nobody works on any more.
    mutating func endAbandoned() {
        // Whoever cancelled it has what they asked for.
        if status == .cancelling { reach(.cancelled) } else { reach(.failed, [Self.interrupted]) }
        lease = nil
    }

    /// What is to be kept where this is kept, and the server that works on the batch has come as far as `next` says. What others did to it
    /// meanwhile is not undone.
    func advanced(to next: BatchRecord, _ lease: BatchLease) -> BatchRecord {
        var merged = next
        guard !status.isFinal else {
            // Another server took it for abandoned, and told so; its sender may have sent the requests again.
            (merged.status, merged.times, merged.problems, merged.lease) = (status, times, problems, nil)
            return merged
        }
        merged.lease = next.status.isFinal ? nil : lease
        if let asked = times[Status.cancelling.rawValue] {
            merged.times[Status.cancelling.rawValue] = asked
            if !next.status.isFinal { merged.status = .cancelling }
        }
        return merged
    }
}

/// Writes down how far the batches are that a server works on, each time over what is kept then.
struct BatchKeeper: Sendable {
    /// How a batch stands for the server that works on it.
    enum Standing: Sendable {
        /// It goes on.
        case held
        /// Somebody asked another server to cancel it.
        case cancelling
        /// Another server took it for abandoned, and ended it.
        case ended
        /// It is not there any more.
        case removed
    }

    let hearth: Hearth
    let timing: BatchLease.Timing
    private let holder = UUID().uuidString

    init(hearth: Hearth, timing: BatchLease.Timing) { (self.hearth, self.timing) = (hearth, timing) }

    /// A lease that begins now.
    var lease: BatchLease { BatchLease(holder: holder, heldUntil: Identifier.now() + timing.seconds) }

    /// Writes down how far a batch is, and renews its lease.
    ///
    /// - Returns: How it stood before; what had ended stays as it ended.
    func write(_ record: BatchRecord) async throws -> Standing {
        let lease = lease
        return try await update(record.id) { kept in
            let standing = standing(kept)
            kept = kept.advanced(to: record, lease)
            return standing
        } ?? .removed
    }

    /// Renews the lease of a batch for as long as it is worked on.
    ///
    /// - Returns: When somebody else has ended the batch, or wants it ended; or the task is cancelled.
    func keepAlive(_ id: String) async {
        while true {
            do {
                try await Task.sleep(for: timing.heartbeat)
            } catch {
                return
            }
            // What fails now is tried again with the next heartbeat: the batch goes on for as long as nobody else has ended it.
            if let standing = try? await renew(id), standing != .held { return }
        }
    }

    private func renew(_ id: String) async throws -> Standing {
        let lease = lease
        return try await update(id) { kept in
            let standing = standing(kept)
            if standing == .held { kept.lease = lease }
            return standing
        } ?? .removed
    }

    private func standing(_ kept: BatchRecord) -> Standing {
        if kept.status == .cancelling { return .cancelling }
        // One that another server goes on with would be another's, too.
        let isOwn = kept.lease.map { $0.holder == holder } ?? true
        return kept.status.isFinal || !isOwn ? .ended : .held
    }

    /// As the owner: the server's own record is no program's to be kept from.
    private func update(
        _ id: String, _ change: @Sendable (inout BatchRecord) -> Standing
    ) async throws -> Standing? {
        try await Reader.$current.withValue(nil) {
            try await hearth.deposits.update(id, .run) { _, data in
                let kept = try BatchRecord(data, of: id)
                var next = kept
                let standing = change(&next)
                // Written where it changed: the same record can be written in several ways.
                if next != kept { data = try next.data() }
                return standing
            }
        }
    }
}
