/// Documents of every kind, for tests that cut them anywhere.
public enum StreamDocuments {
  /// A document with its name.
  public struct Document: Hashable, CustomStringConvertible, Sendable {
    /// The name in test results.
    public let name: String
    /// The document.
    public let text: String

    /// The name.
    public var description: String { name }
    /// The document in UTF-8.
    public var bytes: [UInt8] { Array(text.utf8) }
  }

  /// The documents.
  public static let all: [Document] = [
    "prose": """
    A first paragraph with **bold**, *italic* and `code`,
    continued on a second line.

    Another one with a [link](https://example.org/a_(b) "title") and ~~no~~ end.\\
    A hard break, and ==marked== text.
    """,
    "headings": """
    # One

    Setext one
    ===

    Setext of
    two lines
    ---
    ## Two ##
    ### Three
    text
    #not a heading
    """,
    "nested lists": """
    - one
    - two
      - inner
        1. deep
        2. deeper

           paragraph
      - inner two
    - three

    1. first
    2. second
       continued
    lazy

    7) other list
    """,
    "loose list": """
    * a

    * b


    * c
      ```
      code
      ```
    + other bullet
    -
    - after an empty item
    """,
    "quotes": """
    > a quotation
    > of two lines
    lazy line

    > # heading
    > - list
    >   in it
    >
    > > nested
    > back
    """,
    "fences": """
    ```swift
    let a = "`"
    ``` not the end

    ````
    ~~~
    ```
    ~~~ text
    inside
    ~~~~
    after
    ```
    never closed
    """,
    "indented code": """
    text
        continued

        code

        more code

    \tcode by a tab
     \tmixed

    - item

          code in it
    """,
    "breaks": "***\na\n---\n- - -\n_ _ _\n* a\n***\n+++\n--\n",
    "html": """
    <div>
    *raw*
    </div>

    <!-- a
    comment

    on lines --> after
    text <b>bold</b>

    <x-tag a="b>">
    raw

    <?php
    ?>
    <pre>
    a

    b</pre>
    end
    """,
    "tables": """
    before

    | a | b |
    |---|:-:|
    | 1 | 2 |
    | `x` | **y** |

    a | b
    --|--
    one | two

    after
    """,
    "formulas": """
    Some $x^2$ text.

    $$
    \\int_0^1 x
    = 1
    $$

    $$a^2 + b^2$$

    ```math
    x = 1
    ```

    $$
    never closed

    after
    """,
    "details": """
    <details open><summary>More</summary>

    **bold** inside

    - list

    </details>

    between

    <details>

    <details>

    inner

    </details>

    </details>
    after the tag

    <tg-collage>

    ![](https://example.org/a.png)

    </tg-collage>

    <details>

    never closed
    """,
    "footnotes": """
    Text[^1] with[^note] marks.

    [^1]: The first one is long.

    [^note]: The second one, too.

    After.
    """,
    "definitions": """
    [a] and [b][b]

    [a]: https://example.org 'title'
    [b]: <x y>

    [c]: z
    text at once

    [d]: not a
    definition
    """,
    "Arabic": "# عنوان\n\nهذا **نص عربي** مع `code` و\n- بند أول\n- بند ثان\n\n> اقتباس\n",
    "Thai": "ภาษาไทย **ตัวหนา** และ\nบรรทัดที่สอง\n\n1. หนึ่ง\n2. สอง\n",
    "Chinese, Japanese and Korean":
      "**「重要」**な文。\n\n- 一\n- 二\n\n한국어 *글*\n\n| 甲 | 乙 |\n|---|---|\n| 丙 | 丁 |\n",
    "emoji": "👩‍👩‍👧 family\n\n- 🇩🇪 flag\n- 👍🏽 skin\n\n> 🙂\n\n```\n🧮\n```\n",
    "line ends": "a\r\nb\r\n\r\n- c\r\n- d\r\n\r\n```\r\ncode\r\n```\r\n# e\rlast\r",
    "tabs": "-\ta\n\n\tb\n\n>\t\tcode\n\n1.\tx\n\ty\n-\t\tcode\n",
    "byte order mark": "\u{FEFF}# Title\n\ntext\n",
    "answer of a model": """
    ## Sorting in Swift

    Use `sorted()`:

    ```swift
    let numbers = [3, 1, 2].sorted()
    ```

    1. **Stable**: since Swift 5
    2. *O(n log n)*

    > **Note**
    > It copies.

    | Method | In place |
    |---|---|
    | `sort()` | yes |
    | `sorted()` | no |

    ---

    Hope that helps! 😊
    """,
    "limits of markers": "1234567890. a\n123456789. b\n####### c\n- \n\n  d\n-e\n2. f\n1.g\n",
    "text of marks": "*\n\n**\n\n[\n\n](\n\n`\n\n~~\n\n==\n\n||\n\n$\n\n&\n\n\\\n\n<\n\n!\n",
  ].map { Document(name: $0.key, text: $0.value) }.sorted { $0.name < $1.name }
}
