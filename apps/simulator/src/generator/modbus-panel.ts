import { createServer, type Socket } from 'node:net'
import type { Cancel, Clock } from '../clock.ts'
import { isLoopback } from '../ship/addresses.ts'
import type { Generator } from './generator.ts'

/**
 * The ship's panel on Modbus TCP: a meter (holding and input registers alike: 0 and 1 total power in W as a 32-bit float, 2 to 7 the phases
 * in W, 10 and 11 the total as a 32-bit integer) and a relay with a watchdog on coil 0 for the contactor of the boxes.
 */
export type ModbusPanel = {
  readonly host: string
  readonly port: number
  /** Whether the boxes have power: the coil was changed within the last two seconds of the ship's time. */
  isContactorClosed(): boolean
  close(): Promise<void>
}

const watchdogMs = 2_000
const exceptions = { function: 1, address: 2, value: 3, device: 4 }

export async function startModbusPanel(options: {
  generator: Generator
  clock: Clock
  host?: string
  port?: number
  onContactor?: (isClosed: boolean) => void
}): Promise<ModbusPanel> {
  const { generator, clock } = options
  const host = options.host ?? '127.0.0.1'
  if (!isLoopback(host)) throw new Error(`the panel's port stays on loopback, not on ${host}`)
  const lines = new Set<Socket>()
  let coil = false
  let isClosed = false
  let cancel: Cancel = () => {}

  function pulse(): void {
    cancel()
    cancel = clock.after(watchdogMs, () => contactor(false))
    contactor(true)
  }
  function contactor(next: boolean): void {
    if (next === isClosed) return
    isClosed = next
    options.onContactor?.(next)
  }

  function registers(): Buffer | null {
    const seen = generator.readMeter()
    if (seen === null) return null
    const bytes = Buffer.alloc(24)
    bytes.writeFloatBE(seen.totalKw * 1_000, 0)
    seen.phasesKw.forEach((kw, index) => {
      bytes.writeFloatBE(kw * 1_000, 4 + 4 * index)
    })
    bytes.writeInt32BE(Math.round(seen.totalKw * 1_000), 20)
    return bytes
  }

  function answer(body: Buffer): Buffer {
    const code = body.readUInt8(0)
    const refuse = (exception: number) => Buffer.from([code | 0x80, exception])
    if (body.length < 5) return refuse(exceptions.value)
    const address = body.readUInt16BE(1)
    const word = body.readUInt16BE(3)
    if (code === 3 || code === 4) {
      if (word < 1 || word > 125) return refuse(exceptions.value)
      const bytes = registers()
      if (bytes === null) return refuse(exceptions.device)
      if (2 * (address + word) > bytes.length) return refuse(exceptions.address)
      return Buffer.concat([Buffer.from([code, 2 * word]), bytes.subarray(2 * address, 2 * (address + word))])
    }
    if (code === 5) {
      if (address !== 0) return refuse(exceptions.address)
      if (word !== 0 && word !== 0xff00) return refuse(exceptions.value)
      const next = word === 0xff00
      if (next !== coil) pulse()
      coil = next
      return body.subarray(0, 5)
    }
    return refuse(exceptions.function)
  }

  const server = createServer((socket) => {
    lines.add(socket)
    let pending = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('close', () => lines.delete(socket))
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data])
      while (pending.length >= 8) {
        const length = pending.readUInt16BE(4)
        if (length < 2 || length > 254) return void socket.destroy()
        if (pending.length < 6 + length) return
        const [head, body] = [pending.subarray(0, 7), pending.subarray(7, 6 + length)]
        pending = pending.subarray(6 + length)
        const reply = answer(body)
        const frame = Buffer.concat([head, reply])
        frame.writeUInt16BE(reply.length + 1, 4)
        socket.write(frame)
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, () => resolve())
  })
  const address = server.address()
  return {
    host,
    port: typeof address === 'object' && address ? address.port : 0,
    isContactorClosed: () => isClosed,
    close() {
      cancel()
      for (const line of lines) line.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
