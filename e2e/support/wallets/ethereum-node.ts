import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** As much of an Ethereum node as wallets' balances need, on the loopback: real HTTP and JSON-RPC, a ledger instead of a chain. */
export type EthereumNode = {
  url: string
  /** Gives an address so much, wei. */
  fund(address: string, wei: bigint): void
  /** Moves wei. Throws when there is not enough. */
  transfer(from: string, to: string, wei: bigint): void
  /** Stops answering and drops every connection; the port stays closed until `revive`. */
  die(): Promise<void>
  revive(): Promise<void>
}

export async function startEthereumNode(): Promise<EthereumNode> {
  const ledger = new Map<string, bigint>()
  const balanceOf = (address: string) => ledger.get(address.toLowerCase()) ?? 0n

  function answer(method: unknown, params: unknown): { result: string } | { error: object } {
    const [address] = Array.isArray(params) ? params : []
    if (method === 'eth_chainId') return { result: '0x1' }
    if (method === 'eth_getBalance' && typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)) {
      return { result: `0x${balanceOf(address).toString(16)}` }
    }
    return { error: { code: -32601, message: 'the method does not exist' } }
  }

  let server: Server
  const listen = async (port: number) => {
    server = createServer(async (request, response) => {
      const { id = null, method, params } = JSON.parse(await bodyOf(request))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)

  return {
    url: `http://127.0.0.1:${port}`,
    fund(address, wei) {
      ledger.set(address.toLowerCase(), balanceOf(address) + wei)
    },
    transfer(from, to, wei) {
      if (balanceOf(from) < wei) throw new Error('insufficient funds')
      ledger.set(from.toLowerCase(), balanceOf(from) - wei)
      ledger.set(to.toLowerCase(), balanceOf(to) + wei)
    },
    async die() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async revive() {
      await listen(port)
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
