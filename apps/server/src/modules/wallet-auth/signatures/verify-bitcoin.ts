import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, RawWitness, Transaction } from '@scure/btc-signer'

type Decoded = ReturnType<ReturnType<typeof Address>['decode']>

const encoder = new TextEncoder()
const halfOrder = secp256k1.Point.CURVE().n >> 1n
/** The two virtual transactions of BIP-322 are not real ones: version 0, no value, no known output kind. */
const virtual = {
  version: 0,
  lockTime: 0,
  allowUnknownOutputs: true,
  allowUnknownInputs: true,
  disableScriptCheck: true,
  allowLegacyWitnessUtxo: true,
}
const sighashAll = 1

/**
 * Whether the owner of a Bitcoin mainnet address signed `message`: BIP-322 "simple" for P2WPKH, P2TR (key path) and P2SH-P2WPKH, with or
 * without the `smp` prefix of its version 1.0.0, and BIP-137 (also with Electrum's header values) for P2PKH, P2WPKH and P2SH-P2WPKH.
 * Scripts, multisig, `ful` and `pof` are refused. Never throws: malformed input yields false.
 */
export function verifyBitcoin(address: string, message: string, signature: string): boolean {
  try {
    const decoded = Address(NETWORK).decode(address)
    const bytes = base64.decode(signature.startsWith('smp') ? signature.slice(3) : signature)
    if (bytes.length === 65) return verifyBip137(decoded, message, bytes)
    if (decoded.type === 'tr') return verifyTaproot(decoded, message, RawWitness.decode(bytes))
    if (decoded.type === 'wpkh' || decoded.type === 'sh') {
      return verifySegwit(decoded, message, RawWitness.decode(bytes))
    }
    return false
  } catch {
    return false
  }
}

function verifyTaproot(decoded: Decoded & { type: 'tr' }, message: string, witness: Uint8Array[]): boolean {
  const [signature] = witness
  if (witness.length !== 1 || !signature) return false
  const sighash = signature.length === 65 ? signature[64] : 0
  if (signature.length !== 64 && !(signature.length === 65 && sighash === sighashAll)) return false
  const script = OutScript.encode(decoded)
  const digest = toSign(message, script).preimageWitnessV1(0, [script], sighash ?? 0, [0n])
  return schnorr.verify(signature.subarray(0, 64), digest, decoded.pubkey)
}

function verifySegwit(
  decoded: Decoded & { type: 'wpkh' | 'sh' },
  message: string,
  witness: Uint8Array[],
): boolean {
  const [signature, publicKey] = witness
  if (witness.length !== 2 || !signature || publicKey?.length !== 33) return false
  if (signature.at(-1) !== sighashAll) return false
  const keyHash = hash160(publicKey)
  const expected = decoded.type === 'wpkh' ? keyHash : hash160(witnessProgram(keyHash))
  if (!same(expected, decoded.hash)) return false
  const code = OutScript.encode({ type: 'pkh', hash: keyHash })
  const digest = toSign(message, OutScript.encode(decoded)).preimageWitnessV0(0, code, sighashAll, 0n)
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, {
    prehash: false,
    format: 'der',
    lowS: true,
  })
}

/**
 * The header byte encodes the address kind and the recovery value: 27..30 P2PKH uncompressed, 31..34 compressed (Electrum: any kind),
 * 35..38 P2SH-P2WPKH, 39..42 P2WPKH.
 */
function verifyBip137(decoded: Decoded, message: string, signature: Uint8Array): boolean {
  const header = signature[0] ?? 0
  if (header < 27 || header > 42) return false
  if (bigEndian(signature.subarray(33)) > halfOrder) return false
  const recoverable = concat(Uint8Array.of((header - 27) & 3), signature.subarray(1))
  const recovered = secp256k1.recoverPublicKey(recoverable, magicHash(message), { prehash: false })
  const keyHash = hash160(secp256k1.Point.fromBytes(recovered).toBytes(header >= 31))
  const anyKind = header >= 31 && header <= 34
  if (decoded.type === 'pkh') return header <= 34 && same(keyHash, decoded.hash)
  if (decoded.type === 'wpkh') return (header >= 39 || anyKind) && same(keyHash, decoded.hash)
  if (decoded.type === 'sh') {
    return (anyKind || (header >= 35 && header <= 38)) && same(hash160(witnessProgram(keyHash)), decoded.hash)
  }
  return false
}

/** The transaction whose only input spends the virtual output that commits to the message (BIP-322, "Full"). */
function toSign(message: string, script: Uint8Array): Transaction {
  const toSpend = new Transaction(virtual)
  toSpend.addOutput({ script, amount: 0n }) // before the input: a transaction with a final input takes no more outputs
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: concat(
      Uint8Array.of(0, 0x20),
      taggedHash('BIP0322-signed-message', encoder.encode(message)),
    ),
  })
  const transaction = new Transaction(virtual)
  transaction.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return transaction
}

function magicHash(message: string): Uint8Array {
  const bytes = encoder.encode(message)
  return sha256(sha256(concat(encoder.encode('\x18Bitcoin Signed Message:\n'), varint(bytes.length), bytes)))
}

function taggedHash(tag: string, message: Uint8Array): Uint8Array {
  const prefix = sha256(encoder.encode(tag))
  return sha256(concat(prefix, prefix, message))
}

function varint(length: number): Uint8Array {
  if (length > 0xffff) throw new RangeError('message too long')
  return length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8)
}

function witnessProgram(keyHash: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(0, 20), keyHash)
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

function bigEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}
