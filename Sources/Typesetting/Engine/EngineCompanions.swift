import Synchronization

/// The objects that other modules keep as long as a text engine, at most one of each type, such as
/// caches of their own.
package final class EngineCompanions: Sendable {
  private let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  /// Returns the object of a type, which is made on first use.
  ///
  /// If several threads need it at once, each may make one; all get the same.
  package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    let key = ObjectIdentifier(Object.self)
    if let known = objects.withLock({ $0[key] }) as? Object { return known }
    let made = make()
    let kept = objects.withLock { objects in
      let kept = objects[key] ?? made
      objects[key] = kept
      return kept
    }
    return kept as? Object ?? made
  }
}
