import TestSupport

/// The manifest of the testing fonts, whose metrics are known.
let testingFonts = TestFonts.manifest

/// Runs the command `galley`.
func galley(_ arguments: String..., input: String = "") throws -> Outcome {
  try galley(arguments, input: input)
}

/// Runs the command `galley`.
func galley(
  _ arguments: [String], input: String = "", environment: [String: String?] = [:],
  in directory: String? = nil
) throws -> Outcome {
  try Program.run(
    [Program.built("galley")] + arguments, input: input,
    environment: ["CI": nil].merging(environment) { $1 }, in: directory)
}

/// Runs a shell command, with `galley` and `$fonts` (the arguments for the testing fonts) defined.
func shell(_ line: String, in directory: String? = nil) throws -> Outcome {
  let galley = "galley() { '\(Program.built("galley"))' \"$@\"; }"
  let definitions = "\(galley); fonts='--fonts \(testingFonts)'"
  return try Program.run(["sh", "-c", "\(definitions); \(line)"], in: directory)
}
