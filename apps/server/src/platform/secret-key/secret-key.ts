import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { openBytes, openText, sealBytes, sealText } from './secret-box.ts'

/** How what is hashed begins, by what it is for: what is made for one use is good for no other. Changing one voids what was made with it. */
const hashes = {
  'alert-webhook': 'alert-webhook ',
  'claim-key': 'claim-key\n',
  client: 'client\n',
  'firmware-download': 'firmware-download\n',
  guess: 'guess\n',
  newsletter: 'newsletter\n',
  'offer-key': 'offer-key\n',
  'offer-key-hash': 'offer-key-hash\n',
  'order-key': 'order-key\n',
  'order-key-hash': 'order-key-hash\n',
  'recovery-code': 'recovery-code\n',
  'refund-code': 'refund-code\n',
  'release-download': 'release-download\n',
  request: 'request\n',
} as const
const boxes = ['idempotency-answer', 'webhook-secret'] as const
const seeds = ['shipminer-commands-v1', 'shipminer-push-v1'] as const
const textBox = 'shipminer-box-v1'

type HashUse = keyof typeof hashes
type BoxUse = (typeof boxes)[number]
type SeedUse = (typeof seeds)[number]
/** @internal Everything that the key is used for. */
export type SecretUse = HashUse | BoxUse | SeedUse | typeof textBox
/** @internal A test shows for each what a change of the key does to it. */
export const secretUses: readonly SecretUse[] = [
  ...(Object.keys(hashes) as HashUse[]),
  ...boxes,
  ...seeds,
  textBox,
]

/** A short fingerprint of a key that reveals nothing about it. */
export const printOfKey = (key: Buffer): string =>
  createHash('sha256').update('shipminer-backup-key-v1\n').update(key).digest('hex').slice(0, 16)

/**
 * The server's own key. Earlier ones, and one that is about to follow, are accepted beside it: what they sealed opens, what they hashed is
 * recognised, and nothing new is made with them. No other place knows the bytes.
 */
export class SecretKey {
  #keys: readonly [Buffer, ...Buffer[]]

  constructor(inForce: Buffer, accepted: readonly Buffer[] = []) {
    this.#keys = [inForce, ...accepted.filter((key) => !key.equals(inForce))]
  }

  /** Which key is in force. */
  get print(): string {
    return printOfKey(this.#keys[0])
  }

  /** How many others are accepted. */
  get others(): number {
    return this.#keys.length - 1
  }

  /** Puts another key in force, at once; the one before is accepted from then on. */
  change(to: Buffer): void {
    this.#keys = [to, ...this.#keys.filter((key) => !key.equals(to))]
  }

  /** Accepts no other key any more. */
  forgetOthers(): void {
    this.#keys = [this.#keys[0]]
  }

  hash(use: HashUse, text: string): Buffer {
    return hashWith(this.#keys[0], use, text)
  }

  /** For comparing with what was made before: by each accepted key, that in force first. */
  hashes(use: HashUse, text: string): [Buffer, ...Buffer[]] {
    const [inForce, ...others] = this.#keys
    return [hashWith(inForce, use, text), ...others.map((key) => hashWith(key, use, text))]
  }

  sealText(text: string): string {
    return sealText(textKey(this.#keys[0]), text)
  }

  /** Null for what no accepted key has sealed. */
  openText(sealed: string): string | null {
    return this.#first((key) => openText(textKey(key), sealed))
  }

  seal(use: BoxUse, bytes: Uint8Array): Uint8Array {
    return new Uint8Array(sealBytes(boxKey(this.#keys[0], use), bytes))
  }

  /** @throws Error for what no accepted key has sealed */
  open(use: BoxUse, sealed: Uint8Array): Buffer {
    const opened = this.#first((key) => openBytes(boxKey(key, use), sealed))
    if (opened === null) throw new Error('sealed with another SECRET_KEY')
    return opened
  }

  /** Sealed with the key in force; null: it was, or no accepted key opens it. */
  resealText(sealed: string): string | null {
    if (openText(textKey(this.#keys[0]), sealed) !== null) return null
    const opened = this.openText(sealed)
    return opened === null ? null : this.sealText(opened)
  }

  reseal(use: BoxUse, sealed: Uint8Array): Uint8Array | null {
    if (openBytes(boxKey(this.#keys[0], use), sealed) !== null) return null
    const opened = this.#first((key) => openBytes(boxKey(key, use), sealed))
    return opened === null ? null : this.seal(use, opened)
  }

  /** 32 bytes that the key in force determines. Whatever depends on them for longer is kept: a change makes others. */
  seed(use: SeedUse, suffix = ''): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#keys[0], '', `${use}${suffix}`, 32))
  }

  #first<T>(open: (key: Buffer) => T | null): T | null {
    for (const key of this.#keys) {
      const opened = open(key)
      if (opened !== null) return opened
    }
    return null
  }
}

const hashWith = (key: Buffer, use: HashUse, text: string) =>
  createHmac('sha256', key).update(`${hashes[use]}${text}`).digest()

const boxKey = (key: Buffer, use: BoxUse) => createHmac('sha256', key).update(use).digest()

const textKey = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', textBox, 32))
