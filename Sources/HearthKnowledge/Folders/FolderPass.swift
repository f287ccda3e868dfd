import Foundation
import HearthCore
import HearthSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One look at several folders together, so that a file which moved from one to another is known to be the same.
struct FolderPass {
    /// What is looked at of a folder.
    struct Look {
        var folder: WatchedFolder
        var scopes: [FolderScope]
        /// Whether what failed before is tried again.
        var retries = false

        var isWhole: Bool { scopes == [.all] }
    }

    /// What a look found and did of one folder.
    struct Outcome {
        var report: FolderReport
        /// Files that are waited for, by their paths from the folder on.
        var waiting: [String] = []
        /// Pages that are pictures, which are read when nobody waits for the look any more.
        var pictures: Ingestor.LeftPictures?
    }

    private struct Part {
        var look: Look
        var report: FolderReport
        var scan = FolderScan()
        var difference: FolderDifference?
        var moves: [(from: (part: Int, row: WatchedFile), to: String)] = []
        var identity: WatchedFolder.Identity?
        var start = ContinuousClock.now
        var waiting: [String] = []
        var pictures: Ingestor.LeftPictures?
    }

    let service: FolderService
    let willLook: @Sendable (_ folder: WatchedFolder, _ path: String) -> Void

    func run(_ looks: [Look], emit: FolderService.Emit) async throws -> [Outcome] {
        var parts: [Part] = []
        defer { for look in looks { service.shared.setActivity(nil, of: look.folder.name) } }
        for look in looks {
            try Task.checkCancellation()
            service.shared.setActivity(FolderTurns.Activity(), of: look.folder.name)
            try await emit(.looking(folder: look.folder.name))
            parts.append(try await compare(look))
        }
        matchMoves(&parts)
        for index in parts.indices { try await move(&parts, index, emit: emit) }
        // What was copied and then deleted is there twice for a moment: so its document is the same one.
        for index in parts.indices { try await read(&parts[index], emit: emit) }
        for index in parts.indices {
            try await forget(&parts[index], emit: emit)
            try await finish(&parts[index])
            parts[index].report.seconds = (ContinuousClock.now - parts[index].start).seconds
            try await emit(.report(parts[index].report))
        }
        return parts.map { Outcome(report: $0.report, waiting: $0.waiting, pictures: $0.pictures) }
    }

    // MARK: Looking

    private func compare(_ look: Look) async throws -> Part {
        var part = Part(look: look, report: FolderReport(name: look.folder.name))
        let (folder, willLook) = (look.folder, willLook)
        let scanner = FolderScanner(folder, isOwn: service.ingestor.isOwn) { willLook(folder, $0) }
        // Names, sizes and times of what may be a slow disk: on a thread of its own.
        let found = try await BlockingWork.untilStopped(on: "hearth.folders") { stop in
            try Self.presence(of: folder, scanner, look.scopes, stop)
        }
        switch found {
        case .absent(let absence):
            part.report.absence = absence
            return part
        case .present(let scan, let scopes, let identity, let isEmpty):
            part.look.scopes = scopes
            (part.scan, part.identity) = (scan, identity)
            part.report.files = scan.files.count
            let rows = try await rows(of: folder, scopes)
            let difference = FolderDifference(scan, rows, retries: look.retries) { row in
                Self.fate(of: row, in: folder, scan)
            }
            // The disk may have been taken out since its names were read: then nothing of it is gone.
            if !difference.gone.isEmpty, Self.identity(of: folder.path) != identity {
                part.report.absence = .notThere
                return part
            }
            if part.look.isWhole, let absence = Self.absence(difference, folder, identity, isEmpty: isEmpty) {
                part.report.absence = absence
                return part
            }
            part.report.skipped += difference.skipped
            part.report.excluded = difference.excluded
            part.difference = difference
            return part
        }
    }

    private enum Presence: Sendable {
        case absent(WatchedFolder.Absence)
        case present(FolderScan, [FolderScope], WatchedFolder.Identity, isEmpty: Bool)
    }

    private static func presence(
        of folder: WatchedFolder, _ scanner: FolderScanner, _ scopes: [FolderScope], _ stop: Latch
    ) throws -> Presence {
        guard FileFinder.kind(of: folder.path, followingLinks: false) == .folder else { return .absent(.notThere) }
        do {
            let (inode, _, disk) = try OpenFolder(withoutLinks: folder.path).identity()
            let identity = WatchedFolder.Identity(inode: inode, disk: disk)
            // Of another one than before, a part says nothing.
            let scopes = folder.identity == nil || folder.identity == identity ? scopes : [.all]
            let scan = try scanner.scan(scopes, stop: stop)
            guard !scan.unreadable.contains("") else { return .absent(.unreadable) }
            return .present(
                scan, scopes, identity, isEmpty: FileFinder.isEmpty(folder: folder.path))
        } catch let error as SystemError {
            return .absent(error.reason == .leadsOut ? .anotherOne : .unreadable)
        }
    }

    /// Whether what was in the folder is not gone but out of reach: on a disk that was taken out, or in a folder that was put aside.
    static func absence(
        _ difference: FolderDifference, _ folder: WatchedFolder, _ identity: WatchedFolder.Identity, isEmpty: Bool
    ) -> WatchedFolder.Absence? {
        guard !difference.gone.isEmpty else { return nil }
        // The same folder on the same disk: what is gone from it was deleted. Some disks say nothing by which they can be told.
        if folder.identity == identity && identity.disk != 0 { return nil }
        // Also where the first look was broken off, so that nobody knows which folder it was.
        if isEmpty { return .emptied }
        return folder.identity != nil && difference.present * 2 < difference.known ? .anotherOne : nil
    }

    private func rows(of folder: WatchedFolder, _ scopes: [FolderScope]) async throws -> [WatchedFile] {
        var rows: [WatchedFile] = []
        for scope in scopes {
            let path = scope.path.isEmpty ? nil : scope.path
            rows += try await service.library.watchedFiles(
                of: folder.name, under: path, in: nil, after: nil, limit: .max
            ).filter { scope.holds($0.path) }
        }
        return rows
    }

    private static func fate(
        of row: WatchedFile, in folder: WatchedFolder, _ scan: FolderScan
    ) -> FolderDifference.Fate {
        let place = folder.place(of: row.path)
        guard FileFinder.isGone(place) else {
            let isUnread = scan.unreadable.contains { row.path.utf8.starts(with: ($0 + "/").utf8) }
            return isUnread || FileFinder.kind(of: place, followingLinks: false) == .missing ? .unknown : .leftOut
        }
        guard row.isElsewhere else { return .gone }
        // It lay on another disk: gone is it only if that is there.
        var above = (place as NSString).deletingLastPathComponent
        while above.utf8.count > folder.path.utf8.count, FileFinder.kind(of: above, followingLinks: false) != .folder {
            above = (above as NSString).deletingLastPathComponent
        }
        return device(of: above) == device(of: folder.path) ? .away : .gone
    }

    private static func identity(of path: String) -> WatchedFolder.Identity? {
        (try? OpenFolder(withoutLinks: path).identity()).map {
            WatchedFolder.Identity(inode: $0.inode, disk: $0.disk)
        }
    }

    private static func device(of path: String) -> UInt64? {
        try? OpenFolder(withoutLinks: path).identity().device
    }

    // MARK: Moves

    /// Finds files that have another place: gone from one and new at another, with the number, the size and the time that they had.
    private func matchMoves(_ parts: inout [Part]) {
        var gone: [FileStamp: [(part: Int, row: WatchedFile)]] = [:]
        for (index, part) in parts.enumerated() {
            // What was never read is read at its new place.
            for row in part.difference?.gone ?? [] where row.state != .failed {
                gone[row.stamp, default: []].append((index, row))
            }
        }
        guard !gone.isEmpty else { return }
        for index in parts.indices {
            guard let difference = parts[index].difference else { continue }
            for (path, _) in difference.toRead {
                // Two that look the same, as on two disks, are no certain match.
                guard let stamp = parts[index].scan.files[path]?.stamp, let one = gone[stamp], one.count == 1 else {
                    continue
                }
                gone[stamp] = nil
                parts[index].moves.append((one[0], path))
            }
        }
    }

    private func move(_ parts: inout [Part], _ index: Int, emit: FolderService.Emit) async throws {
        let library = service.library
        var (arrived, left): (Set<String>, [Int: Set<String>]) = ([], [:])
        for (from, path) in parts[index].moves {
            try Task.checkCancellation()
            try service.shared.checkHalt()
            let origin = parts[from.part].look.folder
            let folder = parts[index].look.folder
            let (old, new) = (origin.place(of: from.row.path), folder.place(of: path))
            guard let file = parts[index].scan.files[path] else { continue }
            // A document that its owner removed does not come back because its file moves.
            if let known = try await library.sourceState(path: old) {
                guard known.file.size == file.stamp.size else { continue }
                try await settleLabel(of: old, movingTo: new)
                for part in try await library.places(ofPartsOf: old) {
                    let place = new + part.dropFirst(old.count)
                    try await settleLabel(of: part, movingTo: place)
                    try await library.renameSource(part, to: place)
                }
                try await library.renameSource(old, to: new)
            }
            let row = WatchedFile(path: path, stamp: file.stamp, isElsewhere: file.isElsewhere, state: .read)
            // The new place first: killed in between, the file is known twice, and once gone.
            try await library.keepWatchedFiles([row], forgetting: [], of: folder.name)
            try await library.keepWatchedFiles([], forgetting: [from.row.path], of: origin.name)
            arrived.insert(path)
            left[from.part, default: []].insert(from.row.path)
            parts[index].report.moved += 1
            service.shared.stopWaiting(for: new)
            try await emit(.moved(from: old, to: new))
        }
        parts[index].difference?.toRead.removeAll { arrived.contains($0.path) }
        for (part, paths) in left { parts[part].difference?.gone.removeAll { paths.contains($0.path) } }
    }

    /// Makes a file as private as where it goes to, before it is there, and keeps it from being less private there than it was.
    private func settleLabel(of old: String, movingTo new: String) async throws {
        let library = service.library
        let (before, after) = (try await library.label(ofPath: old), try await library.label(ofPath: new))
        let (known, there) = (before ?? .personal, after ?? .personal)
        guard there > known || there < known && before == nil else { return }
        try await library.setLabel(max(known, there), ofSource: old, lowers: false)
    }

    // MARK: Reading

    private func read(_ part: inout Part, emit: FolderService.Emit) async throws {
        guard let difference = part.difference else { return }
        let folder = part.look.folder
        var files: [FileFinder.Entry] = []
        var paths: [String: String] = [:]
        let now = service.now()
        for (path, isKnown) in difference.toRead {
            guard let file = part.scan.files[path] else { continue }
            var found = file.found
            found.isCompared = isKnown
            let age = now.timeIntervalSince1970 - Double(file.stamp.modified) / 1e9
            if abs(age) < service.configuration.settling,
                service.shared.waited(for: found.absolutePath, now: now) < service.configuration.patience
            {
                part.waiting.append(path)
                continue
            }
            service.shared.stopWaiting(for: found.absolutePath)
            paths[found.path] = path
            files.append(.file(found))
        }
        (part.report.waiting, part.report.examined) = (part.waiting.count, files.count)
        try await service.library.keepWatchedFiles(
            difference.changed, forgetting: difference.forgotten, of: folder.name)
        guard !files.isEmpty else { return }
        service.shared.setActivity(FolderTurns.Activity(reading: (0, files.count)), of: folder.name)
        try await emit(.reading(folder: folder.name, done: 0, total: files.count))
        try await ingest(files, paths, &part, emit: emit)
    }

    private func ingest(
        _ files: [FileFinder.Entry], _ paths: [String: String], _ part: inout Part, emit: FolderService.Emit
    ) async throws {
        var options = IngestOptions()
        options.includesHidden = true
        let name = part.look.folder.name
        var (rows, done): ([WatchedFile], Int) = ([], 0)
        var failures: [String: WatchedFile] = [:]
        let scan = part.scan
        var report = part.report
        part.pictures = try await service.ingestor.ingest(found: files, options: options) { event in
            try service.shared.checkHalt()
            switch event {
            case .file(let told):
                done += 1
                count(told, in: &report)
                // Of a file that is read in pieces, all have to be read for it to be.
                if let path = paths[PartPlace.origin(of: told.path).file], let file = scan.files[path] {
                    let row = WatchedFile(told, at: path, file)
                    if row.state == .failed { failures[path] = row }
                    rows.append(failures[path] ?? row)
                }
                if told.status != .unchanged { try await emit(.document(told)) }
            case .progress(_, let total, _):
                // It is stored by now, so it may be noted as read.
                try await service.library.keepWatchedFiles(rows, forgetting: [], of: name)
                rows = []
                service.shared.setActivity(FolderTurns.Activity(reading: (done, total)), of: name)
                try await emit(.reading(folder: name, done: done, total: total))
            case .note(let note): try await emit(.note(note))
            case .vectors, .recognized, .pictures, .summary: break
            }
        }
        try await service.library.keepWatchedFiles(rows, forgetting: [], of: name)
        part.report = report
    }

    private func count(_ told: IngestReport, in report: inout FolderReport) {
        switch told.status {
        case .added: report.added += 1
        case .updated: report.updated += 1
        case .unchanged: break
        case .skipped: report.skipped += 1
        case .failed: report.failed += 1
        }
    }

    // MARK: Forgetting

    private func forget(_ part: inout Part, emit: FolderService.Emit) async throws {
        let folder = part.look.folder
        // Hours may have passed with reading; what came back meanwhile, as what an editor writes anew, is not gone.
        let gone = (part.difference?.gone ?? []).filter { FileFinder.isGone(folder.place(of: $0.path)) }
        guard !gone.isEmpty else { return }
        for batch in stride(from: 0, to: gone.count, by: 500).map({ gone[$0..<min($0 + 500, gone.count)] }) {
            let places = batch.map { folder.place(of: $0.path) }
            switch folder.deletions {
            case .keep:
                let rows = batch.map { WatchedFile(path: $0.path, stamp: $0.stamp, state: .gone) }
                try await service.library.keepWatchedFiles(rows, forgetting: [], of: folder.name)
                part.report.kept += batch.count
            case .follow:
                var parts: [String] = []
                for place in places { parts += try await service.library.places(ofPartsOf: place) }
                for place in places + parts { try await handOn(place, gone: Set(places + parts)) }
                _ = try await service.library.removeSources(paths: places + parts, keepsLabels: true)
                try await service.library.keepWatchedFiles([], forgetting: batch.map(\.path), of: folder.name)
                part.report.removed += batch.count
            }
            for place in places { try await emit(.gone(path: place, isKept: folder.deletions == .keep)) }
        }
    }

    /// A copy that stays is as private as the file was which it was copied from.
    private func handOn(_ place: String, gone: Set<String>) async throws {
        let library = service.library
        guard let document = try await library.document(atPath: place), document.paths.count > 1 else { return }
        let label = try await library.label(ofPath: place) ?? .personal
        for other in document.paths where !gone.contains(other) {
            guard label > (try await library.label(ofPath: other)) ?? .personal else { continue }
            try await library.setLabel(label, ofSource: other, lowers: false)
        }
    }

    /// Writes down what was found of the folder itself.
    private func finish(_ part: inout Part) async throws {
        let (report, scan, look) = (part.report, part.scan, part.look)
        let (identity, now) = (part.identity, service.now())
        guard report.absence != nil || look.isWhole || look.folder.absence != nil else { return }
        try await service.update(look.folder.name) { folder in
            folder.absence = report.absence
            guard report.absence == nil, look.isWhole else { return }
            (folder.lookedAt, folder.identity) = (now, identity)
            (folder.leftOut, folder.problems) = (scan.leftOut, scan.problems)
        }
    }
}

extension WatchedFile {
    fileprivate init(_ report: IngestReport, at path: String, _ file: FolderScan.File) {
        let state: State =
            switch report.status {
            case .added, .updated, .unchanged: .read
            case .skipped: .skipped
            case .failed: .failed
            }
        self.init(
            path: path, stamp: file.stamp, isElsewhere: file.isElsewhere, state: state, code: report.problem?.code,
            message: report.problem?.message)
    }
}
