import { type AddressInfo, createServer, type Socket } from 'node:net'
import modbus from 'jsmodbus'

/** A Modbus TCP server that is none of ours, with registers to write into. For tests. */
export type IndependentServer = {
  port: number
  /** Of either kind, as bytes: register n stands at byte 2n. */
  registers: Record<'holding' | 'input', Buffer>
  close(): Promise<void>
}

const allRegisters = 0x1_0000

/** On any port, or again on the one that it had. */
export async function startIndependentServer(port = 0): Promise<IndependentServer> {
  const registers = { holding: Buffer.alloc(2 * allRegisters), input: Buffer.alloc(2 * allRegisters) }
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  new modbus.server.TCP(listening, registers)
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
  return {
    port: (listening.address() as AddressInfo).port,
    registers,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}
