import ArgumentParser
struct RenderCommand: ParsableCommand { }
struct FontsCommand: ParsableCommand { }
struct BenchCommand: ParsableCommand { }
struct CorpusCommand: ParsableCommand { }
