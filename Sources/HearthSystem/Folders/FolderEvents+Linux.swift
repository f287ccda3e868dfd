#if os(Linux)
import Dispatch
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tells where in folders something changes, by the kernel's inotify: one watch for each folder, since it does not look below one.
///
/// What it tells of may be old when it is heard, and some of it is never told (network drives, a queue that ran over). So it only says where
/// to look, and whoever listens looks at everything now and then.
package final class FolderEvents: Sendable {
    private struct State {
        var paths: [Int32: String] = [:]
        var watches: [String: Int32] = [:]
    }

    private static let wanted =
        UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE)
        | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_EXCL_UNLINK)

    private let listNames: Set<String>
    private let descriptor: Int32
    // Made, resumed and cancelled; which threads may do at any time.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    private let state = Mutex(State())
    private let box = ChangeBox()

    /// - Parameter listNames: What has one of these names says what of its folder counts: where it changes, all below its folder may be
    ///   another.
    /// - Throws: ``SystemError`` `no-watches` where the system has none left: of its programs, or for this one.
    package init(listNames: Set<String>) throws {
        self.listNames = listNames
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw SystemError(
                .noWatches, "The system tells of no changes in folders: \(SystemError.words(errno)).")
        }
        let queue = DispatchQueue(label: "hearth.folders")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let descriptor = descriptor
        source.setEventHandler { [weak self] in self?.hear() }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Says that something changed; see ``take()``.
    package var bell: AsyncStream<Void> { box.bell }

    /// What changed since the last time.
    package func take() -> FolderChanges { box.take() }

    package func stop() {
        source.cancel()
        box.finish()
    }

    /// Has changes told in these folders, which lie in `root` or are it.
    package func follow(_ root: String, folders: [String]) -> FolderFollowing {
        var unwatched = 0
        for (index, folder) in folders.enumerated() {
            guard state.withLock({ $0.watches[folder] == nil }) else { continue }
            let watch = inotify_add_watch(descriptor, folder, Self.wanted)
            if watch >= 0 {
                state.withLock { state in
                    // The same folder by another name: it was moved.
                    if let former = state.paths[watch] { state.watches[former] = nil }
                    state.paths[watch] = folder
                    state.watches[folder] = watch
                }
            } else if errno == ENOSPC || errno == ENOMEM {
                unwatched = folders.count - index
                break
            }
            // What is gone again is told of by the folder above it.
        }
        return unwatched == 0 ? .everywhere : .partly(unwatched: unwatched, most: Self.mostWatches)
    }

    /// Has nothing told any more of a folder and those in it.
    package func forget(_ root: String) {
        let inside = root + "/"
        state.withLock { state in
            for (path, watch) in state.watches where path == root || path.utf8.starts(with: inside.utf8) {
                _ = inotify_rm_watch(descriptor, watch)
                state.watches[path] = nil
                state.paths[watch] = nil
            }
        }
    }

    /// How many folders a user may watch on this machine.
    private static let mostWatches: Int? = {
        guard let file = try? OpenFile(path: "/proc/sys/fs/inotify/max_user_watches") else { return nil }
        // Files of the kernel say that they have no bytes.
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(file.descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let digits = bytes.prefix(count).prefix { $0 >= 0x30 && $0 <= 0x39 }
        return Int(String(decoding: digits, as: UTF8.self))
    }()

    // MARK: Reading

    /// Takes what the kernel has told.
    private func hear() {
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                note(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
    }

    private func note(_ bytes: UnsafeRawBufferPointer) {
        let head = MemoryLayout<inotify_event>.size
        var place = 0
        while place + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = place + head + Int(event.len)
            guard end <= bytes.count else { return }
            let name = bytes[(place + head)..<end].prefix { $0 != 0 }
            note(event, name: String(validating: name, as: UTF8.self) ?? "")
            place = end
        }
    }

    private func note(_ event: inotify_event, name: String) {
        func isSet(_ flags: Int32...) -> Bool { flags.contains { event.mask & UInt32(bitPattern: $0) != 0 } }
        if isSet(Int32(IN_Q_OVERFLOW)) { return box.add { $0.isEverything = true } }
        guard let folder = state.withLock({ $0.paths[event.wd] }) else { return }
        if isSet(Int32(IN_IGNORED)) {
            state.withLock { state in
                state.paths[event.wd] = nil
                if state.watches[folder] == event.wd { state.watches[folder] = nil }
            }
            return
        }
        if isSet(Int32(IN_DELETE_SELF), Int32(IN_MOVE_SELF), Int32(IN_UNMOUNT)) {
            // A folder that comes to its place is another one.
            if isSet(Int32(IN_MOVE_SELF)) { forget(folder) }
            return box.add { $0.trees.insert(folder) }
        }
        let isList = listNames.contains(name)
        if isList { box.add { $0.trees.insert(folder) } }
        guard isSet(Int32(IN_ISDIR)) else {
            if !isList { box.add { $0.folders.insert(folder) } }
            return
        }
        let path = name.isEmpty ? folder : folder == "/" ? "/" + name : folder + "/" + name
        // Its watches have its former name; where it is by now, it is found and watched anew.
        if isSet(Int32(IN_MOVED_FROM)) { forget(path) }
        // One that is deleted is empty: there is no other watch below it to look for among all.
        if isSet(Int32(IN_DELETE)) {
            state.withLock { state in
                guard let watch = state.watches.removeValue(forKey: path) else { return }
                _ = inotify_rm_watch(descriptor, watch)
                state.paths[watch] = nil
            }
        }
        if isSet(Int32(IN_CREATE), Int32(IN_MOVED_FROM), Int32(IN_MOVED_TO), Int32(IN_DELETE), Int32(IN_ATTRIB)) {
            box.add { $0.trees.insert(path) }
        }
    }
}
#elseif !os(macOS) || !canImport(CoreServices)
/// Where the system tells of no changes, folders are looked at now and then.
package final class FolderEvents: Sendable {
    private let box = ChangeBox()

    package init(listNames: Set<String>) throws {}

    package var bell: AsyncStream<Void> { box.bell }
    package func take() -> FolderChanges { box.take() }
    package func stop() { box.finish() }
    package func follow(_ root: String, folders: [String]) -> FolderFollowing { .nowhere }
    package func forget(_ root: String) {}
}
#endif
