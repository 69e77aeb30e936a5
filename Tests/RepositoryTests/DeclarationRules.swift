/// Rules for the declarations of libraries that are loaded at run time.
enum DeclarationRules {
  /// The headers of the C library and of Linux, which every build needs.
  private static let own: Set = [
    "dlfcn.h", "errno.h", "fcntl.h", "ftw.h", "iconv.h", "immintrin.h", "limits.h", "link.h",
    "linux/audit.h", "linux/filter.h", "linux/seccomp.h", "malloc.h", "poll.h", "pthread.h",
    "sched.h", "signal.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
    "unistd.h",
  ]

  /// The folders and files that include headers of linked libraries.
  private static let linked = [
    "Sources/CHarfBuzz/", "Sources/CFreeType/", "Sources/CImageCodecs/include/cpng.h",
  ]

  /// Finds headers of libraries that are not linked, which nobody should have to install.
  static func headers(files: [SourceFile]) -> [Offense] {
    cFiles(files).flatMap { file in
      guard !linked.contains(where: file.path.hasPrefix) else { return [Offense]() }
      return file.lines.enumerated().compactMap { index, line in
        guard let header = line.firstMatch(of: /^\s*#\s*include\s*<([^>]+)>/)?.1,
          !own.contains(String(header)), !header.hasPrefix("sys/")
        else { return nil }
        return Offense(
          path: file.path, line: index + 1, reason: "\(header) belongs to a library that is loaded")
      }
    }
  }

  /// Finds tables of functions that scripts/check-declarations does not compare.
  static func unchecked(files: [SourceFile], script: String) -> [Offense] {
    cFiles(files).compactMap { file in
      guard file.text.contains(/(?m)^#define \w+_FUNCTIONS\(F\)/),
        !script.contains("\"\(file.path.trimmingPrefix("Sources/"))\"")
      else { return nil }
      return Offense(path: file.path, reason: "scripts/check-declarations does not name it")
    }
  }

  private static func cFiles(_ files: [SourceFile]) -> [SourceFile] {
    files.filter { file in
      file.path.hasPrefix("Sources/C") && [".c", ".h"].contains(where: file.path.hasSuffix)
    }
  }
}
