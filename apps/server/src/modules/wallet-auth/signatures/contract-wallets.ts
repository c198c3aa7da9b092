import { type Hex, hashMessage, isHex } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import * as z from 'zod'

/** What a contract wallet says of a signature; `unsupported`: it cannot be asked here, `unavailable`: the node does not answer now. */
export type ContractAnswer = 'valid' | 'invalid' | 'unsupported' | 'unavailable'

export type ContractWallets = {
  /** Whether the contract at an address takes the signature for its own. Never throws. */
  check(address: string, message: string, signature: string): Promise<ContractAnswer>
}

/** ERC-1271. */
const abi = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ name: 'magicValue', type: 'bytes4' }],
  },
] as const
const magicValue = '0x1626ba7e'
/** The signature of an account with a key: 65 bytes. */
const keySignatureLength = 2 + 2 * 65
/** Ends the signature of a wallet that is not on the chain yet (ERC-6492); to check it, its code would have to be run. */
const undeployedMark = '6492'.repeat(16)
const timeoutMs = 4_000

const ReplySchema = z.object({ result: z.string().max(200_000).optional(), error: z.unknown().optional() })

/**
 * Contract wallets (ERC-1271), queried over a node. Anyone who runs the node can say that any signature holds for any address: it must be the
 * provider's own. Without one (`url` null) nothing is asked, and what cannot be the signature of a key is unsupported.
 *
 * @param chainId of the network that sign-in messages name; a node of another one is not believed
 */
export function createContractWallets(deps: {
  url: string | null
  chainId: number
  fetch?: typeof globalThis.fetch
}): ContractWallets {
  const { url, chainId } = deps
  const fetch = deps.fetch ?? globalThis.fetch

  async function call(node: string, method: string, params: unknown[]) {
    const response = await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return ReplySchema.parse(await response.json())
  }

  async function ask(
    node: string,
    address: string,
    message: string,
    signature: Hex,
  ): Promise<ContractAnswer> {
    const [chain, code] = await Promise.all([
      call(node, 'eth_chainId', []),
      call(node, 'eth_getCode', [address, 'latest']),
    ])
    if (Number(chain.result) !== chainId || !isHex(code.result)) return 'unavailable'
    // A key's account, whose signature was looked at already, or a wallet that is not on the chain.
    if (code.result === '0x') return signature.endsWith(undeployedMark) ? 'unsupported' : 'invalid'
    const data = encodeFunctionData({
      abi,
      functionName: 'isValidSignature',
      args: [hashMessage(message), signature],
    })
    const { result, error } = await call(node, 'eth_call', [{ to: address, data }, 'latest'])
    // A contract that refuses may revert.
    if (error !== undefined) return isRevert(error) ? 'invalid' : 'unavailable'
    if (!isHex(result) || result.length !== 66) return 'invalid'
    return decodeFunctionResult({ abi, functionName: 'isValidSignature', data: result }) === magicValue
      ? 'valid'
      : 'invalid'
  }

  return {
    async check(address, message, signature) {
      if (!isHex(signature) || signature.length < 4) return 'invalid'
      if (url === null) return signature.length === keySignatureLength ? 'invalid' : 'unsupported'
      try {
        return await ask(url, address, message, signature)
      } catch {
        return 'unavailable'
      }
    },
  }
}

const ErrorSchema = z.object({ code: z.number().optional(), message: z.string().optional() })

function isRevert(error: unknown): boolean {
  const { code, message = '' } = ErrorSchema.safeParse(error).data ?? {}
  return code === 3 || /revert/i.test(message)
}
