package import Foundation

/// A projector with random weights (a vision transformer of two layers, and LLaVA's `mlp` behind it), which makes four rows of every
/// picture.
package struct TinyProjector {
    /// Rows of a picture: squares of ``patch`` points in one of ``size``.
    package static let rows = 4
    private static let (size, patch, width, hidden, heads, layers) = (28, 14, 32, 64, 2, 2)

    /// Numbers of a row: the width of the model that reads it.
    package var output: Int

    package init(output: Int = 64) { self.output = output }

    /// Writes a model, and a projector beside it, and returns where the model is.
    package static func write(beside model: TinyModel, output: Int? = nil) throws -> String {
        let path = try model.write()
        try TinyProjector(output: output ?? model.width).encoded().write(to: URL(fileURLWithPath: place(of: path)))
        return path
    }

    /// Where the projector of a model lies.
    package static func place(of model: String) -> String { String(model.dropLast(".gguf".count)) + ".mmproj.gguf" }

    package func encoded() -> Data {
        var writer = GGUFWriter()
        var random = Gaussian(seed: 7)
        let (size, patch, width, hidden) = (Self.size, Self.patch, Self.width, Self.hidden)
        writer.set("general.architecture", .string("clip"))
        writer.set("general.type", .string("mmproj"))
        writer.set("clip.has_vision_encoder", .bool(true))
        writer.set("clip.projector_type", .string("mlp"))
        writer.set("clip.use_gelu", .bool(false))
        writer.set("clip.vision.embedding_length", .uint32(UInt32(width)))
        writer.set("clip.vision.feed_forward_length", .uint32(UInt32(hidden)))
        writer.set("clip.vision.block_count", .uint32(UInt32(Self.layers)))
        writer.set("clip.vision.projection_dim", .uint32(UInt32(output)))
        writer.set("clip.vision.attention.head_count", .uint32(UInt32(Self.heads)))
        writer.set("clip.vision.attention.layer_norm_epsilon", .float(1e-5))
        writer.set("clip.vision.image_size", .uint32(UInt32(size)))
        writer.set("clip.vision.patch_size", .uint32(UInt32(patch)))
        writer.set("clip.vision.image_mean", .floats([0.5, 0.5, 0.5]))
        writer.set("clip.vision.image_std", .floats([0.5, 0.5, 0.5]))

        func weights(_ name: String, _ dimensions: [Int], scale: Float? = nil) {
            let scale = scale ?? 1 / Float(dimensions[0]).squareRoot()
            let count = dimensions.reduce(1, *)
            writer.add(name, dimensions, (0..<count).map { _ in random.next() * scale })
        }
        func constant(_ name: String, _ count: Int, _ value: Float) {
            writer.add(name, [count], [Float](repeating: value, count: count))
        }
        func norm(_ name: String) {
            constant(name + ".weight", width, 1)
            constant(name + ".bias", width, 0)
        }
        func linear(_ name: String, _ columns: Int, _ rows: Int) {
            weights(name + ".weight", [columns, rows])
            constant(name + ".bias", rows, 0)
        }
        weights("v.patch_embd.weight", [patch, patch, 3, width], scale: 0.05)
        weights("v.class_embd", [width], scale: 1)
        weights("v.position_embd.weight", [width, Self.rows + 1], scale: 0.1)
        norm("v.pre_ln")
        for layer in 0..<Self.layers {
            let prefix = "v.blk.\(layer)."
            for name in ["attn_q", "attn_k", "attn_v", "attn_out"] { linear(prefix + name, width, width) }
            norm(prefix + "ln1")
            norm(prefix + "ln2")
            linear(prefix + "ffn_up", width, hidden)
            linear(prefix + "ffn_down", hidden, width)
        }
        linear("mm.0", width, output)
        linear("mm.2", output, output)
        return writer.encoded()
    }
}

/// Pictures in PNG (third edition), made when a test needs them; their points are not packed.
package enum TinyPicture {
    /// - Parameter point: Red, green and blue at a place.
    package static func png(
        width: Int = 40, height: Int = 30, _ point: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
    ) -> Data {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let (red, green, blue) = point(x, y)
                rows += [red, green, blue]
            }
        }
        var head = big(UInt32(width)) + big(UInt32(height))
        head += [8, 2, 0, 0, 0]
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", head)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// The same in which nothing can be unpacked.
    package static func damaged() -> Data {
        var data = png { _, _ in (0, 0, 0) }
        let packed = data.firstRange(of: Data("IDAT".utf8))?.upperBound ?? data.endIndex
        for place in packed..<min(packed + 12, data.endIndex) { data[place] = 0xFF }
        return data
    }

    /// One of eight by eight points whose points unpack to many more bytes than they are: zeros, 258 for each 13 bits (RFC 1951, 3.2.6).
    package static func bomb(unpacked count: Int) -> Data {
        var packed: [UInt8] = [0x78, 0x01]
        var (bits, filled) = (UInt32(0), UInt32(0))
        func put(_ code: String) {
            for digit in code.utf8 {
                if digit == UInt8(ascii: "1") { bits |= 1 << filled }
                filled += 1
                guard filled == 8 else { continue }
                packed.append(UInt8(bits))
                (bits, filled) = (0, 0)
            }
        }
        // The last block, by the codes that are fixed; a zero, and then that again and again.
        put("110" + "00110000")
        for _ in 0..<count / 258 { put("11000101" + "00000") }
        put("0000000" + "0000000")
        packed += [0, 0, 0, 0]
        var head = big(8) + big(8)
        head += [8, 2, 0, 0, 0]
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", head)
            + chunk("IDAT", packed) + chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> Data {
        let named = Array(kind.utf8) + content
        return Data(big(UInt32(content.count)) + named + big(checksum(named)))
    }

    /// zlib's format (RFC 1950) around blocks that are stored as they are (RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let count = UInt16(end - start)
            result += [end == bytes.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            result += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return result + big(b << 16 | a)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
