/// A part of a JSON text, as a reader meets it.
package enum JSONEvent: Hashable, Sendable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of a member, whose value follows.
  case name(String)
  case string(String)
  /// A number as it is written.
  case number(String)
  case bool(Bool)
  case null
}
