// The one module that an app, the command and the server import.
//
// It has nothing of its own. Were `actor Hearth` in a module of the same name, `Hearth.Settings` would be looked up in the actor,
// and no name of the module could be written in full. So everything stays in the module where it is built, by whose name it can be
// told from another of the same name (`HearthCore.Engine`), and this one passes it on.

// The façade, the values that its services take and give, and tools that need neither a store nor a model.
@_exported public import HearthAnalysis
@_exported public import HearthCore
@_exported public import HearthDocuments
@_exported public import HearthEngine
@_exported public import HearthExtractive
@_exported public import HearthKnowledge
@_exported public import HearthModels
@_exported public import HearthRedaction
@_exported public import HearthRegistry
@_exported public import HearthRunner
@_exported public import HearthSchema
@_exported public import HearthSystem
@_exported public import HearthTemplates
@_exported public import HearthText
@_exported public import HearthVoice

// For the server alone, of this package: files and locks of its own in the data folder.
@_exported public import class HearthStore.FolderLock
@_exported public import struct HearthStore.PrivateFile
