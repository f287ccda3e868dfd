/// A schema as programs use them to have a document described, and a value that fits it.
enum Sample {
    static let schema = #"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
         "properties": {
           "title": {"type": "string", "minLength": 1, "maxLength": 120},
           "language": {"enum": ["en", "de", "fr", "zh", "other"]},
           "date": {"type": "string", "format": "date"},
           "pages": {"type": "integer", "minimum": 1, "maximum": 10000},
           "score": {"type": "number", "minimum": 0, "maximum": 1},
           "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$"}, "maxItems": 8},
           "people": {"type": "array", "items": {"$ref": "#/$defs/person"}, "maxItems": 20},
           "kind": {"anyOf": [{"$ref": "#/$defs/letter"}, {"$ref": "#/$defs/bill"}]},
           "note": {"type": ["string", "null"]}},
         "required": ["title", "language", "pages", "tags", "people", "kind"],
         "additionalProperties": false,
         "$defs": {
           "person": {"type": "object",
             "properties": {"name": {"type": "string"}, "role": {"enum": ["author", "reader", "other"]},
                            "mail": {"type": "string"}, "age": {"type": "integer", "minimum": 0, "maximum": 150}},
             "required": ["name", "role"], "additionalProperties": false},
           "letter": {"type": "object",
             "properties": {"case": {"const": "letter"}, "greeting": {"type": "string"}},
             "required": ["case", "greeting"], "additionalProperties": false},
           "bill": {"type": "object",
             "properties": {"case": {"const": "bill"}, "cents": {"type": "integer", "minimum": 0},
                            "lines": {"type": "array", "items": {"type": "object",
                              "properties": {"text": {"type": "string"}, "cents": {"type": "integer"}},
                              "required": ["text", "cents"], "additionalProperties": false}}},
             "required": ["case", "cents", "lines"], "additionalProperties": false}}}
        """#

    static let instance = #"""
        {"title": "Repair of the roof, second invoice", "language": "de", "date": "2024-02-29", "pages": 3, "score": 0.875,
         "tags": ["house", "roof", "paid-2024"],
         "people": [{"name": "Änne Müller", "role": "author", "mail": "aenne@example.org"},
                    {"name": "K. Ito", "role": "reader", "age": 41}, {"name": "Bo", "role": "other"}],
         "kind": {"case": "bill", "cents": 123450,
                  "lines": [{"text": "Tiles", "cents": 100000}, {"text": "Work \"as agreed\"", "cents": 23450}]},
         "note": null}
        """#
}
