// First file of HearthEmbedding; replaced by its contents.
