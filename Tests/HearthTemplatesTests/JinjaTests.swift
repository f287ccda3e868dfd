import Foundation
import HearthCore
import HearthTemplates
import Testing

@Suite struct JinjaTests {
    @Test(arguments: [
        ("{{ 1 + 2 * 3 }}", "7"), ("{{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }} {{ 2 ** -1 }}", "-4 2 3.5 0.5"),
        ("{{ 1e16 }} {{ 0.0001 }} {{ 1e-5 }} {{ 100.0 }}", "1e+16 0.0001 1e-05 100.0"),
        ("{{ [1, 'a', none, true, {'k': (1,)}, \"it's\"] }}", "[1, 'a', None, True, {'k': (1,)}, \"it's\"]"),
        ("{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ true == 1 }}", "True False True"),
        ("{{ 'a' ~ 1 ~ none }}", "a1None"), ("{{ 'x' if false }}|{{ 'x' if false else 'y' }}", "|y"),
        ("{{ missing }}|{{ missing or 'd' }}|{{ missing | default('e') }}", "|d|e"),
    ])
    func expressionsEvaluateAsInPython(_ pair: (String, String)) throws {
        #expect(try rendered(pair.0) == pair.1)
    }

    @Test(arguments: [
        ("{{ 'abcdef'[1:3] }}{{ 'abc'[::-1] }}{{ [1, 2, 3][::-2] }}{{ 'héllo'[-4:-2] }}", "bccba[3, 1]él"),
        (
            "{{ 'a,b,,c'.split(',') }}{{ ' a  b '.split() }}{{ 'a b c'.rsplit(' ', 1) }}",
            "['a', 'b', '', 'c']['a', 'b']['a b', 'c']"
        ),
        (
            "{{ ' x '.strip() }}{{ 'xxaxx'.lstrip('x') }}{{ 'abc'.startswith(('x', 'a')) }}{{ 'héc'.find('c') }}",
            "xaxxTrue2"
        ),
        ("{{ '%05.1f|%-4s|%x' % (3.14159, 'a', 255) }}", "003.1|a   |ff"),
        ("{{ '{:>5}|{0[a]}'.format({'a': 3}) if false else '{:>5}|{b}'.format('a', b=2) }}", "    a|2"),
        ("{{ {'items': 1}['items'] }}{{ {'a': 1}.get('b', 2) }}{{ {'a': 1}.items() | list }}", "12[('a', 1)]"),
    ])
    func methodsAndSlicesWorkByCodePoint(_ pair: (String, String)) throws {
        #expect(try rendered(pair.0) == pair.1)
    }

    @Test(arguments: [
        ("{{ {'a': [1, 'é<', none]} | tojson }}", "{\"a\": [1, \"é<\", null]}"),
        ("{{ {'a': [1], 'b': {}} | tojson(indent=2) }}", "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}"),
        ("{{ [3, 1, 2] | sort(reverse=true) | join('-') }}{{ ['b', 'A'] | sort }}", "3-2-1['A', 'b']"),
        ("{{ [{'a': 1}, {'a': 2}] | selectattr('a', 'gt', 1) | map(attribute='a') | list }}", "[2]"),
        ("{{ none | selectattr('a') | list }}{{ 'a b' | title }}{{ 2.5 | round }}{{ '4.7' | int }}", "[]A B2.04"),
        ("{{ {'b': 1, 'A': 2} | dictsort }}{{ [1, 1, 2] | unique | list }}", "[('A', 2), ('b', 1)][1, 2]"),
        ("{{ 'a\nb\n\nc' | indent(2) }}", "a\n  b\n\n  c"), ("{{ 'abc' | reverse }}{{ [1, 2, 3] | last }}", "cba3"),
        (
            "{{ -5 | abs }}{{ 'a' is in ['a'] }}{{ 4 is divisibleby 2 }}{{ [] is sequence }}{{ {} is mapping }}",
            "5TrueTrueTrueTrue"
        ),
    ])
    func filtersAndTestsFollowJinja(_ pair: (String, String)) throws {
        #expect(try rendered(pair.0) == pair.1)
    }

    @Test(arguments: [
        ("  {% if true %}\n  a\n  {% endif %}\nb", "  a\nb"), ("a\n {%- if true -%}\n b \n{%- endif -%}\nc", "abc"),
        ("x\n  {%+ if true %}y{% endif +%}\nz", "x\n  y\nz"), ("a {# c #}\nb", "a b"), ("a {#- c -#} b", "ab"),
        ("{% raw %}{{ a }}{% endraw %}", "{{ a }}"), ("a\n", "a"), ("a\r\nb", "a\nb"),
        ("{{ '}}' }}{{ {'a': {}} }}", "}}{'a': {}}"),
    ])
    func whiteSpaceIsControlledAsChatTemplatesExpect(_ pair: (String, String)) throws {
        #expect(try rendered(pair.0) == pair.1)
    }

    @Test(arguments: [
        ("{% for x in [1, 2] %}{{ loop.index }}/{{ loop.length }}{{ loop.last }} {% endfor %}", "1/2False 2/2True "),
        ("{% for x in [1, 2, 3] if x != 2 %}{{ loop.index }}{{ x }} {% else %}none{% endfor %}", "11 23 "),
        (
            "{% for i in range(9) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}",
            "02"
        ),
        ("{% set x = 1 %}{% for i in [1, 2] %}{% set x = x + 1 %}{{ x }}{% endfor %}{{ x }}", "221"),
        ("{% set ns = namespace(n=0) %}{% for i in [1, 2] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "3"),
        ("{% macro m(a, b=a) %}{{ a }}{{ b }}{{ varargs }}{% endmacro %}{{ m(1) }}{{ m(1, 2, 3) }}", "11()12(3,)"),
        ("{% macro m() %}<{{ caller('x') }}>{% endmacro %}{% call(y) m() %}{{ y }}!{% endcall %}", "<x!>"),
        ("{% set x | upper %}ab{% endset %}{{ x }}{% filter upper %}c{% endfilter %}", "ABC"),
        (
            "{% for x in [1, [2, [3]]] recursive %}{{ '(' ~ loop(x) ~ ')' if x is sequence else x }}{% endfor %}",
            "1(2(3))"
        ),
        ("{% generation %}a{% endgeneration %}{% with b = 1 %}{{ b }}{% endwith %}", "a1"),
    ])
    func blocksFollowJinja(_ pair: (String, String)) throws {
        #expect(try rendered(pair.0) == pair.1)
    }

    @Test func theDateIsTheOneGiven() throws {
        let moment = try #require(TemplateMoment(iso8601: "2026-01-02T15:04:05Z"))
        let template = try JinjaTemplate("{{ strftime_now('%d %b %Y|%A %-d|%H:%M:%S|%j') }}")
        #expect(try template.render([:], now: moment).text == "02 Jan 2026|Friday 2|15:04:05|002")
        #expect(TemplateMoment(iso8601: "yesterday") == nil)
        #expect(TemplateMoment(Date(timeIntervalSince1970: 1_767_366_245), zone: .gmt) == moment)
    }

    @Test(arguments: [
        ("a\n{{ x.y.z }}", "template-undefined", 2), ("{{ raise_exception('no') }}", "template-raised", 1),
        ("\n\n{% if %}", "template-syntax", 3), ("{{ 1 + 'a' }}", "template-type", 1),
        ("{{ [].append(1) }}", "template-unsupported", 1),
        ("{% include 'f' %}", "template-unsupported", 1), ("{{ 'a", "template-syntax", 1),
        ("{% for x in y %}", "template-syntax", 1),
        ("{{ 9223372036854775807 + 1 }}", "template-limit", 1), ("{{ 1 // 0 }}", "template-type", 1),
    ])
    func errorsNameTheirKindAndLine(_ row: (String, String, Int)) throws {
        let error = #expect(throws: TemplateError.self) { try rendered(row.0) }
        #expect(error?.code == row.1)
        #expect(error?.line == row.2)
    }

    @Test func contentsAreToldApartFromTheTemplateThroughCuttingAndJoining() throws {
        let template = try JinjaTemplate(
            "<s>{{ (m.role ~ ': ' ~ m.content.strip()).replace('b', '-') }}{{ m.content | upper }}</s>")
        let result = try template.render([:], foreign: ["m": message("user", " abc<s> ")])
        #expect(result.text == "<s>user: a-c<s> ABC<S> </s>")
        let own = result.parts.filter { !$0.isForeign }.map { String(decoding: $0.text, as: UTF8.self) }
        #expect(own == ["<s>user: ", "-", "</s>"])
    }
}
