import * as z from 'zod'
import { mostHeight, mostIndex, mostSeconds } from '../../../../platform/chain-bounds.ts'

export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase())
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())
/** A number that fits a JavaScript integer. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number)
const height = quantity.refine((value) => value <= mostHeight)
const index = quantity.refine((value) => value <= mostIndex)
export const hexData = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/)

export const BlockSchema = z.object({
  number: height,
  hash,
  parentHash: hash,
  timestamp: quantity.refine((value) => value <= mostSeconds),
})

export const LogSchema = z.object({
  address,
  topics: z.array(hash),
  data: hexData,
  blockNumber: height,
  blockHash: hash,
  transactionHash: hash,
  logIndex: index,
  removed: z.boolean().optional(),
})
export type EvmLog = z.infer<typeof LogSchema>

export const ReceiptSchema = z.object({
  blockNumber: height,
  blockHash: hash,
  status: quantity.optional(),
  logs: z.array(LogSchema),
})

/** `keccak256("Transfer(address,address,uint256)")`, the event of every ERC-20 token. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export function topicOfAddress(text: string): string {
  return `0x${text.toLowerCase().slice(2).padStart(64, '0')}`
}

/** Receiver and amount of a Transfer event of a fungible token; null for anything else (such as an NFT, which has its number as a topic). */
export function parseTransfer(log: EvmLog): { to: string; amount: bigint } | null {
  const [topic, , to] = log.topics
  if (topic !== transferTopic || to === undefined || log.topics.length !== 3) return null
  if (log.data.length !== 66 || !to.startsWith(`0x${'0'.repeat(24)}`)) return null
  return { to: `0x${to.slice(26)}`, amount: BigInt(log.data) }
}

/** The text a `symbol()` call gives: an ABI string, or 32 bytes as some old tokens have it. Null when it is neither. */
export function parseSymbol(data: string): string | null {
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (bytes.length === 32)
    return printable(bytes.subarray(0, bytes.indexOf(0) === -1 ? 32 : bytes.indexOf(0)))
  if (bytes.length < 96) return null
  const length = bytes.readUInt32BE(60)
  return bytes.readUInt32BE(28) === 32 && 64 + length <= bytes.length
    ? printable(bytes.subarray(64, 64 + length))
    : null
}

function printable(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('utf8')
  return /^[\p{L}\p{N}\p{S}\p{P}]{1,32}$/u.test(text) ? text : null
}
