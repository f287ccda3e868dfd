// First file of HearthKnowledge; replaced by its contents.
