import ArgumentParser
struct FontsCommand: ParsableCommand { }
struct BenchCommand: ParsableCommand { }
