import Foundation
import Hearth
import HearthHTTP

/// `/api/data/packed` and `/api/data/unpack`: a library on its way to another machine. For the owner's browser; what is done refuses everybody
/// else by itself.
struct MoveRoutes: Sendable {
    let hearth: Hearth
    private let shelf = PackedShelf()

    /// The longest library that is taken. One of that size fits on few disks twice.
    static let mostBytes = 256 << 30

    var routes: [ServerRoute] {
        [
            Wire.packLibrary.route { try await pack($0) },
            Wire.getPackedLibrary.responding { try await fetch($0.request) },
            Wire.unpackLibrary.route { try await unpack($0.request) },
        ]
    }

    private func pack(_ call: Call<Nothing, Wire.PackLibrary>) async throws -> Wire.PackedLibrary {
        // Before the one that waits is given up.
        try Reader.requireOwner(for: "Packing the library for another machine")
        let passphrase = try await call.body().passphrase
        // One at a time: each is as large as the library.
        await shelf.clear()
        let packed = try await hearth.data.pack(under: passphrase)
        let (id, end) = await shelf.put(packed)
        return Wire.PackedLibrary(
            id: id, name: Self.name(at: Date()), bytes: packed.byteCount, amount: Wire.LibraryFigures(packed.amount),
            expiresAt: end)
    }

    private static func name(at date: Date) -> String {
        "hearth-\(date.formatted(.iso8601.year().month().day())).hearth"
    }

    /// As it lies on the disk, a piece at a time.
    private func fetch(_ request: ServerRequest) async throws -> ServerResponse {
        try Reader.requireOwner(for: "Fetching a packed library")
        guard let packed = await shelf.take(request.parameter("id")),
            let file = try? FileHandle(forReadingFrom: packed.file)
        else {
            throw ServerError(.unknownItem, "This file is not here any more; it is kept for an hour. Make it anew.")
        }
        let headers = [
            ("content-type", "application/octet-stream"), ("cache-control", "no-store"),
            ("content-length", String(packed.byteCount)),
            ("content-disposition", "attachment; filename=\"\(Self.name(at: Date()))\""),
        ]
        return ServerResponse(
            .ok, headers: headers,
            content: .stream(.raw) { sink in
                sink.start()
                // Held until the last byte is on its way, whatever is packed meanwhile.
                var left = packed.byteCount
                while left > 0, let piece = try file.read(upToCount: min(left, 256 << 10)), !piece.isEmpty {
                    try await sink.send(raw: Array(piece))
                    left -= piece.count
                }
            })
    }

    private func unpack(_ request: ServerRequest) async throws -> Wire.UnpackedLibrary {
        // Before a gigabyte is received that is refused then.
        try Reader.requireOwner(for: "Unpacking a library of another machine")
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: 1)
        do {
            let (files, fields) = (await batch.files, await batch.fields)
            guard let file = files.first else { throw UploadJob.noFile }
            try ServerError.checkForm(fields, Wire.UnpackForm.self)
            guard let passphrase = fields["passphrase"], !passphrase.isEmpty else {
                throw ServerError.invalid(
                    "passphrase", "`passphrase` is missing: the one with which the file was made.")
            }
            let result = try await hearth.data.unpack(URL(fileURLWithPath: file.path), under: passphrase)
            await batch.remove()
            return Wire.UnpackedLibrary(
                packed: Wire.LibraryFigures(result.packed), found: Wire.LibraryFigures(result.found))
        } catch {
            await batch.remove()
            throw error
        }
    }
}

/// The file that waits to be fetched.
private actor PackedShelf {
    private static let seconds = 3600
    private var held: (id: String, packed: PackedLibrary)?
    private var ending: Task<Void, Never>?

    func put(_ packed: PackedLibrary) -> (id: String, end: Date) {
        let id = UUID().uuidString.lowercased()
        held = (id, packed)
        ending?.cancel()
        // Outlives the request: nobody has to come for it.
        ending = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(Self.seconds))) != nil else { return }
            await self?.clear()
        }
        return (id, Date(timeIntervalSinceNow: Double(Self.seconds)))
    }

    func take(_ id: String) -> PackedLibrary? { held?.id == id ? held?.packed : nil }

    func clear() { held = nil }
}
