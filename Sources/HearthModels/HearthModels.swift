// First file of HearthModels; replaced by its contents.
