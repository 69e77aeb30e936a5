/// The bounds that protect a process against strangers' texts, fonts, pictures, files and requests.
///
/// Each bound is a number that another part of the project enforces, and has a test that fails when
/// it is lifted: `Documentation/Limits.md` names it, and `scripts/try-limits` lifts one bound after
/// the other. A budget of several bounds is a ``WorkBudget``. Settings that callers choose, such as
/// the size of a cache, have their defaults here; numbers of the screen and of appearance are not
/// bounds, and stay where they are used.
package enum Limits {}
