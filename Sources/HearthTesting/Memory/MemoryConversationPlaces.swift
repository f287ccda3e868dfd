import Foundation
public import HearthCore

extension MemoryLibrary {
    public func conversationFolders() throws -> [ConversationFolder] {
        let names = state.readableTalks.filter { !state.messages(of: $0).isEmpty }.compactMap(\.conversation.folder)
        return Dictionary(grouping: names) { $0 }.map { ConversationFolder(name: $0, count: $1.count) }
            .sorted { $0.name < $1.name }
    }

    public func branchConversation(id: String, upTo last: Int64 = .max) throws -> Conversation {
        try change { state in
            let talk = try state.requireTalk(id)
            var conversation = talk.conversation
            conversation.id = UUID().uuidString.lowercased()
            (conversation.createdAt, conversation.updatedAt) = (Date(), Date())
            conversation.isPinned = false
            state.lastTalk += 1
            let branch = MemoryState.Talk(number: state.lastTalk, conversation: conversation)
            state.talks[conversation.id] = branch
            var copies = CopiedMessages()
            for said in state.messages(of: talk) where said.message.id <= last {
                state.lastMessage += 1
                copies.add(state.lastMessage, of: said.message.id)
                var message = said.message
                message.id = state.lastMessage
                message.origin.given = copies.given(said.message.origin.given)
                state.messages[message.id] = MemoryState.Said(
                    conversation: branch.number, message: message, documents: said.documents, places: said.places)
            }
            return state.conversation(branch)
        }
    }
}
