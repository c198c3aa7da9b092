import { hash } from 'node:crypto'

const MAGIC = '$1$'
const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ROUNDS = 1000
/** Places of the digest in the order in which crypt writes them, three at a time. */
const GROUPS = [
  [0, 6, 12],
  [1, 7, 13],
  [2, 8, 14],
  [3, 9, 15],
  [4, 10, 5],
] as const

const md5 = (...parts: Buffer[]) => hash('md5', Buffer.concat(parts), 'buffer')

/**
 * The MD5 form of `crypt(3)`, without the leading `$1$salt$`: 22 characters. Salt is cut to 8 characters.
 *
 * ```ts
 * md5crypt('admin', 'D6w5gVOb') // 'x/LfL.qU1wBJhndXCyVkC/'
 * ```
 */
export function md5crypt(password: string, salt: string): string {
  const secret = Buffer.from(password)
  const grain = Buffer.from(salt.slice(0, 8))
  const inner = md5(secret, grain, secret)
  const start: Buffer[] = [secret, Buffer.from(MAGIC), grain]
  for (let left = secret.length; left > 0; left -= 16) start.push(inner.subarray(0, Math.min(16, left)))
  for (let bits = secret.length; bits > 0; bits >>= 1) {
    start.push((bits & 1) === 1 ? Buffer.from([0]) : secret.subarray(0, 1))
  }
  let digest = md5(...start)
  for (let round = 0; round < ROUNDS; round += 1) {
    const isOdd = (round & 1) === 1
    const parts = [isOdd ? secret : digest]
    if (round % 3 !== 0) parts.push(grain)
    if (round % 7 !== 0) parts.push(secret)
    parts.push(isOdd ? digest : secret)
    digest = md5(...parts)
  }
  const byte = (place: number) => digest[place] ?? 0
  const groups = GROUPS.map(([high, middle, low]) =>
    toBase64((byte(high) << 16) | (byte(middle) << 8) | byte(low), 4),
  )
  return groups.join('') + toBase64(byte(11), 2)
}

function toBase64(value: number, characters: number): string {
  let text = ''
  for (let place = 0; place < characters; place += 1) text += ALPHABET[(value >> (6 * place)) & 63]
  return text
}
