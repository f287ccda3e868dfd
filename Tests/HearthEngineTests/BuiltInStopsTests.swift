import Foundation
import HearthCore
import Testing

@testable import HearthEngine

/// The restorer of full stops that comes with Hearth: where it is found, and what is said where it cannot be used.
@Suite struct BuiltInStopsTests {
    private static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Models/" + ModelFiles.stopsFile)

    private let folder: TemporaryFolder
    private var place: URL { folder.url.appendingPathComponent("data/models/" + ModelFiles.stopsFile) }

    init() throws { folder = try TemporaryFolder() }

    private func install(_ contents: Data) throws {
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: place)
    }

    @Test func theShippedFileIsLoadedAndFindsEnds() async throws {
        let model = BuiltInStops(paths: [Self.shipped.path], threads: 1) { _ in nil }
        #expect(model.id == "hearth-stops-en" && model.languages == ["en"])
        let ends = try await model.sentenceEnds(in: [
            "thank", "you", "very", "much", "okay", "what", "do", "you", "think",
        ])
        #expect(ends.count == 8 && ends[3] > 0 && ends[1] < 0 && ends[6] < 0)
    }

    @Test func theDoctorTellsWhatIsWrongWithAFile() async throws {
        try install(Data("GGUF, but only by name".utf8))
        let data = folder.url.appendingPathComponent("data")
        let finding = try #require(await Doctor.examine(folder: data).first { $0.name == "full stops" })
        #expect(finding.state == .bad && finding.detail.contains(place.path))
    }
}
