import PublicSuites
import Testing

@testable import HearthDocuments

/// What html5lib's tests say of our parser. Those that are read otherwise on purpose are listed with the reason; the tests fail,
/// too, when one of these passes. The tests in `tree-construction/scripted` are not run: they need a browser's programs.
@Suite(.enabled(if: PublicSuite.html5.isExpected, Comment(rawValue: PublicSuite.hint)))
struct HTMLSuiteTests {
    @Test func tokenizerReadsWhatTheTestsSay() throws {
        let outcomes = try HTMLSuite.tokenizerOutcomes(in: PublicSuite.html5.folder)
        #expect(outcomes.count == 7_030)
        check(outcomes, except: [:])
    }

    @Test func treesAreThoseOfTheTests() throws {
        let outcomes = try HTMLSuite.treeOutcomes(in: PublicSuite.html5.folder)
        #expect(outcomes.count == 3_365)
        // Since 2020 the standard has elements such as <div> end SVG and MathML in parts of pages as well.
        let reason = "an element of HTML in a part whose context is foreign, by the rule before 2020"
        var listed: [String: String] = [:]
        for number in [0, 1, 38, 40, 47, 48] {
            listed["foreign-fragment.dat \(number)"] = reason
            listed["foreign-fragment.dat \(number) with programs"] = reason
        }
        check(outcomes, except: listed)
    }

    @Test func declaredEncodingsAreFound() throws {
        let outcomes = try HTMLSuite.encodingOutcomes(in: PublicSuite.html5.folder)
        #expect(outcomes.count == 83)
        let listed = [
            "tests1.dat 41": "a byte-order mark, which is looked at before what is declared",
            "tests1.dat 42": "a byte-order mark, which is looked at before what is declared",
            "tests1.dat 54": "declared by a program",
        ]
        check(outcomes, except: listed)
    }

    private func check(_ outcomes: [HTMLSuite.Outcome], except listed: [String: String]) {
        for outcome in outcomes {
            if let problem = outcome.problem, listed[outcome.name] == nil {
                Issue.record("\(outcome.name): \(problem)")
            } else if outcome.problem == nil, let reason = listed[outcome.name] {
                Issue.record("\(outcome.name) does not differ any more (\(reason))")
            }
        }
        let names = Set(outcomes.map(\.name))
        for name in listed.keys where !names.contains(name) { Issue.record("there is no test \(name)") }
    }
}
