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

    /// Each of these does much with few words. What it does counts, so it is stopped by the count long before it costs time; `n` is a
    /// text of 200,000 bytes, `m` another one that is equal but for its end, `u` one of letters outside of ASCII, `s` one of words.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "n == m", "n < m", "m in [n, n]", "{n: 1}[m]", "{n: 1}.get(m)", "[n, m] | unique | list", "[n, m] | sort",
            "[m, n] | min", "n | int", "n | float", "u | upper", "u | lower", "u | title", "n | title", "u | wordcount",
            "u.isalpha()", "n is lower", "u | urlencode", "u | escape", "n.strip(n)", "n | trim(u)",
            "n.startswith((m, m, m, m))", "n | center(200001)", "'a' * 200000", "n | reverse | length",
            "n.replace('', '')",
            "n[::-1]", "u[5]", "u[5:7]", "u.find('x', 3)", "n.split('a')", "s.split()", "s.rsplit(none, 30000)",
            "s | wordwrap(2)",
            "n | wordwrap(2)", "n.count('a')", "s.splitlines()", "n | list", "'%.1s%.1s%.1s' % (n, n, n)",
            "'{:.1}{:.1}{:.1}'.format(n, n, n)", "big | join", "big | sum", "big | map('string') | join",
            "cycler(*big)", "big == big", "n | striptags", "n | tojson", "[n] | pprint",
            "n ~ n", "range(99999) | batch(2, 0) | list", "n | format",
        ])
    func muchWorkInFewWordsIsCounted(_ expression: String) throws {
        var limits = TemplateLimits()
        limits.steps = 100_000
        let n = String(repeating: "a", count: 50_000)
        let context: [String: TemplateValue] = [
            "n": .string(n), "m": .string(n.dropLast() + "b"), "u": .string(String(repeating: "é", count: 25_000)),
            "s": .string(String(repeating: "ab\n", count: 15_000)),
            "big": .array(Array(repeating: .int(1), count: 5_000)),
        ]
        // 500 times, each of which may take 200 steps at most to stay below.
        let template = "{% for i in range(500) %}{% if (\(expression)) is none %}{% endif %}{% endfor %}"
        let error = #expect(throws: TemplateError.self) { try JinjaTemplate(template, limits: limits).render(context) }
        #expect(error?.code == "template-limit", "\(error?.message ?? "")")
    }

    /// A tuple that holds one and the same tuple twice, at each of 60 levels, has 2⁶⁰ parts.
    @Test(.timeLimit(.minutes(10)), arguments: ["{{ {ns.t: 1} }}", "{{ [ns.t] | unique | list }}", "{{ ns.t in {} }}"])
    func keysThatShareTheirPartsAreCounted(_ use: String) throws {
        let template =
            "{% set ns = namespace(t=(1,)) %}{% for i in range(60) %}{% set ns.t = (ns.t, ns.t) %}{% endfor %}" + use
        var limits = TemplateLimits()
        limits.steps = 300_000
        let error = #expect(throws: TemplateError.self) { try JinjaTemplate(template, limits: limits).render([:]) }
        #expect(error?.code == "template-limit")
    }

    @Test func whatWritesWithoutEndIsStoppedByWhatItWrote() throws {
        // 60 MB, had nobody looked.
        let template = "{% for i in range(60000) %}" + String(repeating: "x", count: 1000) + "{% endfor %}"
        let error = #expect(throws: TemplateError.self) { try JinjaTemplate(template).render([:]) }
        #expect(error?.code == "template-limit" && error?.message.contains("wrote more than 8388608 bytes") == true)
        var limits = TemplateLimits()
        // The range and 8 MB of rows with 1,000 bytes each take some 210,000 steps; 60 MB would take more than a million.
        limits.steps = 240_000
        let again = #expect(throws: TemplateError.self) { try JinjaTemplate(template, limits: limits).render([:]) }
        #expect(again?.message.contains("wrote more than") == true, "\(again?.message ?? "")")
    }

    @Test(arguments: [
        "{{ raise_exception(n) }}", "{{ x[n].a }}", "{{ n | attr(n) + 1 }}", "{{ strftime_now('%c' * 90000) }}",
        "{{ '{:a\u{301}\u{301}=9}'.format(1) }}",
    ])
    func whatAnErrorRepeatsOfATemplateIsShort(_ template: String) throws {
        let context: [String: TemplateValue] = ["n": .string(String(repeating: "é", count: 500_000)), "x": .object([])]
        let error = #expect(throws: TemplateError.self) { try JinjaTemplate(template).render(context) }
        #expect((error?.message.utf8.count ?? .max) < 5_000)
    }

    @Test func partsFromTheEndAndLongWordsAreCutAsPythonCutsThem() throws {
        #expect(try rendered("{{ ' a b  c '.rsplit(none, 1) }}") == "[' a b', 'c']")
        #expect(try rendered("{{ ' a b  c '.rsplit(none, 0) }}") == "[' a b  c']")
        #expect(try rendered("{{ ' a b  c '.rsplit() }}") == "['a', 'b', 'c']")
        #expect(try rendered("{{ ' a b  c '.split(none, 1) }}") == "['a', 'b  c ']")
        #expect(try rendered("{{ 'äöüäöü x' | wordwrap(2) }}") == "äö\nüä\nöü\nx")
        #expect(try rendered("{{ 'abcde fg' | wordwrap(2) }}") == "ab\ncd\ne\nfg")
        #expect(
            try rendered("{{ 'éa'.find('a') }} {{ 'éaéa'.rfind('a') }} {{ 'éaéa'.find('a', 2) }} {{ 'é'.find('x') }}")
                == "1 3 3 -1")
        #expect(
            try rendered("{{ 'Äb C'.upper() }} {{ 'Äb C'.lower() }} {{ 'aZ{[@`'.upper() }} {{ 'aZ{[@`'.lower() }}")
                == "ÄB C äb c AZ{[@` az{[@`")
        #expect(try rendered("{{ 'abc'[-1] }}{{ 'äbc'[-3] }}{{ 'abc'[7] is defined }}") == "cäFalse")
        #expect(
            try rendered("{{ 'ab' * 5 }} {{ 'é'.center(5, '*') }} {{ '%05d' % 42 }} {{ '{:*^6}'.format('ab') }}")
                == "ababababab **é** 00042 **ab**")
        #expect(try rendered("{{ 'a b/c~é' | urlencode }}") == "a%20b/c~%C3%A9")
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
