// Filled by this module's first file.
