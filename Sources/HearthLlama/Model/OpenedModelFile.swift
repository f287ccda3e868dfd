import Foundation

/// A model's file that somebody opened for a process that can open none itself.
///
/// `@unchecked Sendable`: the stream is set once; llama.cpp reads from it while the model is loaded, on one thread.
package final class OpenedModelFile: @unchecked Sendable {
    /// What names the file and its state, as ``ModelIdentity/file(_:)`` does.
    let identity: String
    package let descriptor: Int32
    let stream: UnsafeMutablePointer<FILE>
    /// The stream, for those who do not see C's type of it.
    package var handle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(stream) }

    /// Takes over `descriptor`; `nil` when it is no file to read from.
    package init?(descriptor: Int32, identity: String) {
        guard let stream = fdopen(descriptor, "rb") else { return nil }
        self.identity = identity
        self.descriptor = descriptor
        self.stream = stream
    }

    deinit { fclose(stream) }
}
