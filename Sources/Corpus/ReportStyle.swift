/// The style sheet of a report.
enum ReportStyle {
  /// The style sheet, for light and dark themes.
  ///
  /// The view of pictures is an attribute of `body`, and `--mix` is the position of the slider.
  static let text = """
    :root { color-scheme: light dark; --text: #223; --faint: #667; --line: #ccd; --ground: #fff;
      --field: #f4f5f8; --del: #fdd; --ins: #dfd; --mark: #36c; --mix: 50% }
    @media (prefers-color-scheme: dark) { :root { --text: #dde; --faint: #99a; --line: #445;
      --ground: #16171c; --field: #23252d; --del: #5a2326; --ins: #1e4a2a; --mark: #8af } }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 0 1.5rem 50vh;
      max-width: 72rem; color: var(--text); background: var(--ground) }
    h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin: 0 } small, #count { color: var(--faint) }
    header { position: sticky; top: 0; z-index: 2; background: var(--ground); padding: .5rem 0;
      border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .5rem;
      align-items: center }
    button, select, input { font: inherit; color: inherit; background: var(--field);
      border: 1px solid var(--line); border-radius: 4px; padding: .1rem .4rem }
    button[aria-pressed=true] { border-color: var(--mark); color: var(--mark) }
    section { border-top: 1px solid var(--line); padding: .75rem; scroll-margin-top: 6rem;
      border-left: 3px solid transparent; outline: none }
    @media (max-height: 30rem) { header { position: static } section { scroll-margin-top: 0 } }
    section.current { border-left-color: var(--mark) }
    .decide { margin: .5rem 0 0 } output { color: var(--faint); white-space: pre-wrap }
    section[data-decision] > :not(h2, .decide) { opacity: .4 }
    [data-decision=approve] [data-decision=approve] { background: var(--ins) }
    [data-decision=reject] [data-decision=reject] { background: var(--del) }
    .row, .views { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }
    figure { margin: .5rem 0; min-width: 0; max-width: 100%; overflow: auto } figcaption { color: var(--faint) }
    img { image-rendering: pixelated; border: 1px solid var(--line); background: #fff; display: block }
    .row figure { flex: 1 1 20rem } #views { display: flex; flex-wrap: wrap; gap: .25rem }
    pre, code { font: .85rem/1.5 ui-monospace, "Noto Sans Mono", "DejaVu Sans Mono", monospace }
    pre { background: var(--field); padding: .5rem; overflow: auto; margin: .5rem 0 }
    pre[dir] { white-space: pre-wrap; font: inherit }
    del { background: var(--del); text-decoration: none } ins { background: var(--ins);
      text-decoration: none }
    body[data-view="1"] .heat, body[data-view="5"] :is(.old, .views .new) { display: none }
    body:not([data-view="2"], [data-view="3"]) #mix { display: none }
    body:is([data-view="2"], [data-view="3"], [data-view="4"]) .views { display: grid;
      justify-content: start; & > *, &::before { grid-area: 1 / 1 } & .heat { display: none }
      &::before { margin: .5rem 0; color: var(--faint); white-space: nowrap } }
    body:is([data-view="2"], [data-view="3"]) .views figcaption { visibility: hidden }
    body[data-view="2"] .views::before { content: "expected, and now from the edge on" }
    body[data-view="3"] .views::before { content: "expected, and now over it" }
    body[data-view="4"] .views .new figcaption { background: var(--ground); min-width: 5rem }
    body[data-view="2"] .views .new { clip-path: inset(0 0 0 var(--mix)) }
    body[data-view="2"] .views .old { clip-path: inset(0 calc(100% - var(--mix)) 0 0) }
    body[data-view="3"] .views .new { opacity: var(--mix) }
    body[data-view="4"] .views .new { animation: blink 1s steps(1) infinite }
    @keyframes blink { 50% { opacity: 0 } }
    """
}
