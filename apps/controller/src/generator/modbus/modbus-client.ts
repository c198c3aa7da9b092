import { connect, type Socket } from 'node:net'
import { encodeRequest, type ModbusAnswer, type ModbusRequest, takeAnswer } from './modbus-frame.ts'

export type ModbusClient = {
  /** Sends one request. Requests wait for one another: meters answer one at a time. */
  ask(request: ModbusRequest): Promise<ModbusAnswer>
  close(): void
}

/** A line to one Modbus TCP device. It is opened when a request needs one, and given up after any failure. */
export function createModbusClient(options: {
  host: string
  port: number
  unit: number
  timeoutMs: number
}): ModbusClient {
  let line: Socket | null = null
  let transaction = 0
  let turn: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function hangUp(socket: Socket): void {
    socket.destroy()
    if (line === socket) line = null
  }

  function exchange(request: ModbusRequest): Promise<ModbusAnswer> {
    if (isClosed) return Promise.resolve({ ok: false, reason: 'closed' })
    transaction = (transaction + 1) % 0x1_0000
    const number = transaction
    const socket = line ?? connect({ host: options.host, port: options.port, noDelay: true })
    line = socket
    return new Promise((resolve) => {
      let bytes: Buffer = Buffer.alloc(0)
      const finish = (answer: ModbusAnswer) => {
        clearTimeout(timer)
        socket.off('data', onData)
        socket.off('error', onError)
        socket.off('close', onClose)
        // A device that refuses is well; after anything else it is unknown what still comes over this line.
        if (!answer.ok && answer.reason !== 'exception') {
          socket.on('error', () => {})
          hangUp(socket)
        }
        resolve(answer)
      }
      const onData = (data: Buffer) => {
        bytes = Buffer.concat([bytes, data])
        const taken = takeAnswer(bytes, number, options.unit, request)
        bytes = taken.rest
        if (taken.kind === 'answer') finish(taken.answer)
      }
      const onError = (error: NodeJS.ErrnoException) =>
        finish({ ok: false, reason: error.code === 'ECONNREFUSED' ? 'refused' : 'closed' })
      const onClose = () => finish({ ok: false, reason: 'closed' })
      const timer = setTimeout(() => finish({ ok: false, reason: 'timeout' }), options.timeoutMs)
      socket.on('data', onData)
      socket.on('error', onError)
      socket.on('close', onClose)
      if (socket.destroyed) return onClose()
      socket.write(encodeRequest(number, options.unit, request))
    })
  }

  return {
    ask(request) {
      const answer = turn.then(() => exchange(request))
      turn = answer
      return answer
    },
    close() {
      isClosed = true
      if (line === null) return
      line.on('error', () => {})
      hangUp(line)
    },
  }
}
