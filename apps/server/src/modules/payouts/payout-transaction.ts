import { Transaction } from '@scure/btc-signer'

/** A transaction that can be sent, decoded. Scripts in hex, inputs as `txid:vout`. */
export type SignedTransaction = {
  txid: string
  hex: string
  inputs: string[]
  outputs: { script: string; amountSat: number }[]
}

export type ParsedTransaction =
  | { kind: 'signed'; transaction: SignedTransaction }
  | { kind: 'txid'; txid: string }
  | { kind: 'unsigned' }
  | { kind: 'invalid' }

const anything = {
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  allowLegacyWitnessUtxo: true,
  allowUnknownVersion: true,
  disableScriptCheck: true,
} as const

/**
 * Parses what a person pastes: a signed transaction in hex, a PSBT in base64 or hex whose signatures are all there, or the id of a
 * transaction. Signatures are not verified here; the network does. Never throws.
 */
export function parsePayoutTransaction(pasted: string): ParsedTransaction {
  const text = pasted.replaceAll(/\s/g, '')
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text)
  if (isHex && text.length === 64) return { kind: 'txid', txid: text.toLowerCase() }
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
  try {
    if (bytes.subarray(0, 5).toString('latin1') === 'psbt\xff') return readPsbt(bytes)
    if (!isHex) return { kind: 'invalid' }
    const transaction = Transaction.fromRaw(bytes, anything)
    return isSigned(transaction) ? parseSigned(transaction, bytes) : { kind: 'unsigned' }
  } catch {
    return { kind: 'invalid' }
  }
}

function readPsbt(bytes: Buffer): ParsedTransaction {
  const transaction = Transaction.fromPSBT(bytes, anything)
  if (!transaction.isFinal)
    try {
      transaction.finalize()
    } catch {
      return { kind: 'unsigned' }
    }
  return parseSigned(transaction, Buffer.from(transaction.extract()))
}

function isSigned(transaction: Transaction): boolean {
  return Array.from({ length: transaction.inputsLength }, (_, at) => transaction.getInput(at)).every(
    ({ finalScriptSig, finalScriptWitness }) =>
      (finalScriptSig?.length ?? 0) > 0 || (finalScriptWitness?.length ?? 0) > 0,
  )
}

function parseSigned(transaction: Transaction, raw: Buffer): ParsedTransaction {
  return {
    kind: 'signed',
    transaction: {
      txid: transaction.id,
      hex: raw.toString('hex'),
      inputs: Array.from({ length: transaction.inputsLength }, (_, at) => {
        const { txid, index } = transaction.getInput(at)
        return `${Buffer.from(txid ?? []).toString('hex')}:${index}`
      }),
      outputs: Array.from({ length: transaction.outputsLength }, (_, at) => {
        const { script, amount } = transaction.getOutput(at)
        return { script: Buffer.from(script ?? []).toString('hex'), amountSat: Number(amount ?? 0n) }
      }),
    },
  }
}
