// First file of HearthEngine; replaced by its contents.
