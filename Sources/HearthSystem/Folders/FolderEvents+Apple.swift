#if os(macOS) && canImport(CoreServices)
import CoreServices
import Dispatch
import Foundation
import HearthCore
import Synchronization

/// Tells where in folders something changes, by macOS's FSEvents: one stream for all of them, which looks below each.
///
/// It tells of folders, and may have several changes be one. So what lies below the folder that it names is looked at.
package final class FolderEvents: Sendable {
    private struct State {
        var roots: Set<String> = []
        var stream: Stream?
    }

    /// A stream that is at work. `FSEventStreamRef` is a pointer; it is used by the queue that it was given, and here under the lock.
    private struct Stream: @unchecked Sendable {
        let reference: FSEventStreamRef
    }

    private let state = Mutex(State())
    private let box = ChangeBox()
    private let queue = DispatchQueue(label: "hearth.folders")

    package init(listNames: Set<String>) throws {}

    deinit { state.withLock { Self.end(&$0) } }

    package var bell: AsyncStream<Void> { box.bell }

    package func take() -> FolderChanges { box.take() }

    package func stop() {
        state.withLock { Self.end(&$0) }
        box.finish()
    }

    package func follow(_ root: String, folders: [String]) -> FolderFollowing {
        state.withLock { state in
            guard state.roots.insert(root).inserted || state.stream == nil else { return .everywhere }
            return restart(&state) ? .everywhere : .nowhere
        }
    }

    package func forget(_ root: String) {
        state.withLock { state in
            guard state.roots.remove(root) != nil else { return }
            _ = restart(&state)
        }
    }

    private static func end(_ state: inout State) {
        guard let stream = state.stream else { return }
        FSEventStreamStop(stream.reference)
        FSEventStreamInvalidate(stream.reference)
        FSEventStreamRelease(stream.reference)
        state.stream = nil
    }

    private func restart(_ state: inout State) -> Bool {
        Self.end(&state)
        guard !state.roots.isEmpty else { return true }
        // The stream holds the box for as long as it is there.
        var context = FSEventStreamContext(
            version: 0, info: Unmanaged.passUnretained(box).toOpaque(),
            retain: { pointer in
                pointer.map { UnsafeRawPointer(Unmanaged<ChangeBox>.fromOpaque($0).retain().toOpaque()) }
            },
            release: { pointer in pointer.map { Unmanaged<ChangeBox>.fromOpaque($0).release() } },
            copyDescription: nil)
        let flags = kFSEventStreamCreateFlagUseCFTypes | kFSEventStreamCreateFlagWatchRoot
        guard
            let reference = FSEventStreamCreate(
                nil, Self.heard, &context, Array(state.roots).sorted() as CFArray,
                FSEventStreamEventId(kFSEventStreamEventIdSinceNow), 0.5, FSEventStreamCreateFlags(flags))
        else { return false }
        FSEventStreamSetDispatchQueue(reference, queue)
        guard FSEventStreamStart(reference) else {
            FSEventStreamInvalidate(reference)
            FSEventStreamRelease(reference)
            return false
        }
        state.stream = Stream(reference: reference)
        return true
    }

    private static let heard: FSEventStreamCallback = { _, info, count, paths, flags, _ in
        guard let info else { return }
        let box = Unmanaged<ChangeBox>.fromOpaque(info).takeUnretainedValue()
        let names = unsafeBitCast(paths, to: CFArray.self) as? [String] ?? []
        let missed =
            kFSEventStreamEventFlagUserDropped | kFSEventStreamEventFlagKernelDropped
            | kFSEventStreamEventFlagRootChanged | kFSEventStreamEventFlagMount | kFSEventStreamEventFlagUnmount
        box.add { changes in
            for index in 0..<count {
                if flags[index] & FSEventStreamEventFlags(missed) != 0 || index >= names.count {
                    changes.isEverything = true
                } else {
                    let name = names[index]
                    changes.trees.insert(name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name)
                }
            }
        }
    }
}
#endif
