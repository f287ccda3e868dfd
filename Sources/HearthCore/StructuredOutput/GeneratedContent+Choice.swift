/// Used by what `@Generable` makes of enumerations, and by those who write the same by hand.
extension GeneratedContent {
    /// The text that names a choice. Not before it is finished: one choice may begin like another.
    ///
    /// - Throws: ``GeneratedContentError``.
    public func choice() throws -> String {
        guard isComplete else { throw GeneratedContentError.unfinished }
        return try value()
    }

    /// The name of the case in an object that stands for a case with its values. Not before the whole is finished.
    ///
    /// - Throws: ``GeneratedContentError``.
    public func caseName() throws -> String {
        guard isComplete else { throw GeneratedContentError.unfinished }
        return try value(forProperty: GenerationSchema.Case.key)
    }

    /// The object that stands for a case with its values; those that are `nil` are left out.
    public init(case name: String, values: [(String, GeneratedContent?)]) {
        var members = JSONObject([(GenerationSchema.Case.key, .string(name))])
        for (name, content) in values { members[name] = content?.value }
        self.init(.object(members))
    }
}
