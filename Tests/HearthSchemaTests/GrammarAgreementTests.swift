import HearthCore
import HearthSchema
import Testing

/// The validator and the grammar were written apart; on random schemas they have to agree.
@Suite struct GrammarAgreementTests {
    @Test(arguments: 0..<8) func grammarsAcceptJustWhatTheValidatorAccepts(batch: Int) throws {
        var random = RandomSchema(seed: UInt64(batch + 1))
        var expressed = 0
        var accepted = 0
        for round in 0..<250 {
            let source = random.schema(depth: 3)
            let schema = try JSONSchema(source)
            let grammar: Grammar
            do {
                grammar = try Grammar(SchemaGrammar(schema).text)
            } catch let error as SchemaError where error.reason == .notExpressible {
                continue
            } catch let error as SchemaError where error.reason == .unsatisfiable {
                for _ in 0..<12 {
                    let value = random.value(depth: 2)
                    #expect(try !schema.isValid(value, formats: true), "round \(round): \(source) with \(value)")
                }
                continue
            }
            expressed += 1
            for _ in 0..<12 {
                let value = random.value(depth: 2)
                let valid = try schema.isValid(value, formats: true)
                let matches = try grammar.matches(value.description)
                if matches { accepted += 1 }
                #expect(matches == valid, "round \(round): \(source) with \(value)")
            }
        }
        #expect(expressed > 150, "most schemas can be expressed")
        #expect(accepted > 100, "the test sees both sides")
    }

    @Test(arguments: 0..<4) func grammarsInDeclaredOrderAcceptNothingInvalid(batch: Int) throws {
        var random = RandomSchema(seed: UInt64(batch + 100))
        var configuration = SchemaGrammar.Configuration()
        configuration.order = .declared
        var accepted = 0
        for _ in 0..<200 {
            let source = random.schema(depth: 3)
            let schema = try JSONSchema(source)
            guard let text = try? SchemaGrammar(schema, configuration: configuration).text else { continue }
            let grammar = try Grammar(text)
            for _ in 0..<12 {
                let value = random.value(depth: 2)
                guard try grammar.matches(value.description) else { continue }
                accepted += 1
                #expect(try schema.isValid(value, formats: true), "\(source) with \(value)")
            }
        }
        #expect(accepted > 100)
    }
}
