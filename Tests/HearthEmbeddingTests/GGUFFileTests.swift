import Foundation
import HearthTesting
import Testing

@testable import HearthGGUF

@Suite struct GGUFFileTests {
    private func kind(_ data: Data, isComplete: Bool = true) -> GGUFError.Reason? {
        do {
            _ = try GGUFFile(data: data, isComplete: isComplete)
            return nil
        } catch {
            return error.reason
        }
    }

    private var sample: GGUFBuilder {
        var builder = GGUFBuilder()
        builder.add("general.architecture", .string("bert"))
        builder.add("a.uint8", .uint8(200))
        builder.add("a.int8", .int8(-5))
        builder.add("a.uint16", .uint16(60000))
        builder.add("a.int16", .int16(-30000))
        builder.add("a.int32", .int32(-7))
        builder.add("a.uint64", .uint64(.max))
        builder.add("a.int64", .int64(.min))
        builder.add("a.float", .float(0.5))
        builder.add("a.double", .double(0.25))
        builder.add("a.bool", .bool(true))
        builder.add("a.strings", .array(type: 8, [.string("α"), .string(""), .string("γ")]))
        builder.add(
            "a.nested", .array(type: 9, [.array(type: 4, [.uint32(1), .uint32(2)]), .array(type: 4, [.uint32(3)])]))
        builder.add("bert.context_length", .uint32(512))
        builder.addFloats("weights", [3, 2], [1, 2, 3, 4, 5, 6])
        builder.addFloats("bias", [2], [7, 8])
        return builder
    }

    @Test func readsEveryKindOfMetadata() throws {
        let file = try GGUFFile(data: sample.build())
        #expect(file.version == 3)
        #expect(file.architecture == "bert")
        #expect(file.contextLength == 512)
        #expect(file.metadata["a.uint8"]?.int == 200)
        #expect(file.metadata["a.int8"]?.int == -5)
        #expect(file.metadata["a.uint16"]?.int == 60000)
        #expect(file.metadata["a.int16"]?.int == -30000)
        #expect(file.metadata["a.int32"]?.int == -7)
        #expect(file.metadata["a.uint64"]?.int == nil)
        #expect(file.metadata["a.int64"]?.int == .min)
        #expect(file.metadata["a.float"]?.double == 0.5)
        #expect(file.metadata["a.double"]?.double == 0.25)
        #expect(file.metadata["a.bool"]?.bool == true)
        #expect(try file.metadata["a.strings"]?.array?.strings() == ["α", "", "γ"])
        let nested = try file.metadata["a.nested"]?.array?.values() ?? []
        #expect(try nested.map { try $0.array?.integers() } == [[1, 2], [3]])
        #expect(file.keys.first == "general.architecture")
    }

    @Test func readsTensorsInPlace() throws {
        let file = try GGUFFile(data: sample.build())
        #expect(file.parameterCount == 8)
        #expect(file.predominantType == .f32)
        let tensor = try #require(file.tensor(named: "weights"))
        #expect(tensor.dimensions == [3, 2])
        #expect(tensor.rowCount == 2)
        var row = [Float](repeating: 0, count: 3)
        try row.withUnsafeMutableBufferPointer { try file.readRow(1, of: tensor, into: $0) }
        #expect(row == [4, 5, 6])
        #expect(throws: GGUFError.self) {
            try row.withUnsafeMutableBufferPointer { try file.readRow(2, of: tensor, into: $0) }
        }
        #expect(
            try file.withBytes(of: #require(file.tensor(named: "bias"))) { Array($0) } == bytes(Float(7).bitPattern)
                + bytes(Float(8).bitPattern))
    }

    @Test func opensAMappedFileLikeItsBytes() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".gguf")
        defer { try? FileManager.default.removeItem(at: path) }
        try sample.build().write(to: path)
        let file = try GGUFFile(mapping: path.path)
        #expect(file.tensors.map(\.name) == ["weights", "bias"])
        #expect(throws: GGUFError.self) { try GGUFFile(mapping: path.path + ".missing") }
        #expect(throws: GGUFError.self) { try GGUFFile(mapping: NSTemporaryDirectory()) }
    }

    @Test func decodesHalfPrecisionBrainFloatAndQ8() throws {
        var builder = GGUFBuilder()
        let halves: [UInt16] = [0x3C00, 0xC000, 0x0001, 0x7BFF, 0x8000, 0x3555]
        builder.tensors.append(.init(name: "f16", dimensions: [6], type: 1, bytes: halves.flatMap { bytes($0) }))
        builder.tensors.append(
            .init(name: "bf16", dimensions: [2], type: 30, bytes: bytes(UInt16(0x3FC0)) + bytes(UInt16(0xC000))))
        builder.tensors.append(
            .init(
                name: "q8", dimensions: [32], type: 8,
                bytes: bytes(UInt16(0x3800)) + (0..<32).map { UInt8(bitPattern: Int8($0 - 16)) }))
        let file = try GGUFFile(data: builder.build())
        func row(_ name: String) throws -> [Float] {
            let tensor = try #require(file.tensor(named: name))
            var row = [Float](repeating: 0, count: tensor.rowLength)
            try row.withUnsafeMutableBufferPointer { try file.readRow(0, of: tensor, into: $0) }
            return row
        }
        #expect(try row("f16") == [1, -2, 0x1p-24, 65504, -0.0, 0.333251953125])
        #expect(try row("bf16") == [1.5, -2])
        #expect(try row("q8") == (0..<32).map { 0.5 * Float($0 - 16) })
    }

    @Test func aHeaderIsEnoughWhenOnlyTheHeaderIsAskedFor() throws {
        let whole = sample.build()
        let length = try GGUFFile(data: whole).dataOffset
        #expect(kind(whole.prefix(length)) == .truncated)
        let file = try GGUFFile(data: whole.prefix(length), isComplete: false)
        #expect(file.parameterCount == 8)
        #expect(throws: GGUFError.self) { try file.withBytes(of: file.tensors[0]) { $0.count } }
        #expect(kind(whole.prefix(length / 2), isComplete: false) == .truncated)
    }

    @Test func namesWhatIsWrong() {
        #expect(kind(Data()) == .truncated)
        #expect(kind(Data("PK\u{3}\u{4} something else entirely".utf8)) == .notGGUF)
        func broken(_ change: (inout GGUFBuilder) -> Void) -> GGUFError.Reason? {
            var builder = sample
            change(&builder)
            return kind(builder.build())
        }
        #expect(broken { $0.version = 1 } == .notGGUF)
        #expect(broken { $0.tensorCount = 1 << 40 } == .truncated)
        #expect(broken { $0.metadataCount = .max } == .truncated)
        #expect(broken { $0.add("a.bool", .bool(false)) } == .malformed)
        #expect(broken { $0.addFloats("bias", [1], [0]) } == .malformed)
        #expect(broken { $0.add("", .bool(false)) } == .malformed)
        #expect(broken { $0.add("general.alignment", .uint32(3)) } == .malformed)
        #expect(broken { $0.add("general.alignment", .uint32(0)) } == .malformed)
        #expect(broken { $0.offsets["bias"] = 4 } == .malformed)
        #expect(broken { $0.offsets["bias"] = UInt64.max - 31 } == .malformed)
        #expect(broken { $0.offsets["bias"] = UInt64(Int.max) - 31 } == .malformed)
        #expect(broken { $0.offsets["bias"] = 1 << 30 } == .truncated)
        #expect(broken { $0.tensors[0].dimensions = [1 << 32, 1 << 32] } == .malformed)
        #expect(broken { $0.tensors[0].dimensions = [1 << 40] } == .truncated)
        #expect(broken { $0.tensors[0].dimensions = [0, 2] } == .malformed)
        #expect(broken { $0.tensors[0].dimensions = [1, 1, 1, 1, 6] } == .malformed)
        #expect(broken { $0.tensors[0].dimensions = [] } == .malformed)
        #expect(broken { $0.tensors[0].name = String(repeating: "x", count: 300) } == .malformed)
    }

    @Test func refusesDeepNesting() {
        var value = GGUFBuilder.Value.array(type: 4, [.uint32(1)])
        for _ in 0..<100 { value = .array(type: 9, [value]) }
        var builder = GGUFBuilder()
        builder.add("deep", value)
        #expect(kind(builder.build()) == .malformed)
    }

    @Test func unknownTensorTypesAreListedButNotRead() throws {
        var builder = sample
        builder.tensors[1].type = 250
        let file = try GGUFFile(data: builder.build())
        #expect(file.tensors[1].fileRange == nil)
        #expect(file.tensors[1].type.description == "type 250")
        #expect(throws: GGUFError.self) { try file.withBytes(of: file.tensors[1]) { $0.count } }
    }

    /// Every outcome is fine but a crash, a hang or memory out of proportion: what is announced is never allocated.
    @Test func tenThousandDamagedHeadersDoNoHarm() throws {
        let good = [UInt8](sample.build())
        var generator = SeededGenerator(seed: 42)
        let nasty: [[UInt8]] = [
            bytes(UInt64.max), bytes(UInt64(1) << 62), bytes(UInt64(Int64.max)), bytes(UInt64(1) << 32),
            bytes(UInt32.max),
            bytes(UInt32(9)), bytes(UInt32(8)), [0],
        ]
        var read = 0
        for _ in 0..<10_000 {
            var damaged = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2:
                    for (offset, byte) in (nasty.randomElement(using: &generator) ?? []).enumerated()
                    where place + offset < damaged.count { damaged[place + offset] = byte }
                default: damaged.removeLast(min(damaged.count - 1, Int.random(in: 0..<64, using: &generator)))
                }
            }
            guard let file = try? GGUFFile(data: Data(damaged), isComplete: Bool.random(using: &generator)) else {
                continue
            }
            read += 1
            for value in file.metadata.values {
                _ = try? value.array?.values()
                _ = try? value.array?.strings()
            }
            for tensor in file.tensors where tensor.rowLength <= good.count {
                var row = [Float](repeating: 0, count: tensor.rowLength)
                row.withUnsafeMutableBufferPointer { try? file.readRow(tensor.rowCount - 1, of: tensor, into: $0) }
            }
            _ = (file.parameterCount, file.predominantType, file.contextLength, file.chatTemplate)
        }
        #expect(read > 500)
    }
}
