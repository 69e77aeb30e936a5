/// The words of a window in which conversations are read, in the language of the interface.
package struct ReaderWords: Hashable, Sendable {
  /// The words after the number of messages: of one, and of any other number.
  package var (message, messages) = ("message", "messages")
  /// The word between the number of the current hit and that of all hits.
  package var of = " of "
  /// The accessibility labels of the header's buttons, and the name of the list of conversations.
  package var (search, calendar, chats) = ("Search", "Go to a date", "Chats")
  /// The accessibility labels of the calendar's arrows.
  package var (previousMonth, nextMonth) = ("Previous month", "Next month")
  /// The accessibility labels of a picture's buttons.
  package var (previousPicture, nextPicture, closePicture) = (
    "Previous picture", "Next picture", "Close"
  )
  /// The menu items that copy a message with the name of its sender and its time, scroll to the
  /// message that it replies to, return from there, reveal its spoilers, and show a picture.
  package var (copyWithName, goToOriginal, goBack, revealSpoilers, viewPicture) = (
    "Copy with name and time", "Go to the original", "Go back", "Reveal spoilers", "View picture"
  )
  /// The notices about an original that is not in the conversation, a conversation that cannot be
  /// read, and a picture that cannot be shown.
  package var (missingOriginal, unreadableChat, missingPicture) = (
    "The original is not in this chat", "This chat cannot be read", "This picture cannot be shown"
  )

  /// The title and the words below it while an archive is imported, and the title above the reason
  /// for which it cannot be.
  package var (importing, importingNote, unreadableArchive) = (
    "Importing…",
    """
    The messages are read into a database once. If you close the window, the import continues the \
    next time.
    """,
    "The conversations cannot be opened"
  )

  /// Creates the English words.
  package init() {}
}
