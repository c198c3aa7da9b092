/*
 * The archive of a release: a tar file (POSIX ustar) of regular files and nothing else, the same bytes for the same files. Anything tar
 * can express beyond that (links, folders, devices, long names, owners) is refused, so that unpacking cannot write anywhere else.
 */

export type ArchiveFile = { path: string; content: Uint8Array }

export type ArchiveRefusal =
  | 'truncated'
  | 'bad-checksum'
  /** A link, a folder, a device, or an extension of the format. */
  | 'not-a-file'
  /** Absolute, with `..`, or with characters that a release never has. */
  | 'bad-path'
  | 'twice'
  | 'too-many'

export type ArchiveResult = { ok: true; files: ArchiveFile[] } | { ok: false; reason: ArchiveRefusal }

const blockBytes = 512
const mostFiles = 1_000
const magic = 'ustar\x0000'

/** Names below the folder of a release: parts of letters, digits, `.`, `_`, `-`; none begins with a dot. At most 100 characters. */
export const releasePath = /^(?!.{101})[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/

/** Packs files, sorted by path, without times and owners. @throws RangeError for a path that a release cannot have */
export function writeArchive(files: readonly ArchiveFile[]): Uint8Array {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const parts: Uint8Array[] = []
  for (const { path, content } of sorted) {
    if (!releasePath.test(path)) throw new RangeError(`${path} cannot be in a release`)
    parts.push(header(path, content.length), content, new Uint8Array(padding(content.length)))
  }
  parts.push(new Uint8Array(2 * blockBytes))
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Reads what `writeArchive` wrote; anything else is refused. Contents are views of `bytes`. */
export function readArchive(bytes: Uint8Array): ArchiveResult {
  const files: ArchiveFile[] = []
  const seen = new Set<string>()
  let at = 0
  for (;;) {
    const block = bytes.subarray(at, at + blockBytes)
    if (block.length < blockBytes) return { ok: false, reason: 'truncated' }
    if (block.every((byte) => byte === 0)) return { ok: true, files }
    if (octal(block, 148, 8) !== checksum(block)) return { ok: false, reason: 'bad-checksum' }
    // Type '0', no name that it links to, and no prefix in front of the name.
    const isPlain = block[156] === 0x30 && text(block, 157, 100) === '' && text(block, 345, 155) === ''
    if (!isPlain) return { ok: false, reason: 'not-a-file' }
    const path = text(block, 0, 100)
    if (!releasePath.test(path)) return { ok: false, reason: 'bad-path' }
    if (seen.has(path)) return { ok: false, reason: 'twice' }
    if (seen.size >= mostFiles) return { ok: false, reason: 'too-many' }
    seen.add(path)
    const size = octal(block, 124, 12)
    if (size === null) return { ok: false, reason: 'bad-checksum' }
    const from = at + blockBytes
    if (from + size > bytes.length) return { ok: false, reason: 'truncated' }
    files.push({ path, content: bytes.subarray(from, from + size) })
    at = from + size + padding(size)
  }
}

const padding = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes

function header(path: string, size: number): Uint8Array {
  const block = new Uint8Array(blockBytes)
  const put = (offset: number, value: string) => block.set(new TextEncoder().encode(value), offset)
  const number = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  put(0, path)
  put(100, number(0o644, 7))
  put(108, number(0, 7))
  put(116, number(0, 7))
  put(124, number(size, 11))
  put(136, number(0, 11))
  put(148, '        ')
  put(156, '0')
  put(257, magic)
  put(148, `${checksum(block).toString(8).padStart(6, '0')}\0 `)
  return block
}

/** Sum of the bytes of a header with its own field as spaces. */
function checksum(block: Uint8Array): number {
  let sum = 0
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte
  return sum
}

function text(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return String.fromCharCode(...(end < 0 ? field : field.subarray(0, end)))
}

function octal(block: Uint8Array, from: number, length: number): number | null {
  const digits = text(block, from, length).trim()
  return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : null
}
