import Foundation

/// A speech model's file that somebody opened for a process that can open none itself. Whoever made it keeps it open.
///
/// `@unchecked Sendable`: the stream is set once, and read by the one actor that loads the model.
package struct OpenedSpeechModel: @unchecked Sendable {
    let descriptor: Int32
    let stream: UnsafeMutablePointer<FILE>

    package init(descriptor: Int32, stream: UnsafeMutablePointer<FILE>) {
        self.descriptor = descriptor
        self.stream = stream
    }
}
