import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { deformBytes } from '../faults/deform.ts'
import type { LineEffect } from '../faults/fault.ts'

/** Sends an answer subject to whatever fault the line has, then ends the connection. */
export function deliver(socket: Socket, bytes: Buffer, effect: LineEffect, clock: Clock): void {
  switch (effect.kind) {
    case 'hung':
      return
    case 'slow-answer':
      later(socket, clock, effect.delayMs, () => socket.end(bytes))
      return
    case 'slow-drip':
      drip(socket, bytes, effect, clock)
      return
    case 'none':
    case 'truncated':
    case 'garbage':
    case 'poisoned':
      socket.end(deformBytes(bytes, effect))
  }
}

/** Runs `action` after `delayMs` unless the connection is gone by then. */
export function later(socket: Socket, clock: Clock, delayMs: number, action: () => void): void {
  const cancel = clock.after(delayMs, action)
  socket.once('close', cancel)
}

function drip(
  socket: Socket,
  bytes: Buffer,
  pace: { bytesPerStep: number; stepMs: number },
  clock: Clock,
): void {
  let sent = 0
  let cancel = () => {}
  socket.once('close', () => cancel())
  const step = () => {
    const part = bytes.subarray(sent, sent + pace.bytesPerStep)
    sent += part.length
    if (sent >= bytes.length) {
      socket.end(part)
      return
    }
    socket.write(part)
    cancel = clock.after(pace.stepMs, step)
  }
  step()
}
