import CEncoderKernels
import Foundation
import HearthTesting
import Testing

/// How far products of rows that were rounded to 16-bit integers may be from those of the rows themselves.
enum IntegerRounding {
    /// Both rows' numbers are at most half a step away, and the steps are so small that the largest number is 32 767 of them, or the whole
    /// row, as a vector, 45 000 long.
    static func error(_ x: ArraySlice<Float>, _ w: ArraySlice<Float>) -> Double {
        let x = x.map(Double.init), w = w.map(Double.init)
        // A little more for the arithmetic of floats by which they are found.
        let halves = (0.505 * step(x), 0.505 * step(w))
        return halves.0 * sum(w) + halves.1 * sum(x) + halves.0 * halves.1 * Double(x.count)
    }

    private static func step(_ row: [Double]) -> Double {
        let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return max((row.map(abs).max() ?? 0) / 32_767, length / 45_000)
    }

    private static func sum(_ row: [Double]) -> Double { row.reduce(0) { $0 + abs($1) } }
}

/// Products of 16-bit integers on what is hard for them.
@Suite(.enabled(if: hearth_kernel_supported(HEARTH_KERNEL_AVX2_INT16), "the processor has no AVX2"))
struct IntegerKernelTests {
    private func product(
        _ x: [Float], _ w: [Float], inputs: Int, bias: [Float]? = nil, kernel: hearth_kernel = HEARTH_KERNEL_AVX2_INT16
    ) -> [Float] {
        let rows = x.count / inputs, outputs = w.count / inputs
        var y = [Float](repeating: 1e9, count: rows * outputs)
        withScratch(hearth_packed_size(kernel, outputs, inputs)) { packed in
            hearth_pack(kernel, w, 0, outputs, outputs, inputs, packed)
            withScratch(hearth_linear_scratch_size(kernel, rows, inputs)) { scratch in
                hearth_linear(
                    kernel, x, rows, inputs, packed, outputs, bias ?? [Float](repeating: 0, count: outputs), nil,
                    HEARTH_EPILOGUE_NONE, &y, scratch)
            }
        }
        return y
    }

    /// Checks each product against that of the portable form.
    private func expectAgreement(
        _ x: [Float], _ w: [Float], inputs: Int, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = product(x, w, inputs: inputs)
        let expected = product(x, w, inputs: inputs, kernel: HEARTH_KERNEL_PORTABLE)
        let outputs = w.count / inputs
        for (index, (found, expected)) in zip(found, expected).enumerated() {
            let row = x[index / outputs * inputs..<(index / outputs + 1) * inputs]
            let column = w[index % outputs * inputs..<(index % outputs + 1) * inputs]
            var size = 0.0, nothing = 0.0
            for (a, b) in zip(row, column) {
                size += abs(Double(a) * Double(b))
                // Rows of nothing above 1e-30 count as zeros.
                nothing += 1e-30 * (abs(Double(a)) + abs(Double(b)))
            }
            let allowed = IntegerRounding.error(row, column) + 4e-6 * size + nothing
            #expect(abs(Double(found) - Double(expected)) <= allowed, what, sourceLocation: sourceLocation)
        }
    }

    @Test func outliersTakeLittleFromTheOthers() {
        var generator = SeededGenerator(seed: 21)
        for inputs in [5, 64, 385] {
            var x = generator.floats(9 * inputs), w = generator.floats(37 * inputs)
            for row in 0..<9 { x[row * inputs + row * inputs / 9] = row % 2 == 0 ? 1000 : -1000 }
            for output in stride(from: 0, to: 37, by: 3) { w[output * inputs + output % inputs] = -1000 }
            expectAgreement(x, w, inputs: inputs, "\(inputs)")
        }
    }

    /// With rows that point the same way the sum is as large as any of such length.
    @Test func noSumOverflows() {
        for inputs in [1, 2, 3, 16, 31, 384, 1536, 8193, 65_536] {
            for (x, w) in [(1, 1), (-1, 1), (-1, -1), (1e-15, 1e15), (3e18, 1e-18), (1e4, 1e-9)] as [(Float, Float)] {
                let found = product(
                    .init(repeating: x, count: 7 * inputs), .init(repeating: w, count: 17 * inputs), inputs: inputs)
                let expected = Double(inputs) * Double(x) * Double(w)
                #expect(found.allSatisfy { abs(Double($0) / expected - 1) < 3e-3 }, "\(inputs) of \(x) and \(w)")
            }
        }
        // Most of the length in few numbers, and in one.
        for inputs in [2, 40, 384] {
            for large in [1, 2, 3] where large <= inputs {
                let row = (0..<inputs).map { $0 < large ? Float(1) : 1e-3 }
                expectAgreement(row + row.map(-), row + row.map(-) + row, inputs: inputs, "\(large) of \(inputs)")
            }
        }
    }

    @Test func numbersMayBeOfAnySize() {
        var generator = SeededGenerator(seed: 22)
        for size in [.leastNonzeroMagnitude * 8, 1e-38, 1e-31, 1e-20, 1e-5, 1e10, 1e18] as [Float] {
            let x = generator.floats(3 * 50).map { $0 * size }, w = generator.floats(5 * 50)
            expectAgreement(x, w, inputs: 50, "\(size)")
            expectAgreement(w, x, inputs: 50, "\(size)")
        }
        // The largest there are: infinite perhaps, as with floats, but no trap.
        let most = [Float](repeating: .greatestFiniteMagnitude, count: 12)
        #expect(product(most, most, inputs: 4).allSatisfy { $0 == .infinity })
    }

    @Test func rowsOfZerosGiveTheBias() {
        let bias: [Float] = [1, -2, 0.5]
        let ones = [Float](repeating: 1, count: 3 * 21), zeros = [Float](repeating: 0, count: 3 * 21)
        #expect(product(zeros, ones, inputs: 21, bias: bias) == bias + bias + bias)
        #expect(product(ones, zeros, inputs: 21, bias: bias) == bias + bias + bias)
        #expect(product(zeros.map(-), zeros, inputs: 21, bias: bias) == bias + bias + bias)
    }

    /// What is no number is seen in all that it goes into, and in nothing else.
    @Test(arguments: [Float.nan, -Float.nan, .infinity, -.infinity])
    func whatIsNotFiniteStaysVisible(_ broken: Float) {
        var generator = SeededGenerator(seed: 23)
        for inputs in [1, 7, 8, 50] {
            let x = generator.floats(13 * inputs), w = generator.floats(35 * inputs)
            let whole = product(x, w, inputs: inputs)
            for place in Set([0, inputs / 2, inputs - 1]) {
                var spoilt = x
                spoilt[4 * inputs + place] = broken
                for (index, (found, whole)) in zip(product(spoilt, w, inputs: inputs), whole).enumerated() {
                    #expect(index / 35 == 4 ? !found.isFinite : found == whole)
                }
                spoilt = w
                spoilt[33 * inputs + place] = broken
                for (index, (found, whole)) in zip(product(x, spoilt, inputs: inputs), whole).enumerated() {
                    #expect(index % 35 == 33 ? !found.isFinite : found == whole)
                }
            }
        }
    }

    @Test func aRowDoesNotDependOnItsNeighbours() {
        var generator = SeededGenerator(seed: 24)
        let x = generator.floats(17 * 45), w = generator.floats(20 * 45)
        let together = product(x, w, inputs: 45)
        for row in 0..<17 {
            let alone = product(Array(x[row * 45..<(row + 1) * 45]), w, inputs: 45)
            #expect(alone == Array(together[row * 20..<(row + 1) * 20]))
        }
    }
}
