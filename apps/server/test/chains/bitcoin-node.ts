import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../scripts/lib/free-port.ts'

const cached = fileURLToPath(new URL('../../../../.cache/bitcoin/bitcoind', import.meta.url))

/** A node with Bitcoin Core's RPC: the one named by BITCOIND, one on the PATH, or one that `scripts/fetch-bitcoind.ts` has fetched. */
export function findBitcoind(environment: NodeJS.ProcessEnv): string | null {
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [environment.BITCOIND, ...folders.map((folder) => join(folder, 'bitcoind')), cached]
  return candidates.find((path): path is string => path !== undefined && existsSync(path)) ?? null
}

/** Printed once when tests are skipped. */
export function warnNoBitcoind(): void {
  const line = '='.repeat(100)
  console.warn(
    `\n${line}\nSKIPPED: NO BITCOIN NODE. Payments are not tested against a real node. Install bitcoind, set BITCOIND to its path,\n` +
      `or run: node scripts/fetch-bitcoind.ts\n${line}\n`,
  )
}

export type BitcoinNode = {
  /** With user and password. */
  url: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  rpc(method: string, ...params: unknown[]): Promise<any>
  /** Mines to an unrelated address; returns the hashes. */
  mine(blocks?: number): Promise<string[]>
  /** Pays from the node's own wallet; returns the transaction. */
  pay(address: string, coins: string): Promise<string>
  stop(): Promise<void>
}

const wallet = 'payer'

/** A regtest node of its own on this machine, with a wallet that has money. */
export async function startBitcoinNode(program: string): Promise<BitcoinNode> {
  const folder = mkdtempSync(join(tmpdir(), 'sm-bitcoin-'))
  const port = await freePort()
  const child: ChildProcess = spawn(
    program,
    [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      '-listen=0',
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-rpcport=${port}`,
      '-rpcuser=test',
      '-rpcpassword=test',
      '-fallbackfee=0.0002',
      '-dnsseed=0',
      '-fixedseeds=0',
      '-discover=0',
      '-addresstype=bech32',
      '-changetype=bech32',
      '-txindex=1',
      '-persistmempool=0',
      '-debuglogfile=0',
      '-printtoconsole=0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  async function rpc(method: string, ...params: unknown[]) {
    const response = await fetch(`http://127.0.0.1:${port}/wallet/${wallet}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('test:test').toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result: unknown
      error: { message: string } | null
    }
    if (error) throw new Error(`${method}: ${error.message}`)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return result as any
  }

  const root = async (method: string, ...params: unknown[]) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('test:test').toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}: ${complaint}`)
    const ready = await root('getblockcount').catch(() => null)
    if (typeof ready === 'number') break
    if (tries > 300) throw new Error(`bitcoind does not answer: ${complaint}`)
    await wait(100)
  }
  await root('createwallet', wallet)
  const own = await rpc('getnewaddress')
  await rpc('generatetoaddress', 110, own)
  return {
    url: `http://test:test@127.0.0.1:${port}`,
    rpc,
    // To another address each time, otherwise an abandoned block could be mined again byte for byte.
    mine: async (blocks = 1) => rpc('generatetoaddress', blocks, await rpc('getnewaddress')),
    pay: (address, coins) => rpc('sendtoaddress', address, coins),
    async stop() {
      await root('stop').catch(() => child.kill('SIGKILL'))
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
