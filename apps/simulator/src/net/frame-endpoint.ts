import type { Clock } from '../clock.ts'
import { deformContent } from '../faults/deform.ts'
import type { LineEffect } from '../faults/fault.ts'
import { deliver } from './deliver.ts'
import { createListener, type Listener } from './listener.ts'

const HEAD_BYTES = 4
const LONGEST_FRAME_BYTES = 65_536

/** A text with its length before it, the lowest byte first. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(body.length)
  return Buffer.concat([head, body])
}

/**
 * A port with many requests a connection, each a frame. Says that it lives with an empty frame before the first answer;
 * what is no frame ends the connection. Anything wrong with the line ends it after the answer.
 */
export function createFrameEndpoint(options: {
  host: string
  port: number
  clock: Clock
  effect: () => LineEffect
  answer: (request: string) => string
}): Listener {
  return createListener(options.host, options.port, (socket) => {
    let pending = Buffer.alloc(0)
    let isFirst = true
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      while (pending.length >= HEAD_BYTES) {
        const length = pending.readUInt32LE(0)
        if (length > LONGEST_FRAME_BYTES) return void socket.destroy()
        if (pending.length < HEAD_BYTES + length) return
        const body = pending.subarray(HEAD_BYTES, HEAD_BYTES + length)
        pending = Buffer.from(pending.subarray(HEAD_BYTES + length))
        if (body.length === 0) continue
        const effect = options.effect()
        if (effect.kind === 'hung') return
        const content = frame(options.answer(body.toString()))
        if (effect.kind !== 'none')
          return deliver(socket, deformContent(content, effect), effect, options.clock)
        if (isFirst) socket.write(Buffer.alloc(HEAD_BYTES))
        isFirst = false
        socket.write(content)
      }
    })
    socket.on('end', () => socket.end())
  })
}
