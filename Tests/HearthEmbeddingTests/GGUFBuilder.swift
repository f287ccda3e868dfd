import Foundation
import HearthTesting

/// Writes GGUF files for tests, right or wrong on purpose.
struct GGUFBuilder {
    enum Value {
        case uint8(UInt8), int8(Int8), uint16(UInt16), int16(Int16), uint32(UInt32), int32(Int32), float(Float)
        case bool(Bool), string(String), array(type: UInt32, [Value]), uint64(UInt64), int64(Int64), double(Double)

        var type: UInt32 {
            switch self {
            case .uint8: 0
            case .int8: 1
            case .uint16: 2
            case .int16: 3
            case .uint32: 4
            case .int32: 5
            case .float: 6
            case .bool: 7
            case .string: 8
            case .array: 9
            case .uint64: 10
            case .int64: 11
            case .double: 12
            }
        }
    }

    struct Tensor {
        var name: String
        var dimensions: [UInt64]
        var type: UInt32
        var bytes: [UInt8]
    }

    var version: UInt32 = 3
    var metadata: [(String, Value)] = []
    var tensors: [Tensor] = []
    /// Instead of the true counts and offsets.
    var tensorCount: UInt64?
    var metadataCount: UInt64?
    var offsets: [String: UInt64] = [:]

    mutating func add(_ key: String, _ value: Value) { metadata.append((key, value)) }

    /// `dimensions` from the innermost.
    mutating func addFloats(_ name: String, _ dimensions: [Int], _ values: [Float]) {
        tensors.append(
            Tensor(
                name: name, dimensions: dimensions.map(UInt64.init), type: 0,
                bytes: values.flatMap { bytes($0.bitPattern) }))
    }

    func build() -> Data {
        var out: [UInt8] = Array("GGUF".utf8)
        out += bytes(version) + bytes(tensorCount ?? UInt64(tensors.count))
        out += bytes(metadataCount ?? UInt64(metadata.count))
        for (key, value) in metadata {
            out += text(key) + bytes(value.type) + encode(value)
        }
        var offset: UInt64 = 0
        for tensor in tensors {
            out += text(tensor.name) + bytes(UInt32(tensor.dimensions.count))
            for dimension in tensor.dimensions { out += bytes(dimension) }
            out += bytes(tensor.type) + bytes(offsets[tensor.name] ?? offset)
            offset = (offset + UInt64(tensor.bytes.count) + 31) / 32 * 32
        }
        for tensor in tensors {
            out += [UInt8](repeating: 0, count: (32 - out.count % 32) % 32)
            out += tensor.bytes
        }
        if tensors.isEmpty { out += [UInt8](repeating: 0, count: (32 - out.count % 32) % 32) }
        return Data(out)
    }

    private func encode(_ value: Value) -> [UInt8] {
        switch value {
        case .uint8(let v): bytes(v)
        case .int8(let v): bytes(v)
        case .uint16(let v): bytes(v)
        case .int16(let v): bytes(v)
        case .uint32(let v): bytes(v)
        case .int32(let v): bytes(v)
        case .float(let v): bytes(v.bitPattern)
        case .bool(let v): [v ? 1 : 0]
        case .string(let v): text(v)
        case .uint64(let v): bytes(v)
        case .int64(let v): bytes(v)
        case .double(let v): bytes(v.bitPattern)
        case .array(let type, let values): bytes(type) + bytes(UInt64(values.count)) + values.flatMap(encode)
        }
    }

    private func text(_ string: String) -> [UInt8] { bytes(UInt64(string.utf8.count)) + Array(string.utf8) }
}

/// The little-endian bytes of an integer.
func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

extension SeededGenerator {
    mutating func floats(_ count: Int, _ range: ClosedRange<Float> = -1...1) -> [Float] {
        (0..<count).map { _ in Float.random(in: range, using: &self) }
    }
}
