import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

const ITOA = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function md5(text: Buffer): Buffer {
  return hash('md5', text, 'buffer')
}

/** The fourth part of `$1$salt$…`, the MD5 form of crypt, as the firmware's library makes it. */
export function cryptMd5(passwordText: string, saltText: string): string {
  const password = Buffer.from(passwordText)
  const salt = Buffer.from(saltText)
  const alternate = md5(Buffer.concat([password, salt, password]))
  const filled = Buffer.from(Array.from(password, (_, index) => alternate[index % 16] ?? 0))
  const bits: number[] = []
  for (let rest = password.length; rest !== 0; rest = Math.floor(rest / 2)) {
    bits.push(rest % 2 === 1 ? 0 : (password[0] ?? 0))
  }
  let state = md5(Buffer.concat([password, Buffer.from('$1$'), salt, filled, Buffer.from(bits)]))
  for (let round = 0; round < 1000; round++) {
    const [head, tail] = round % 2 === 1 ? [password, state] : [state, password]
    const middle = [...(round % 3 ? [salt] : []), ...(round % 7 ? [password] : [])]
    state = md5(Buffer.concat([head, ...middle, tail]))
  }
  let text = ''
  const order = [0, 6, 12, 1, 7, 13, 2, 8, 14, 3, 9, 15, 4, 10, 5]
  for (let at = 0; at < order.length; at += 3) {
    const [a = 0, b = 0, c = 0] = order.slice(at, at + 3).map((place) => state[place] ?? 0)
    let value = a * 65_536 + b * 256 + c
    for (let count = 0; count < 4; count++, value = Math.floor(value / 64)) text += ITOA[value % 64]
  }
  const last = state[11] ?? 0
  return `${text}${ITOA[last % 64]}${ITOA[Math.floor(last / 64)]}`
}

/** SHA-256 of a text. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** AES-256-ECB with zeros at the end, base64. */
export function seal(text: string, key: Buffer): string {
  const bytes = Buffer.from(text)
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  const cipher = createCipheriv('aes-256-ecb', key, null)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
}

/** The text of `seal`, or null when the key is another. */
export function unseal(data: string, key: Buffer): string | null {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0 || bytes.length % 16 !== 0) return null
  const decipher = createDecipheriv('aes-256-ecb', key, null)
  decipher.setAutoPadding(false)
  const text = Buffer.concat([decipher.update(bytes), decipher.final()])
    .toString()
    .replace(/\0+$/, '')
  return text.startsWith('{') || text.startsWith('[') ? text : null
}
