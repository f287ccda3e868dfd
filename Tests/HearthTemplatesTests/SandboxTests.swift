import Foundation
import HearthCore
import HearthTemplates
import Testing

@Suite struct SandboxTests {
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
            "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
            "{% set ns = namespace(x='aaaaaaaaaaaaaaaa') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
            "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}",
            "{% set ns = namespace(x=[1]) %}{% for i in range(99999) %}{% set ns.x = [ns.x] %}{% endfor %}",
            "{% set ns = namespace() %}{% set ns.me = [ns] %}{{ ns }}",
            "{{ 'a' * 999999999999 }}", "{{ [0] * 999999999999 }}", "{{ range(99999999999) | list }}",
            "{{ 'a'.center(9999999999999) }}",
            "{{ '%999999999s' % 'a' }}", "{{ '{:999999999}'.format(1) }}", "{{ 2 ** 9999999 }}",
            "{{ -9223372036854775807 - 2 }}",
            String(repeating: "{{ " + String(repeating: "(", count: 5000), count: 1),
            "{{ " + String(repeating: "[", count: 5000),
            "{{ " + String(repeating: "-", count: 5000) + "1 }}", String(repeating: "{% if 1 %}", count: 5000),
            "{{ " + String(repeating: "1 if ", count: 5000) + "1 }}",
            "{{ " + String(repeating: "a is not b(", count: 5000),
            "{{ 1 if 1 else " + String(repeating: "1 if 1 else ", count: 5000) + "1 }}",
        ])
    func whatWouldNotEndIsStopped(_ template: String) async throws {
        // On a small stack, as threads of other systems have it.
        let code = await onSmallStack { () -> String? in
            do {
                var limits = TemplateLimits()
                limits.steps = 300_000
                _ = try JinjaTemplate(template, limits: limits).render([:])
                return nil
            } catch let error as TemplateError {
                return error.code
            } catch {
                return "\(error)"
            }
        }
        #expect(code == "template-limit" || code == "template-syntax")
    }

    @Test(arguments: [
        ("{{ 'abc'.center(-9223372036854775807 - 1) }}", "abc"), ("{{ 'abc'.ljust(x) }}", "abc"),
        ("{{ 'abc'.rjust(x) }}", "abc"), ("{{ '-7'.zfill(x) }}", "-7"), ("{{ '-7'.zfill(4) }}", "-007"),
        ("{{ 'abc' | center(x) }}", "abc"), ("{{ 'abc' | indent(x) }}", "abc"), ("{{ 'abc'[x:y:x] }}", ""),
        ("{{ 'abc'[x:y:y] }}", "a"), ("{{ 'abc'[y:x:x] }}", "c"), ("{{ 'abc'.find('c', x, y) }}", "2"),
        ("{{ 'abc'.find('c', y, x) }}", "-1"), ("{{ 'aa'.replace('a', 'b', x) }}", "bb"),
        ("{{ 'a b'.split(none, x) }}", "['a', 'b']"), ("{{ 'a b'.rsplit(' ', x) }}", "['a', 'b']"),
        ("{{ 'abc' * x }}", ""), ("{{ [1] * x }}", "[]"), ("{{ x % -1 }}", "0"),
        ("{{ range(y, y - 1, -1) }}", "range(9223372036854775807, 9223372036854775806, -1)"),
        ("{{ range(y - 1, y) }}", "range(9223372036854775806, 9223372036854775807)"),
        ("{{ range(y - 1, y, 2) | list }}", "[9223372036854775806]"),
        ("{{ range(x, y, y) | list }}", "[-9223372036854775808, -1, 9223372036854775806]"),
        ("{{ range(y, x, x) | list }}", "[9223372036854775807, -1]"),
        ("{{ range(y, x, x)[::2] }}", "range(9223372036854775807, 9223372036854775806, -1)"),
        ("{{ range(9, 0, -3) }}", "range(9, 2, -3)"),
    ])
    func theGreatestAndTheLeastNumbersAreNumbersLikeOthers(_ template: String, _ expected: String) throws {
        #expect(try rendered(template, ["x": .int(.min), "y": .int(.max)]) == expected)
    }

    @Test(arguments: [
        "{{ 'abc' | truncate(x) }}", "{{ 'abc' | truncate(y) }}", "{{ 'abc' | wordwrap(x) }}",
        "{{ 'abc'.center(y) }}", "{{ '-7'.zfill(y) }}", "{{ 'abc' * y }}", "{{ [1] * y }}", "{{ x // -1 }}",
        "{{ x | abs }}", "{{ -x }}", "{{ 1 | round(x) }}", "{{ [1] | batch(x) | list }}", "{{ [1] | slice(y) | list }}",
        "{{ '%*d' % (y, 1) }}", "{{ '%c' % x }}", "{{ range(x, y) }}", "{{ y + 1 }}", "{{ x - 1 }}", "{{ x ** 3 }}",
    ])
    func whatDoesNotFitANumberIsAnError(_ template: String) {
        #expect(throws: TemplateError.self) { try rendered(template, ["x": .int(.min), "y": .int(.max)]) }
    }

    @Test func longChainsAreNoNesting() throws {
        let sum = "{{ 1" + String(repeating: " + 1", count: 5000) + " }}"
        #expect(try rendered(sum) == "5001")
        #expect(try rendered("{{ 'a'" + String(repeating: ".strip()", count: 5000) + " }}") == "a")
        #expect(try rendered("{{ " + String(repeating: "not ", count: 5001) + "1 }}") == "False")
    }

    @Test func chainsOfNamespacesAreReleasedWithoutRecursion() throws {
        let template =
            "{% set ns = namespace(p=none) %}{% for i in range(90000) %}{% set o = namespace(p=ns.p) %}{% set ns.p = o %}{% endfor %}ok"
        #expect(try rendered(template) == "ok")
    }

    @Test func pythonsInsidesAreNotReachable() throws {
        #expect(try rendered("{{ ''.__class__ }}{{ [].__init__ }}{{ x.__class__ if x is defined }}") == "")
        #expect(throws: TemplateError.self) { try rendered("{{ ''.__class__.__mro__ }}") }
        #expect(throws: TemplateError.self) { try rendered("{{ {'a': 1}.update({'b': 2}) }}") }
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<8)
    func randomTemplatesNeitherTrapNorHang(_ seed: Int) {
        var random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        let pieces = Self.pieces
        var limits = TemplateLimits()
        limits.steps = 20_000
        limits.outputBytes = 1 << 16
        for _ in 0..<3000 {
            let count = 1 + Int(random.next() % 14)
            var text = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            if random.next() % 3 == 0 { text = "{{ " + text + " }}" }
            if random.next() % 4 == 0 {
                var bytes = Array(text.utf8)
                if !bytes.isEmpty {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                text = String(decoding: bytes, as: UTF8.self)
            }
            do {
                _ = try JinjaTemplate(text, limits: limits).render([
                    "x": Self.value(&random, 4), "y": Self.value(&random, 2),
                ])
            } catch let error as TemplateError {
                #expect(!error.message.isEmpty)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    private static let pieces = [
        "{{ ", " }}", "{% ", " %}", "{%- ", " -%}", "{# ", " #}", "for x in ", "endfor", "if ", "else", "endif",
        "set x = ", "macro m(a)",
        "endmacro", "m(", "(", ")", "[", "]", "[::-1]", "[-9223372036854775808:]", "{", "}", ":", ",", ".", "|", "x",
        "y", " is ", " not ",
        " in ", "'a'", "\"é😀\"", "1", "0", "-1", "9223372036854775807", "1e308", "0.5", "+", "-", "*", "/", "//", "%",
        "**", "~", "==", "<",
        "loop.index", "|join", "|length", "|sort", "|map('upper')", "|select('odd')", "|tojson(indent=2)", "|batch(",
        "|slice(2)", "|round(2)",
        "|int(0, 16)", "|truncate(3)", "|indent", "|wordwrap(2)", "|center(9)", ".split('a')", ".format(x, y)",
        " % (x, y)", ".replace('', x)",
        ".items()", ".get(x)", "namespace(a=x)", "range(x)", "cycler(1,2)", "strftime_now('%c%U%z')", "raw", "endraw",
        "\n", "  ", "\u{0}", "\u{301}",
        "{{ x[y:x:y] }}", "{{ x|groupby(y) }}", "{% for a, b in x %}", "{% endfor %}", "{% if x %}", "{% endif %}",
        "{{ x ~ y }}", "{{ x * y }}",
    ]

    private static func value(_ random: inout Random, _ depth: Int) -> TemplateValue {
        switch random.next() % (depth > 0 ? 9 : 6) {
        case 0: .none
        case 1: .bool(random.next() % 2 == 0)
        case 2: .int([0, 1, -1, 7, Int.max, Int.min][Int(random.next() % 6)])
        case 3: .double([0, -0.5, .infinity, .nan, 1e300, -1e-300][Int(random.next() % 6)])
        case 4, 5: .string(["", "a", "é\u{301}😀", "{} %s {0}", " a b ", "12", "{:>99}"][Int(random.next() % 7)])
        case 6, 7: .array((0..<random.next() % 4).map { _ in value(&random, depth - 1) })
        default: .object((0..<random.next() % 4).map { ("k\($0)", value(&random, depth - 1)) })
        }
    }

    private struct Random {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

/// Runs `body` on a thread with 512 KiB of stack.
private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
