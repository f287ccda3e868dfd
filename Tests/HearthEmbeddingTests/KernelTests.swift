import CEncoderKernels
import Foundation
import HearthTesting
import Testing

/// Every form of the kernels that this machine has, against arithmetic in double precision.
@Suite struct KernelTests {
    static let supported: [hearth_kernel] = [
        HEARTH_KERNEL_PORTABLE, HEARTH_KERNEL_AVX2, HEARTH_KERNEL_AVX2_INT16, HEARTH_KERNEL_AVX512,
        HEARTH_KERNEL_AVX512_BF16,
    ].filter { hearth_kernel_supported($0) }

    /// The error that is allowed relative to the sum of the magnitudes of what is summed.
    private func tolerance(_ kernel: hearth_kernel) -> Double { kernel == HEARTH_KERNEL_AVX512_BF16 ? 8e-3 : 2e-6 }

    /// The error that is allowed in a product of two rows, the magnitudes of whose terms add up to `size`.
    private func allowed(
        _ kernel: hearth_kernel, _ x: ArraySlice<Float>, _ w: ArraySlice<Float>, size: Double
    ) -> Double {
        // GELU makes an error larger by at most 1.13.
        let rounding = kernel == HEARTH_KERNEL_AVX2_INT16 ? 1.13 * IntegerRounding.error(x, w) : 0
        return rounding + tolerance(kernel) * (size + 1)
    }

    @Test func theBestFormIsSupported() {
        #expect(Self.supported.contains(hearth_kernel_best()))
        let best = hearth_kernel_best_of_floats()
        #expect(Self.supported.contains(best))
        #expect(best != HEARTH_KERNEL_AVX2_INT16 && best != HEARTH_KERNEL_AVX512_BF16)
    }

    @Test(arguments: supported)
    func productsAgreeWithPlainArithmetic(_ kernel: hearth_kernel) {
        var generator = SeededGenerator(seed: 1)
        let shapes = [
            (1, 1, 1), (2, 3, 5), (7, 33, 65), (12, 32, 64), (13, 31, 7), (29, 100, 385), (5, 64, 1), (50, 48, 17),
        ]
        for (rows, outputs, inputs) in shapes {
            for gelu in [false, true] {
                let x = generator.floats(rows * inputs), w = generator.floats(outputs * inputs)
                let bias = generator.floats(outputs), residual = generator.floats(rows * outputs)
                var y = residual
                withScratch(hearth_packed_size(kernel, outputs, inputs)) { packed in
                    // In two parts, as when several threads pack.
                    let half = outputs / 2
                    w.withUnsafeBufferPointer { w in
                        guard let base = w.baseAddress else { return }
                        hearth_pack(kernel, base + half * inputs, half, outputs - half, outputs, inputs, packed)
                        hearth_pack(kernel, base, 0, half, outputs, inputs, packed)
                    }
                    withScratch(hearth_linear_scratch_size(kernel, rows, inputs)) { scratch in
                        y.withUnsafeMutableBufferPointer { y in
                            hearth_linear(
                                kernel, x, rows, inputs, packed, outputs, bias, y.baseAddress,
                                gelu ? HEARTH_EPILOGUE_GELU : HEARTH_EPILOGUE_NONE, y.baseAddress, scratch)
                        }
                    }
                }
                for r in 0..<rows {
                    for o in 0..<outputs {
                        var sum = Double(bias[o]), size = abs(sum)
                        for k in 0..<inputs {
                            let term = Double(x[r * inputs + k]) * Double(w[o * inputs + k])
                            sum += term
                            size += abs(term)
                        }
                        if gelu { sum *= 0.5 * (1 + erf(sum / 2.0.squareRoot())) }
                        sum += Double(residual[r * outputs + o])
                        let error = abs(Double(y[r * outputs + o]) - sum)
                        let allowed = allowed(
                            kernel, x[r * inputs..<(r + 1) * inputs], w[o * inputs..<(o + 1) * inputs], size: size)
                        #expect(error <= allowed, "\(rows)×\(outputs)×\(inputs) at \(r),\(o)")
                    }
                }
            }
        }
    }

    @Test(arguments: supported)
    func geluIsExactFarOutAndNearZero(_ kernel: hearth_kernel) {
        // A product with one input of weight 1 gives the function itself; the inputs are exact in bfloat16.
        let x: [Float] = [-100, -20, -8, -4, -2, -1, -0.5, -0.0625, 0, 0.0625, 0.5, 1, 2, 4, 8, 20, 100, 1e30]
        var y = [Float](repeating: .nan, count: x.count)
        withScratch(hearth_packed_size(kernel, 1, 1)) { packed in
            hearth_pack(kernel, [1], 0, 1, 1, 1, packed)
            withScratch(hearth_linear_scratch_size(kernel, x.count, 1)) { scratch in
                hearth_linear(kernel, x, x.count, 1, packed, 1, [0], nil, HEARTH_EPILOGUE_GELU, &y, scratch)
            }
        }
        for (x, y) in zip(x, y) {
            let expected = Double(Float(x)) * 0.5 * erfc(-Double(x) / 2.0.squareRoot())
            let allowed = max(5e-7, abs(expected) * (kernel == HEARTH_KERNEL_AVX512_BF16 ? 4e-3 : 1e-6))
            #expect(abs(Double(y) - expected) <= allowed, "\(x)")
        }
    }

    @Test(arguments: supported)
    func layerNormalisationAgreesWithPlainArithmetic(_ kernel: hearth_kernel) {
        var generator = SeededGenerator(seed: 2)
        for width in [1, 3, 16, 47, 384] {
            let x = generator.floats(3 * width, -5...9), scale = generator.floats(width),
                shift = generator.floats(width)
            var y = x
            hearth_layer_norm(kernel, &y, 3, width, scale, shift, 1e-6)
            for row in 0..<3 {
                let line = x[row * width..<(row + 1) * width].map(Double.init)
                let mean = line.reduce(0, +) / Double(width)
                let variance = line.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)
                for k in 0..<width {
                    let expected =
                        (line[k] - mean) / (variance + 1e-6).squareRoot() * Double(scale[k]) + Double(shift[k])
                    #expect(abs(Double(y[row * width + k]) - expected) < 1e-4)
                }
            }
        }
    }

    @Test(arguments: supported)
    func attentionAgreesWithPlainArithmetic(_ kernel: hearth_kernel) {
        var generator = SeededGenerator(seed: 3)
        for (length, heads, size) in [(1, 1, 1), (2, 3, 32), (13, 2, 32), (33, 2, 12), (40, 1, 65), (31, 2, 7)] {
            let width = heads * size
            let qkv = generator.floats(length * 3 * width, -2...2)
            var out = [Float](repeating: .nan, count: length * width)
            withScratch(hearth_attention_scratch_size(length, size)) {
                hearth_attention(kernel, qkv, length, heads, size, &out, $0)
            }
            for head in 0..<heads {
                for i in 0..<length {
                    let scores = (0..<length).map { j in
                        exp(
                            (0..<size).reduce(0.0) {
                                $0 + Double(qkv[i * 3 * width + head * size + $1])
                                    * Double(qkv[j * 3 * width + width + head * size + $1])
                            } / Double(size).squareRoot())
                    }
                    let total = scores.reduce(0, +)
                    for d in 0..<size {
                        let expected = (0..<length).reduce(0.0) {
                            $0 + scores[$1] / total * Double(qkv[$1 * 3 * width + 2 * width + head * size + d])
                        }
                        let error = abs(Double(out[i * width + head * size + d]) - expected)
                        #expect(
                            error < (kernel == HEARTH_KERNEL_AVX512_BF16 ? 0.08 : 2e-5), "\(length) \(heads) \(size)")
                    }
                }
            }
        }
    }

    @Test(arguments: supported)
    func attentionSurvivesExtremeScores(_ kernel: hearth_kernel) {
        // One key that matches far better than the others: its value is the answer, exactly.
        let length = 20, size = 16
        var qkv = [Float](repeating: 0, count: length * 3 * size)
        for t in 0..<length {
            for d in 0..<size {
                qkv[t * 3 * size + d] = 64
                qkv[t * 3 * size + size + d] = t == 7 ? 64 : -64
                qkv[t * 3 * size + 2 * size + d] = Float(t)
            }
        }
        var out = [Float](repeating: .nan, count: length * size)
        withScratch(hearth_attention_scratch_size(length, size)) {
            hearth_attention(kernel, qkv, length, 1, size, &out, $0)
        }
        #expect(out.allSatisfy { $0 == 7 })
    }

    @Test func poolingNeverGivesNaN() {
        var out = [Float](repeating: 1, count: 4)
        hearth_mean_pool([1, 2, 3, 4, -1, -2, -3, -4], 2, 4, &out)
        #expect(out == [0, 0, 0, 0])
        hearth_mean_pool([1, .nan, 3, 4], 1, 4, &out)
        #expect(out == [0, 0, 0, 0])
        hearth_mean_pool([1, .infinity, 3, 4], 1, 4, &out)
        #expect(out == [0, 0, 0, 0])
        hearth_mean_pool([3, 0, 0, 4, 3, 0, 0, 4], 2, 4, &out)
        #expect(zip(out, [0.6, 0, 0, 0.8]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
}

/// Memory for the kernels, in which what is there before must not matter.
func withScratch<R>(_ size: Int, _ body: (UnsafeMutableRawPointer) -> R) -> R {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
    return body(memory)
}
