/// The columns that repeat a part of a record's content, so that a filter needs not read all of it.
package struct LedgerColumns: Equatable {
    package var number: Int
    package var timeMicros: Int
    package var kind: String
    package var engine: String?

    package init?(_ content: [UInt8]) {
        guard let fields = CanonicalRecord.fields(content) else { return nil }
        func text(_ field: CanonicalRecord.Field) -> String? { fields[field.rawValue] }
        guard let number = text(.number).flatMap({ Int($0) }), let time = text(.timeMicros).flatMap({ Int($0) }),
            let kind = text(.kind)
        else { return nil }
        (self.number, timeMicros, self.kind, engine) = (number, time, kind, text(.engine))
    }

    package init(number: Int, timeMicros: Int, kind: String, engine: String?) {
        (self.number, self.timeMicros, self.kind, self.engine) = (number, timeMicros, kind, engine)
    }
}
