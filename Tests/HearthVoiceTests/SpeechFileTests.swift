import Foundation
import HearthCore
import HearthSystem
import Testing

@testable import HearthVoice

/// Text that becomes sound, without anything that plays it.
@Suite("Speech as sound")
struct SpeechFileTests {
    private let sound = SpokenSound(samples: (0..<22_050).map { Int16(8_000 * sin(Double($0) / 20)) }, rate: 22_050)

    @Test func `A WAV file is read as it was written`() throws {
        let bytes = WAVForm.write(sound)
        #expect(bytes.count == 44 + 2 * sound.samples.count)
        #expect(WAVForm.read(bytes) == sound)
    }

    @Test func `What a program writes to a pipe has no length yet, and is read to its end`() throws {
        var bytes = WAVForm.write(sound)
        for place in [4, 40] { bytes.replaceSubrange(place..<place + 4, with: [0x00, 0xF0, 0xFF, 0x7F]) }
        #expect(WAVForm.read(bytes) == sound)
        // Half a sample is none.
        #expect(WAVForm.read(bytes + [1])?.samples.count == sound.samples.count)
    }

    @Test func `What is no sound of one channel with 16 bits is none`() {
        let whole = WAVForm.write(sound)
        #expect(WAVForm.read([]) == nil && WAVForm.read(Array(whole.prefix(43))) == nil)
        for (place, value) in [(0, 0), (8, 0), (20, 3), (22, 2), (34, 8), (16, 8)] {
            var bytes = whole
            bytes[place] = UInt8(value)
            #expect(WAVForm.read(bytes) == nil, "\(place)")
        }
        // A part that says that it is longer than all there is.
        var bytes = whole
        bytes.replaceSubrange(36..<44, with: Array("LIST".utf8) + [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(WAVForm.read(bytes) == nil)
    }

    @Test func `Samples alone have 24,000 in a second`() async throws {
        let bytes = try await SpeechForm.pcm.file(sound)
        #expect(abs(bytes.count - 48_000) <= 4)
        // The tone is the same: as many of its waves cross nought.
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        func crossings(_ samples: [Int16]) -> Int { zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) } }
        #expect(abs(crossings(samples) - crossings(sound.samples)) <= 2)
    }

    @Test func `A file's name says its form`() {
        #expect(SpeechForm(fileName: "a.MP3") == .mp3 && SpeechForm(fileName: "/x.y/a.ogg") == .opus)
        #expect(SpeechForm(fileName: "wav") == nil && SpeechForm(fileName: "a.doc") == nil)
    }

    #if os(Linux) || os(macOS)
    @Test func `The list of voices is read, and what is none in it is passed over`() {
        let list = """
            Pty Language       Age/Gender VoiceName          File                 Other Languages
             5  de              --/M      German             gmw/de
             6  de              --/F      german-mbrola-1    mb/mb-de1
             2  en-gb           --/M      English_(Great_Britain) gmw/en            (en 2)
             5  -v              --/M      Evil               gmw/x
             5  zu\u{1B}        --/M      Odd                x/y
             short line
             5  de              --/M      Again              gmw/de-2
            """
        let voices = EspeakRenderer.voices(in: list)
        #expect(voices.map(\.id) == ["de", "en-gb"])
        #expect(voices.last?.name == "English (Great Britain)")
        #expect(EspeakRenderer.languages(in: list).isSuperset(of: ["de", "en-gb", "en"]))
    }

    @Test func `A long text is cut where something ends, and nothing of it is lost`() {
        let text = String(repeating: "One sentence of some length. ", count: 400)
        let parts = EspeakRenderer.parts(of: text)
        #expect(parts.count == 3 && parts.joined() == text && parts.allSatisfy { $0.count <= 4_000 })
        #expect(parts.dropLast().allSatisfy { $0.hasSuffix(".") })
        let unbroken = String(repeating: "x", count: 9_000)
        #expect(EspeakRenderer.parts(of: unbroken).joined() == unbroken)
        #expect(EspeakRenderer.parts(of: " \n ").isEmpty)
    }

    private static let speaks = ToolLocator.path(of: "espeak-ng") != nil
    private static let encodes = ToolLocator.path(of: "ffmpeg") != nil

    @Test(.enabled(if: speaks)) func `A text is said behind the wall, faster where that is wanted`() async throws {
        let renderer = try EspeakRenderer()
        let usual = try await renderer.render("The lease ends in March.", as: SpeechManner(language: "en"))
        #expect(usual.rate == 22_050 && (0.5...6).contains(usual.duration) && usual.notes.isEmpty)
        #expect(usual.samples.contains { abs(Int($0)) > 1_000 })
        let quick = try await renderer.render("The lease ends in March.", as: SpeechManner(language: "en", speed: 2))
        #expect(quick.duration < usual.duration * 0.8)
        let odd = try await renderer.render("-v de --help", as: SpeechManner(language: "qqq", speed: 0.25))
        #expect(odd.notes.count == 2 && odd.duration > 0)
        #expect(try await renderer.voices().contains { $0.id == "de" })
        await #expect(throws: VoiceError.self) {
            _ = try await renderer.render("Hello", as: SpeechManner(voice: "../../etc/passwd"))
        }
        let empty = await #expect(throws: VoiceError.self) { _ = try await renderer.render(" ", as: SpeechManner()) }
        #expect(empty?.reason == .empty)
    }

    @Test(.enabled(if: encodes), arguments: [SpeechForm.mp3, .opus, .aac, .flac])
    func `Other forms are written by ffmpeg`(_ form: SpeechForm) async throws {
        let bytes = try await form.file(sound)
        let starts: [SpeechForm: [[UInt8]]] = [
            .mp3: [Array("ID3".utf8), [0xFF]], .opus: [Array("OggS".utf8)], .aac: [[0xFF]],
            .flac: [Array("fLaC".utf8)],
        ]
        #expect(starts[form]?.contains { bytes.starts(with: $0) } == true, "\(bytes.prefix(4))")
        #expect(bytes.count > 500)
    }
    #endif
}
