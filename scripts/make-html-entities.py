#!/usr/bin/env python3
"""Writes the names of HTML's characters as Swift, from the list that Python has of the HTML standard.

    scripts/make-html-entities.py > Sources/Messages/Generated/HTMLCharacterNames.swift
"""

import html.entities
import textwrap

entries = [
    name[:-1] + "=" + "+".join(f"{ord(c):X}" for c in text)
    for name, text in sorted(html.entities.html5.items())
    if name.endswith(";")
]
print("// Written by scripts/make-html-entities.py.\n")
print("/// The named characters of HTML and the code points that they stand for, in hexadecimal.")
print("///")
print("/// - SeeAlso: The HTML standard, section 13.5.")
print('let htmlCharacterNames = """')
for line in textwrap.wrap(" ".join(entries), 96, break_long_words=False, break_on_hyphens=False):
    print("  " + line)
print('  """')
