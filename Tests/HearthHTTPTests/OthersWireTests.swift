import Foundation
import HearthCore
import HearthSchema
import Testing

@testable import HearthHTTP

@Suite("Answers in the words of others")
struct OthersWireTests {
    private static let types: [any WireType.Type] = [
        OpenAIWire.List<OpenAIWire.Model>.self, OpenAIWire.Model.self, OpenAIWire.Usage.self, OpenAIWire.Logprob.self,
        OpenAIWire.ChatCompletion.self, OpenAIWire.ChatCompletion.Choice.self, OpenAIWire.ChatMessage.self,
        OpenAIWire.ToolCall.self, OpenAIWire.ToolCallPiece.self, OpenAIWire.ChatLogprobs.self,
        OpenAIWire.ChatChunk.self,
        OpenAIWire.ChatChunk.Choice.self, OpenAIWire.ChatDelta.self, OpenAIWire.TextCompletion.self,
        OpenAIWire.TextCompletion.Choice.self, OpenAIWire.TextLogprobs.self, OpenAIWire.Response.self,
        OpenAIWire.OutputItem.self, OpenAIWire.OutputText.self, OpenAIWire.ResponseUsage.self,
        OpenAIWire.ResponseEvent.self, OpenAIWire.EventLogprob.self, OpenAIWire.Transcription.self,
        OpenAIWire.VerboseTranscription.self, OpenAIWire.VerboseTranscription.Segment.self,
        OpenAIWire.VerboseTranscription.Word.self, AnthropicWire.Message.self, AnthropicWire.Block.self,
        AnthropicWire.Usage.self, AnthropicWire.Event.self, AnthropicWire.Event.Delta.self,
        AnthropicWire.Citation.self, ListPage<AnthropicWire.Model>.self, OpenAIWire.StoredCompletion.self,
        OpenAIWire.StoredMessage.self, ListPage<OpenAIWire.StoredMessage>.self, AnthropicWire.TokenCount.self,
        OpenAIWire.ChatAnnotation.self, OpenAIWire.OutputAnnotation.self, OllamaWire.Version.self,
        OllamaWire.ModelList.self, OllamaWire.LoadedList.self, OllamaWire.Shown.self, OllamaWire.Call.self,
        OllamaWire.Message.self, OllamaWire.Answer.self, OllamaWire.Progress.self, LlamaServerWire.Props.self,
    ]

    @Test func `Each type can be written, and what is said of its fields is of fields that it has`() throws {
        for type in Self.types {
            var components = WireComponents()
            #expect(throws: Never.self, "\(type)") { _ = try type.shape(&components) }
        }
    }

    @Test func `What clients look for is null where there is nothing, and what they do not know is left out`() throws {
        let call = ToolCall(id: "c", name: "f", arguments: "{}")
        let message = OpenAIWire.ChatMessage(content: nil, toolCalls: [.init(call)])
        #expect(
            try message.json().description
                == #"{"role":"assistant","content":null,"refusal":null,"annotations":[],"tool_calls":[{"id":"c","#
                + #""type":"function","function":{"name":"f","arguments":"{}"}}]}"#)
        let first = OpenAIWire.ChatChunk.Choice(delta: .init(role: "assistant", content: "", refusal: .null))
        #expect(
            try first.json().description
                == #"{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"finish_reason":null}"#)
        let last = OpenAIWire.ChatChunk.Choice(delta: .init(), finishReason: "stop")
        #expect(try last.json().description == #"{"index":0,"delta":{},"finish_reason":"stop"}"#)
    }

    @Test func `The usage of a chunk is left out, null, or there`() throws {
        func chunk(_ usage: JSONValue?) throws -> JSONValue {
            try OpenAIWire.ChatChunk(id: "i", created: 1, model: "m", fingerprint: "fp_1", choices: [], usage: usage)
                .json()
        }
        let none: JSONValue? = Optional.none
        #expect(try chunk(none)["usage"] == none)
        #expect(try chunk(JSONValue.null)["usage"] == JSONValue.null)
        let usage = try OpenAIWire.Usage(TokenUsage(promptTokens: 2, completionTokens: 3)).json()
        #expect(try chunk(usage)["usage"]?["total_tokens"] == 5)
    }

    @Test func `JSON of any form is written by other coders, too`() throws {
        let value = try JSONValue(parsing: #"{"a":[1,2.5,"x",true,null],"b":{"c":{}}}"#)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    }
}
