#if Llama
internal import CLlama
import Foundation
import HearthCore
import HearthGGUF
import HearthSystem
import Synchronization

/// The projector of a model, loaded: makes of pictures what the model reads in the place of tokens (llama.cpp's libmtmd).
///
/// `@unchecked Sendable`: the C handle is set once; what it computes with is used under a lock.
final class VisionModel: @unchecked Sendable {
    let path: String
    private let raw: OpaquePointer
    /// Held while a picture is encoded: the result lies in memory of the context until the next one.
    private let encoding = Mutex(())
    /// Numbers of one row of what the model reads.
    private let width: Int
    /// Whether a picture's rows have places in two dimensions (M-RoPE).
    private let hasPlaces: Bool

    /// - Throws: ``LlamaError`` `projector-failed`.
    init(_ file: ProjectorFile, model: LlamaModel, threads: Int?, usesGPU: Bool) throws {
        guard let head = try? GGUFFile(headerOf: file.path, descriptor: file.descriptor), ProjectorFile.sees(head),
            head.byteCount >= head.announcedSize
        else { throw LlamaError.projector(file.path, detail: "it is damaged, or no projector for pictures") }
        var parameters = mtmd_context_params_default()
        parameters.use_gpu = usesGPU
        parameters.print_timings = false
        parameters.n_threads = Int32(clamping: max(1, threads ?? ThreadCount.recommended))
        // It would encode a picture of nothing, which takes as long as the first one will.
        parameters.warmup = false
        let name = file.descriptor.map { "fd:\($0)" } ?? file.path
        let (made, report) = LlamaLog.capturing { mtmd_init_from_file(name, model.raw, parameters) }
        guard let made else { throw LlamaError.projector(file.path, detail: report) }
        guard mtmd_support_vision(made) else {
            mtmd_free(made)
            throw LlamaError.projector(file.path, detail: "it is not for pictures")
        }
        path = file.path
        raw = made
        width = Int(llama_model_n_embd_inp(model.raw))
        hasPlaces = mtmd_decode_use_mrope(made)
    }

    deinit { mtmd_free(raw) }

    /// What a picture becomes in a prompt: tokens that the model wants around it, and the rows of the picture itself, in order.
    ///
    /// - Throws: ``LlamaError`` `unreadable-picture`.
    func parts(of picture: Picture) throws -> [SeenPart] {
        if let fault = picture.fault { throw LlamaError.picture(fault) }
        let points = try PicturePoints(picture)
        guard let bitmap = mtmd_bitmap_init(UInt32(points.width), UInt32(points.height), points.bytes),
            let chunks = mtmd_input_chunks_init()
        else { throw LlamaError.undecodablePicture }
        defer {
            mtmd_bitmap_free(bitmap)
            mtmd_input_chunks_free(chunks)
        }
        // The mark alone, so that nothing that somebody wrote is read for marks here.
        let (status, report) = LlamaLog.capturing {
            String(cString: mtmd_default_marker()).withCString { mark in
                var text = mtmd_input_text(
                    text: mark, text_len: strlen(mark), add_special: false, parse_special: true)
                var pictures: [OpaquePointer?] = [bitmap]
                return mtmd_tokenize(raw, chunks, &text, &pictures, 1)
            }
        }
        guard status == 0 else {
            throw LlamaError.picture(
                "The projector cannot take the picture\(report.isEmpty ? "" : " (\(report))"). Send another one.")
        }
        let name = points.name
        return try (0..<mtmd_input_chunks_size(chunks)).map { index in
            guard let chunk = mtmd_input_chunks_get(chunks, index) else { throw LlamaError.undecodablePicture }
            guard mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_IMAGE else {
                var count = 0
                let tokens = mtmd_input_chunk_get_tokens_text(chunk, &count)
                return .tokens(Array(UnsafeBufferPointer(start: tokens, count: count)))
            }
            // One without rows would be waited for without end.
            guard mtmd_input_chunk_get_n_tokens(chunk) > 0, let copy = mtmd_input_chunk_copy(chunk) else {
                throw LlamaError.undecodablePicture
            }
            return .picture(
                SeenPicture(copy, name: name, index: index, isWhole: mtmd_decode_use_non_causal(raw, chunk)))
        }
    }

    /// Encodes a picture and hands out its rows, which lie one behind the other and are valid meanwhile.
    ///
    /// - Parameter body: Is given the rows, and whether each has places in two dimensions.
    /// - Throws: ``LlamaError``, or what `body` throws.
    func encode(_ picture: SeenPicture, _ body: (UnsafePointer<Float>, _ width: Int, _ hasPlaces: Bool) throws -> Void)
        throws
    {
        try encoding.withLock { _ in
            let (status, report) = LlamaLog.capturing { mtmd_encode_chunk(raw, picture.raw) }
            guard status == 0, let rows = mtmd_get_output_embd(raw) else {
                throw LlamaError.decodeFailed(status, detail: report)
            }
            try body(rows, width, hasPlaces)
        }
    }
}

/// A part of what a picture becomes in a prompt.
enum SeenPart {
    case tokens([llama_token])
    case picture(SeenPicture)
}

/// A picture, or a tile of one, as the projector takes it.
///
/// `@unchecked Sendable`: the C handle is set once, and only read through.
final class SeenPicture: @unchecked Sendable {
    let raw: OpaquePointer
    /// Places in the context, one for each row.
    let count: Int
    /// By how much the places of what follows are farther on; less than ``count`` where rows have places in two dimensions.
    let positions: Int
    /// Whether its rows see each other in both directions, so that they have to be read at once.
    let isWhole: Bool
    /// What stands for its rows in a list of tokens: numbers that no vocabulary has, the same for the same picture alone. Seeded anew in
    /// each process, so that nobody can make two pictures that look the same.
    let tokens: [llama_token]

    fileprivate init(_ raw: OpaquePointer, name: [Int], index: Int, isWhole: Bool) {
        self.raw = raw
        self.isWhole = isWhole
        count = mtmd_input_chunk_get_n_tokens(raw)
        positions = Int(mtmd_input_chunk_get_n_pos(raw))
        tokens = (0..<count).map { row in
            var hasher = Hasher()
            hasher.combine(name)
            hasher.combine(index)
            hasher.combine(row)
            return -2 - llama_token(truncatingIfNeeded: hasher.finalize() & 0x3FFF_FFFF)
        }
    }

    deinit { mtmd_input_chunk_free(raw) }

    /// The place of a row, from where the picture begins: time, height, width, and what is not used yet.
    func place(of row: Int, from start: Int) -> [llama_pos] {
        guard let rows = mtmd_input_chunk_get_tokens_image(raw) else { return [llama_pos(start + row), 0, 0, 0] }
        let place = mtmd_image_tokens_get_decoder_pos(rows, llama_pos(start), row)
        return [llama_pos(place.t), llama_pos(place.y), llama_pos(place.x), llama_pos(place.z)]
    }
}

/// The projector of a model, loaded when the first picture comes: it takes memory that a conversation without pictures does without.
final class LazyVision: Sendable {
    let file: ProjectorFile?
    private let usesGPU: Bool
    private let made = Mutex<VisionModel?>(nil)

    init(_ file: ProjectorFile?, _ configuration: LlamaModel.Configuration) {
        self.file = file
        usesGPU = configuration.gpuLayers != 0
    }

    /// - Throws: ``LlamaError`` `no-vision`, `projector-failed`.
    func model(for model: LlamaModel, threads: Int?) throws -> VisionModel {
        guard let file else { throw LlamaError.noVision(model.path) }
        return try made.withLock { made in
            let vision = try made ?? VisionModel(file, model: model, threads: threads, usesGPU: usesGPU)
            made = vision
            return vision
        }
    }

    /// Gives its memory back.
    func close() { made.withLock { $0 = nil } }
}
#endif
