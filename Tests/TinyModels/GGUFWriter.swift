package import Foundation

/// Writes GGUF version 3 files with 32-bit weights: as much of the format as a test model needs.
///
/// The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
package struct GGUFWriter {
    package enum Value {
        case uint32(UInt32)
        case float(Float)
        case bool(Bool)
        case string(String)
        case strings([String])
        case floats([Float])
        case int32s([Int32])
    }

    private static let alignment = 32
    private var metadata: [(key: String, value: Value)] = []
    private var tensors: [(name: String, dimensions: [Int], values: [Float])] = []

    package init() {}

    package mutating func set(_ key: String, _ value: Value) { metadata.append((key, value)) }

    package mutating func replace(_ key: String, _ value: Value) {
        metadata.removeAll { $0.key == key }
        set(key, value)
    }

    /// - Parameter dimensions: the contiguous one first, as ggml counts them.
    package mutating func add(_ name: String, _ dimensions: [Int], _ values: [Float]) {
        tensors.append((name, dimensions, values))
    }

    /// The values of a tensor that was added, for a test that computes with them itself.
    package func values(_ name: String) -> [Float] { tensors.first { $0.name == name }?.values ?? [] }

    package func encoded() -> Data {
        var data = Data("GGUF".utf8)
        data.append(little: UInt32(3))
        data.append(little: UInt64(tensors.count))
        data.append(little: UInt64(metadata.count))
        for (key, value) in metadata {
            data.append(counted: key)
            Self.append(value, to: &data)
        }
        var offset = 0
        for tensor in tensors {
            data.append(counted: tensor.name)
            data.append(little: UInt32(tensor.dimensions.count))
            for dimension in tensor.dimensions { data.append(little: UInt64(dimension)) }
            data.append(little: UInt32(0))  // GGML_TYPE_F32
            data.append(little: UInt64(offset))
            offset += Self.aligned(tensor.values.count * 4)
        }
        data.append(Data(count: Self.aligned(data.count) - data.count))
        for tensor in tensors {
            tensor.values.withUnsafeBytes { data.append(contentsOf: $0) }
            data.append(Data(count: Self.aligned(tensor.values.count * 4) - tensor.values.count * 4))
        }
        return data
    }

    private static func append(_ value: Value, to data: inout Data) {
        func array(_ type: UInt32, _ count: Int) {
            data.append(little: UInt32(9))
            data.append(little: type)
            data.append(little: UInt64(count))
        }
        switch value {
        case .uint32(let number):
            data.append(little: UInt32(4))
            data.append(little: number)
        case .float(let number):
            data.append(little: UInt32(6))
            data.append(little: number.bitPattern)
        case .bool(let flag):
            data.append(little: UInt32(7))
            data.append(flag ? 1 : 0)
        case .string(let text):
            data.append(little: UInt32(8))
            data.append(counted: text)
        case .strings(let texts):
            array(8, texts.count)
            for text in texts { data.append(counted: text) }
        case .floats(let numbers):
            array(6, numbers.count)
            for number in numbers { data.append(little: number.bitPattern) }
        case .int32s(let numbers):
            array(5, numbers.count)
            for number in numbers { data.append(little: number) }
        }
    }

    private static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
}

extension Data {
    fileprivate mutating func append(little number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(counted text: String) {
        append(little: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
