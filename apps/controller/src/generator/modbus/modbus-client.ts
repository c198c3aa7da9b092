import { connect, type Socket } from 'node:net'
import { encodeRequest, type ModbusAnswer, type ModbusRequest, takeAnswer } from './modbus-frame.ts'

export type ModbusClient = {
  /**
   * Sends one request. Requests wait for one another: meters answer one at a time. With `withinMs` it is one whose answer can wait: not to get it in
   * that time gives nothing up, and what comes later is skipped.
   */
  ask(request: ModbusRequest, options?: { withinMs?: number }): Promise<ModbusAnswer>
  close(): void
}

/** An open line, and what arrived over it that no request has taken. */
type Line = { socket: Socket; bytes: Buffer; onData: (() => void) | null }

/** More than this belongs to no answer that is waited for. */
const mostUnreadBytes = 1_024

/** A line to one Modbus TCP device. It is opened when a request needs one, and given up after any failure. */
export function createModbusClient(options: {
  host: string
  port: number
  unit: number
  timeoutMs: number
}): ModbusClient {
  let line: Line | null = null
  let transaction = 0
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function hangUp(gone: Line): void {
    gone.socket.destroy()
    if (line === gone) line = null
  }

  function dial(): Line {
    const socket = connect({ host: options.host, port: options.port, noDelay: true })
    const opened: Line = { socket, bytes: Buffer.alloc(0), onData: null }
    // A device may end the line between two requests as well.
    socket.on('error', () => {})
    socket.on('data', (data) => {
      opened.bytes = Buffer.concat([opened.bytes, data])
      opened.onData?.()
      if (opened.bytes.length > mostUnreadBytes) hangUp(opened)
    })
    return opened
  }

  function exchange(request: ModbusRequest, withinMs: number | undefined): Promise<ModbusAnswer> {
    if (isClosed) return Promise.resolve({ ok: false, reason: 'closed' })
    transaction = (transaction + 1) % 0x1_0000
    const number = transaction
    // What the device ended since the last answer is of no use, and says nothing of the device.
    const open = line === null || line.socket.destroyed ? dial() : line
    line = open
    const { socket } = open
    return new Promise((resolve) => {
      const finish = (answer: ModbusAnswer) => {
        clearTimeout(timer)
        open.onData = null
        socket.off('error', onError)
        socket.off('close', onClose)
        // A device that refuses is well; after anything else it is unknown what still comes over this line.
        const canWait = withinMs !== undefined && !answer.ok && answer.reason === 'timeout'
        if (!answer.ok && answer.reason !== 'exception' && !canWait) hangUp(open)
        resolve(answer)
      }
      const onError = (error: NodeJS.ErrnoException) =>
        finish({ ok: false, reason: error.code === 'ECONNREFUSED' ? 'refused' : 'closed' })
      const onClose = () => finish({ ok: false, reason: 'closed' })
      const timer = setTimeout(
        () => finish({ ok: false, reason: 'timeout' }),
        Math.min(withinMs ?? options.timeoutMs, options.timeoutMs),
      )
      open.onData = () => {
        const taken = takeAnswer(open.bytes, number, options.unit, request)
        open.bytes = taken.rest
        if (taken.kind === 'answer') finish(taken.answer)
      }
      socket.on('error', onError)
      socket.on('close', onClose)
      if (socket.destroyed) return onClose()
      socket.write(encodeRequest(number, options.unit, request))
    })
  }

  return {
    ask(request, { withinMs } = {}) {
      const answer = turn.then(() => exchange(request, withinMs))
      turn = answer
      return answer
    },
    close() {
      isClosed = true
      if (line !== null) hangUp(line)
    },
  }
}
