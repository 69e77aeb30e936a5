import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler that closes connections whose clients are too slow.
///
/// A client has a time for the head of its first request, for the rest of each request, and for
/// reading each response; between requests, it has the first of them to send another.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let timeout: TimeAmount
  /// The time for the answer: that in which it is drawn, and that in which it is read.
  private let answerTimeout: TimeAmount
  private var pending: Scheduled<Void>?

  init(_ options: ServeOptions) {
    func amount(_ seconds: Double) -> TimeAmount { .milliseconds(Int64(seconds * 1_000)) }
    // The reader of the body answers first.
    timeout = amount(options.requestTimeout + 1)
    answerTimeout = .seconds(Int64(options.graceTime))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { schedule(timeout, context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    schedule(timeout, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    pending?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { pending?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: schedule(timeout, context)
    case .body: break
    case .end: schedule(answerTimeout, context)
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { schedule(answerTimeout, context) }
    context.write(data, promise: promise)
  }

  /// Closes the connection after a time, instead of at the time that was set before.
  private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    pending?.cancel()
    let channel = context.channel
    pending = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
