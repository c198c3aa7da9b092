import type { Clock } from '../clock.ts'
import { deformContent } from '../faults/deform.ts'
import type { LineEffect } from '../faults/fault.ts'
import { deliver } from './deliver.ts'
import { createListener, type Listener } from './listener.ts'

/**
 * A port with one request a connection: reads once, answers, closes.
 * What a client sends in a second piece is lost, as on the devices.
 */
export function createLineEndpoint(options: {
  host: string
  port: number
  clock: Clock
  effect: () => LineEffect
  answer: (request: Buffer) => Buffer
}): Listener {
  return createListener(options.host, options.port, (socket) => {
    let answering = false
    socket.once('data', (request) => {
      socket.resume()
      const effect = options.effect()
      if (effect.kind === 'hung') return
      answering = true
      const content = options.answer(typeof request === 'string' ? Buffer.from(request) : request)
      deliver(socket, deformContent(content, effect), effect, options.clock)
    })
    // A client may say that it has finished sending and still wait for its answer.
    socket.once('end', () => {
      if (!answering) socket.end()
    })
  })
}
