import ArgumentParser
struct FontsCommand: ParsableCommand { }
