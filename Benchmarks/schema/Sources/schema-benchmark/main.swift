import HearthCore
import HearthSchema

// Measures what a typed answer costs besides the model. Prints the median and the best of many rounds; the bounds are the
// ones this project set itself, for the median on a quiet machine.

let clock = ContinuousClock()

/// - Parameter bound: In microseconds; `nil` where there is none.
func measure(_ name: String, bound: Double?, _ work: () throws -> Void) rethrows {
    for _ in 0..<20 { try work() }
    var rounds: [Double] = []
    let start = clock.now
    while rounds.count < 20 || (clock.now - start < .seconds(1) && rounds.count < 20_000) {
        let time = try clock.measure { try work() }
        rounds.append(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
    }
    rounds.sort()
    func text(_ value: Double) -> String { "\(Double(Int(value * 10)) / 10) µs" }
    var line = "\(name): median \(text(rounds[rounds.count / 2])), best \(text(rounds[0]))"
    if let bound { line += rounds[rounds.count / 2] < bound ? " (below \(text(bound)))" : " ABOVE \(text(bound))" }
    print(line)
}

let schema = try JSONValue(parsing: Sample.schema)
let judge = try JSONSchema(schema)
let text = Sample.instance
let instance = try JSONValue(parsing: text)
guard try judge.isValid(instance), try Grammar(SchemaGrammar(judge).text).matches(text) else {
    fatalError("the sample does not fit its schema")
}

print("schema of \(Sample.schema.utf8.count) bytes, instance of \(text.utf8.count) bytes")
try measure("parse the instance", bound: nil) { _ = try JSONValue(parsing: text) }
try measure("compile the schema", bound: 1_000) { _ = try JSONSchema(schema) }
try measure("validate the instance", bound: 50) { _ = try judge.isValid(instance) }
try measure("list its failures (none)", bound: nil) { _ = try judge.failures(of: instance) }
try measure("write the grammar", bound: nil) {
    var configuration = SchemaGrammar.Configuration()
    configuration.order = .declared
    _ = try SchemaGrammar(judge, configuration: configuration)
}
try measure("read the instance in 4-byte pieces, with a snapshot each", bound: nil) {
    var parser = PartialJSON()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        try parser.append(rest.prefix(4))
        _ = parser.snapshot
        rest = rest.dropFirst(4)
    }
}
