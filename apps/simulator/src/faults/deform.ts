import { createRandom, hash32 } from '../physics/random.ts'
import type { LineEffect, PoisonForm } from './fault.ts'

const HTML =
  '<html><head><title>400 Bad Request</title></head><body><center><h1>400 Bad Request</h1></center></body></html>\n'
const PROXY_REFUSED = 'Socket connect failed: Connection refused\n'

/** The content of an answer as a fault leaves it; unchanged where the fault acts on the bytes of the line only. */
export function deformContent(content: Buffer, effect: LineEffect): Buffer {
  if (effect.kind === 'poisoned') return Buffer.from(poisonJson(content.toString(), effect.form))
  if (effect.kind !== 'garbage') return content
  switch (effect.form) {
    case 'html':
      return Buffer.from(HTML)
    case 'proxy-refused':
      return Buffer.from(PROXY_REFUSED)
    case 'missing-comma':
      return Buffer.from(withMissingComma(content.toString()))
    case 'bytes':
    case 'empty':
      return content
  }
}

/** All bytes of an answer, head included, as a fault lets them out. Noise depends on the answer alone. */
export function deformBytes(bytes: Buffer, effect: LineEffect): Buffer {
  if (effect.kind === 'truncated') return bytes.subarray(0, Math.floor(bytes.length * effect.fraction))
  if (effect.kind !== 'garbage') return bytes
  if (effect.form === 'empty') return Buffer.alloc(0)
  if (effect.form !== 'bytes') return bytes
  const random = createRandom(hash32(bytes.length))
  return Buffer.from(Array.from({ length: 180 }, () => Math.floor(random.next() * 256)))
}

const figures: Partial<Record<PoisonForm, string>> = {
  'huge-figures': '1e308',
  'uint32-figures': '4294967295',
  'negative-figures': '-1',
  'texts-for-figures': '"NaN"',
  'deep-figures': `${'['.repeat(200)}${']'.repeat(200)}`,
}
const texts: Partial<Record<PoisonForm, string>> = {
  'half-character': '\\ud83d',
  nul: '\\u0000',
  'long-text': 'x'.repeat(65_536),
}

/** The same JSON with something else in the place of every figure, or behind every text. */
function poisonJson(json: string, form: PoisonForm): string {
  const figure = figures[form]
  if (figure !== undefined)
    return json.replaceAll(/(?<=[:,[]\s*)-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*[,}\]])/g, figure)
  const tail = texts[form] ?? ''
  return json.replaceAll(/(:\s*"(?:[^"\\]|\\.)*)"/g, (_, text: string) => `${text}${tail}"`)
}

/** Breaks JSON the way some firmware does: a comma lost between objects, or one too many at an end. */
function withMissingComma(json: string): string {
  const lost = json.replace('},{', '}{')
  return lost === json ? json.replace('}]', ',}]') : lost
}
