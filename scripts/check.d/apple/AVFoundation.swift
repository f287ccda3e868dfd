// The part of Apple's AVFoundation (with Core Media and Core Audio, which it exports) that Hearth uses, declared by us after
// Apple's public documentation (this file: 2026-11-21), so that the files for sound can be type-checked on any machine.
// Nothing here runs.

public import Foundation

public struct CMTime: Sendable {
    public var seconds: Double { 0 }
}

public struct CMTimeRange: Sendable, Hashable {
    public var start: CMTime { fatalError() }
    public var end: CMTime { fatalError() }
    public static func == (a: CMTimeRange, b: CMTimeRange) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioNodeBus = Int

public enum AVAudioCommonFormat: Sendable { case pcmFormatFloat32, pcmFormatInt16 }

open class AVAudioFormat: NSObject, @unchecked Sendable {
    public init?(
        commonFormat: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {}
    open var sampleRate: Double { 0 }
}

open class AVAudioBuffer: NSObject, @unchecked Sendable {
    override public init() {}
    open var format: AVAudioFormat { fatalError() }
}

open class AVAudioPCMBuffer: AVAudioBuffer, @unchecked Sendable {
    public init?(pcmFormat: AVAudioFormat, frameCapacity: AVAudioFrameCount) {}
    open var frameLength: AVAudioFrameCount {
        get { 0 }
        set {}
    }
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { nil }
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? { nil }
}

public enum AVAudioConverterInputStatus: Sendable { case haveData, noDataNow, endOfStream }
public enum AVAudioConverterOutputStatus: Sendable { case haveData, inputRanDry, endOfStream, error }
public typealias AVAudioConverterInputBlock =
    @Sendable (
        AVAudioFrameCount, UnsafeMutablePointer<AVAudioConverterInputStatus>
    ) -> AVAudioPCMBuffer?

open class AVAudioConverter: NSObject {
    public init?(from: AVAudioFormat, to: AVAudioFormat) {}
    open func convert(
        to buffer: AVAudioPCMBuffer, error: UnsafeMutablePointer<NSError?>?,
        withInputFrom block: AVAudioConverterInputBlock
    ) -> AVAudioConverterOutputStatus { .error }
}

open class AVAudioTime: NSObject {}

open class AVAudioNode: NSObject {
    open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat { fatalError() }
    open func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block: @escaping @Sendable (AVAudioPCMBuffer, AVAudioTime) -> Void
    ) {}
    open func removeTap(onBus bus: AVAudioNodeBus) {}
}

open class AVAudioInputNode: AVAudioNode {}

open class AVAudioEngine: NSObject {
    open var inputNode: AVAudioInputNode { fatalError() }
    open func prepare() {}
    open func start() throws {}
    open func stop() {}
}

public struct AVMediaType: Sendable {
    public static let audio = AVMediaType()
}

open class AVCaptureDevice: NSObject {
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool { false }
}

open class AVSpeechUtterance: NSObject {
    public init(string: String) {}
    open var voice: AVSpeechSynthesisVoice?
    open var rate: Float = 0
}

public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1
public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5

open class AVSpeechSynthesisVoice: NSObject {
    public init?(language: String?) {}
    public init?(identifier: String) {}
    open class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }
    open var identifier: String { "" }
    open var name: String { "" }
    open var language: String { "" }
}

public enum AVSpeechBoundary: Sendable { case immediate, word }

public protocol AVSpeechSynthesizerDelegate: AnyObject {
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
}

open class AVSpeechSynthesizer: NSObject {
    override public init() {}
    open weak var delegate: (any AVSpeechSynthesizerDelegate)?
    open func speak(_ utterance: AVSpeechUtterance) {}
    public typealias BufferCallback = (AVAudioBuffer) -> Void
    open func write(_ utterance: AVSpeechUtterance, toBufferCallback bufferCallback: @escaping BufferCallback) {}
    @discardableResult open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { true }
}
