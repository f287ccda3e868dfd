/// What the library reads of the system when it is first used; before a process gives up looking at it.
package enum WhisperBackEnd {
    package static func start() {
        #if Whisper
        WhisperLog.start()
        #endif
    }
}
