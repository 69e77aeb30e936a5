import Dispatch
import GalleyScheduling
import Synchronization
import Testing

@Suite struct DisplayPaceTests {
  @Test(arguments: [
    (text: "serial", pace: DisplayPace(isSerial: true)),
    (text: "delay=200ms", pace: DisplayPace(delay: 0.2)),
    (text: "delay=1.5s", pace: DisplayPace(delay: 1.5)),
    (text: "serial,delay=0ms", pace: DisplayPace(isSerial: true)),
    (text: "delay=60s,serial", pace: DisplayPace(isSerial: true, delay: 60)),
  ])
  func `a pace is read from text`(text: String, pace: DisplayPace) throws {
    #expect(try DisplayPace(text) == pace)
  }

  @Test(arguments: [
    "", "parallel", "delay", "delay=", "delay=200", "delay=-1s", "delay=61s", "delay=nans",
    "delay=infs", "serial,", "Serial", "delay=1 s",
  ])
  func `an invalid part is named`(text: String) {
    let part = text == "serial," ? "" : text
    #expect(throws: DisplayPaceError(part: part)) { try DisplayPace(text) }
    #expect(DisplayPaceError(part: part).description.hasSuffix("found \"\(part)\""))
  }

  @Test func `delays are bounded`() {
    #expect(DisplayPace(delay: .nan).delay == 0)
    #expect(DisplayPace(delay: -1).delay == 0)
    #expect(DisplayPace(delay: 1e9).delay == 60)
  }

  @Test func `a serial pool runs all work in priority order, one at a time`() {
    let pool = PoolExecutor(threads: 4, pace: DisplayPace(isSerial: true))
    #expect(pool.threadCount == 1)
    let (gate, isBusy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let plug = DisplayWork { _ in
      isBusy.signal()
      gate.wait()
    }
    pool.submit(plug, key: DisplayWork.Key(.visible))
    isBusy.wait()
    let order = Mutex<[Int]>([])
    // Without a pace, every eighth piece of work would be the oldest.
    let works = (0..<20).map { index in
      DisplayWork { _ in order.withLock { $0.append(index) } }
    }
    pool.submit(
      works.enumerated().map {
        DisplayWork.Submission($1, key: DisplayWork.Key(.visible, distance: Double(20 - $0)))
      })
    gate.signal()
    pool.waitUntilIdle()
    #expect(order.withLock { $0 } == Array((0..<20).reversed()))
  }

  @Test(arguments: [false, true])
  func `a delayed drawing ends later, a measurement does not`(isSerial: Bool) {
    let pool = PoolExecutor(threads: 2, pace: DisplayPace(isSerial: isSerial, delay: 0.2))
    let events = Mutex<[String]>([])
    let measured = DispatchSemaphore(value: 0)
    let clock = SystemClock()
    let start = clock.now
    let drawing = DisplayWork { _ in
      events.withLock { $0.append("drawn") }
    } ended: { _ in
      events.withLock { $0.append("shown") }
    }
    let measurement = DisplayWork(label: "measurement") { _ in
    } ended: { _ in
      measured.signal()
    }
    pool.submit(measurement, key: DisplayWork.Key(.visible))
    measured.wait()
    #expect(pool.counters.finished <= 1)
    pool.submit(drawing, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(events.withLock { $0 } == ["drawn", "shown"])
    #expect(clock.now - start >= 0.2)
    #expect(pool.counters.finished == 2 && pool.counters.open == 0)
  }

  @Test func `drawings of a parallel pool are delayed together`() {
    let pool = PoolExecutor(threads: 1, pace: DisplayPace(delay: 0.3))
    let ended = Mutex(0)
    let drawn = DispatchSemaphore(value: 0)
    let works = (0..<4).map { _ in
      DisplayWork { _ in
        drawn.signal()
      } ended: { _ in
        ended.withLock { $0 += 1 }
      }
    }
    pool.submit(works.map { DisplayWork.Submission($0, key: DisplayWork.Key(.visible)) })
    for _ in works { drawn.wait() }
    // The only thread has drawn the last one without waiting for the end of the first.
    #expect(pool.counters.started == 4)
    pool.waitUntilIdle()
    #expect(ended.withLock { $0 } == 4)
  }

  @Test func `work that a caller runs itself is not delayed`() {
    let pool = PoolExecutor(threads: 1, pace: DisplayPace(isSerial: true, delay: 60))
    let (gate, isBusy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let plug = DisplayWork(label: "measurement") { _ in
      isBusy.signal()
      gate.wait()
    }
    pool.submit(plug, key: DisplayWork.Key(.visible))
    isBusy.wait()
    let work = DisplayWork { _ in }
    pool.submit(work, key: DisplayWork.Key(.visible))
    pool.run([work.id])
    #expect(pool.counters.finished == 1)
    gate.signal()
    pool.waitUntilIdle()
  }
}
