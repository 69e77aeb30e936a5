import GalleyMessages
import Testing

@testable import Galley

struct CalendarStateTests {
  @Test func `cells have the days of the month below their weekdays`() {
    // March 2024 began on a Friday.
    let state = CalendarState(CalendarDay(2024, 3, 10))
    #expect(state.rowCount == 5)
    #expect(state.day(row: 0, column: 3) == nil)
    #expect(state.day(row: 0, column: 4) == 1)
    #expect(state.day(row: 4, column: 6) == 31)
    #expect(state.day(row: 5, column: 0) == nil)
    #expect(state.day(row: 1, column: 7) == nil)
    for day in 1...31 {
      let (row, column) = state.place(of: day)
      #expect(state.day(row: row, column: column) == day)
    }
    #expect(CalendarState(CalendarDay(2021, 2, 1)).rowCount == 4)
  }

  @Test func `only days with messages are chosen, and those of another month are ignored`() {
    var state = CalendarState(CalendarDay(2024, 3, 10))
    #expect(state.choice == nil)
    state.setDays([10, 12], of: CalendarDay(2024, 2, 1))
    #expect(state.days == nil)
    state.setDays([10, 12], of: CalendarDay(2024, 3, 1))
    #expect(state.choice == CalendarDay(2024, 3, 10))
    state.move(days: 1)
    #expect(state.choice == nil)
    state.move(days: 1)
    #expect(state.choice == CalendarDay(2024, 3, 12))
  }

  @Test func `the highlight moves across months, whose days are then unknown`() {
    var state = CalendarState(CalendarDay(2024, 1, 31))
    state.setDays([31], of: CalendarDay(2024, 1, 1))
    state.move(months: 1)
    #expect(state.selected == CalendarDay(2024, 2, 29))
    #expect(state.days == nil)
    state.move(days: 7)
    #expect(state.month == CalendarDay(2024, 3, 1))
    state.moveToEnd(false)
    #expect(state.selected == CalendarDay(2024, 3, 1))
    state.moveToEnd(true)
    #expect(state.selected == CalendarDay(2024, 3, 31))
    state.select(4)
    #expect(state.selected == CalendarDay(2024, 3, 4))
  }

  @Test func `years end at those that calendars can write`() {
    var state = CalendarState(CalendarDay(9_999, 12, 31))
    state.move(days: 1)
    #expect(state.selected == CalendarDay(9_999, 12, 31))
    state = CalendarState(CalendarDay(1, 1, 1))
    state.move(months: -1)
    #expect(state.selected == CalendarDay(1, 1, 1))
  }
}
