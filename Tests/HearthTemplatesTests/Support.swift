import HearthTemplates

func message(_ role: String, _ content: String) -> TemplateValue {
    .object([("role", .string(role)), ("content", .string(content))])
}

/// What `template` renders to with `context`.
func rendered(_ template: String, _ context: [String: TemplateValue] = [:]) throws -> String {
    try JinjaTemplate(template).render(context).text
}
