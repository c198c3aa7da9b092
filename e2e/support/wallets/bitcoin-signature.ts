import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { OutScript, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'

const encoder = new TextEncoder()
const options = {
  version: 0,
  lockTime: 0,
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  disableScriptCheck: true,
  allowLegacyWitnessUtxo: true,
} as const

/** A BIP-322 "simple" signature of a P2WPKH key, as bytes: what a Bitcoin wallet answers. */
export function signBip322(message: string, secretKey: Uint8Array): Uint8Array {
  const publicKey = secp256k1.getPublicKey(secretKey)
  const { script } = p2wpkh(publicKey)
  const tag = sha256(encoder.encode('BIP0322-signed-message'))
  const digest = sha256(join(tag, tag, encoder.encode(message)))

  const toSpend = new Transaction(options)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: join(Uint8Array.of(0, 0x20), digest),
  })
  const toSign = new Transaction(options)
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })

  const { hash } = OutScript.decode(script) as { hash: Uint8Array }
  const sighash = toSign.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash }), 1, 0n)
  const signature = secp256k1.sign(sighash, secretKey, { prehash: false, format: 'der', lowS: true })
  return RawWitness.encode([join(signature, Uint8Array.of(1)), publicKey])
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
