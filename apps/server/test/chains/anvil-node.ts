import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { freePort } from '../../../../scripts/lib/free-port.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The program of the package for this machine, the one named by ANVIL, or one on the PATH. */
export function findAnvil(environment: NodeJS.ProcessEnv): string | null {
  const candidates = [environment.ANVIL, fromPackage()]
  for (const folder of (environment.PATH ?? '').split(delimiter).filter(Boolean))
    candidates.push(join(folder, 'anvil'))
  return candidates.find((path): path is string => typeof path === 'string' && existsSync(path)) ?? null
}

function fromPackage(): string | null {
  const name = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
      'bin',
      process.platform === 'win32' ? 'anvil.exe' : 'anvil',
    )
  } catch {
    return null
  }
}

/** Printed once when tests are skipped. */
export function warnNoAnvil(): void {
  const line = '='.repeat(100)
  console.warn(
    `\n${line}\nSKIPPED: NO ETHEREUM NODE. Token payments are not tested against a real node: @foundry-rs/anvil has none for this machine.\n${line}\n`,
  )
}

const contract = JSON.parse(
  readFileSync(new URL('../contracts/test-tether.json', import.meta.url), 'utf8'),
) as { abi: readonly unknown[]; bytecode: Hex }

export type EvmNode = {
  url: string
  chainId: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  rpc(method: string, ...params: unknown[]): Promise<any>
  mine(blocks?: number): Promise<void>
  /** A token whose initial supply belongs to the payer; returns its address. */
  deployToken(symbol: string, decimals?: number): Promise<string>
  /** Calls the token as the payer; returns the transaction. */
  call(token: string, functionName: string, args: readonly unknown[]): Promise<string>
  /** Pays base units; returns the transaction. */
  pay(token: string, to: string, units: bigint): Promise<string>
  /** Sends a payment without waiting for its block, with a higher fee in the place of an earlier one. */
  submit(token: string, to: string, units: bigint, instead?: Submitted): Promise<Submitted>
  stop(): Promise<void>
}

type Submitted = { hash: string; nonce: string; gasPrice: bigint }

/** A chain of its own on this machine that makes a block for each transaction. `finalized` is two blocks behind the head. */
export async function startAnvil(program: string, chainId: number): Promise<EvmNode> {
  const port = await freePort()
  const child = spawn(
    program,
    ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--quiet'].concat([
      '--slots-in-an-epoch',
      '1',
    ]),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const rpc = async (method: string, ...params: unknown[]) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return result as any
  }
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}: ${complaint}`)
    if (await rpc('eth_chainId').catch(() => null)) break
    if (tries > 300) throw new Error(`anvil does not answer: ${complaint}`)
    await wait(100)
  }
  const [payer] = (await rpc('eth_accounts')) as string[]
  const send = async (transaction: Record<string, unknown>) => {
    const hash = await rpc('eth_sendTransaction', { from: payer, gas: '0x200000', ...transaction })
    let receipt = await rpc('eth_getTransactionReceipt', hash)
    for (let tries = 0; receipt === null && tries < 100; tries += 1) {
      await wait(20)
      receipt = await rpc('eth_getTransactionReceipt', hash)
    }
    if (receipt?.status !== '0x1') throw new Error(`the transaction failed: ${JSON.stringify(receipt)}`)
    return { hash: hash as string, receipt }
  }
  const call = async (token: string, functionName: string, args: readonly unknown[]) =>
    (await send({ to: token, data: encodeFunctionData({ abi: contract.abi, functionName, args }) })).hash
  return {
    url,
    chainId,
    rpc,
    mine: (blocks = 1) => rpc('anvil_mine', `0x${blocks.toString(16)}`),
    async deployToken(symbol, decimals = 6) {
      const data = encodeDeployData({ ...contract, args: [symbol, decimals] })
      const token = (await send({ data })).receipt.contractAddress as string
      await call(token, 'mint', [payer, 10n ** 30n])
      return token.toLowerCase()
    },
    call,
    pay: (token, to, units) => call(token, 'transfer', [to, units]),
    async submit(token, to, units, instead) {
      const nonce = instead?.nonce ?? (await rpc('eth_getTransactionCount', payer, 'latest'))
      const gasPrice = instead ? instead.gasPrice * 2n : 2n * BigInt(await rpc('eth_gasPrice'))
      const data = encodeFunctionData({ abi: contract.abi, functionName: 'transfer', args: [to, units] })
      const fee = `0x${gasPrice.toString(16)}`
      const transaction = { from: payer, to: token, data, nonce, gas: '0x200000', gasPrice: fee }
      return { hash: await rpc('eth_sendTransaction', transaction), nonce, gasPrice }
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
