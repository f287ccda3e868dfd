import HearthTemplates

func message(_ role: String, _ content: String) -> TemplateValue {
    .object([("role", .string(role)), ("content", .string(content))])
}
