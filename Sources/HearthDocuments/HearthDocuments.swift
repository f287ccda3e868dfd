// First file of HearthDocuments; replaced by its contents.
