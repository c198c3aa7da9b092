import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from '@shipminer/domain/reason-of'

type Failed =
  /** The line broke or the server did not answer: what is there stays, and the next attempt continues from it. */
  | { ok: false; again: true; cause: string }
  /** It is complete and not what was signed; it was removed. */
  | { ok: false; again: false; cause: string }
export type Downloaded = { ok: true; bytes: Buffer } | Failed

type Wanted = {
  url: string
  path: string
  wanted: { sha256: string; bytes: number }
  fetchFn: typeof fetch
  signal: AbortSignal
  /** How many bytes are there, after each that came. */
  onProgress?: (bytes: number) => void
}

/** Longest time without a byte, ms. */
const silenceMs = 60_000

/** Downloads as `downloadFile` does, and reads what came. */
export async function download(wanted: Wanted): Promise<Downloaded> {
  const got = await downloadFile(wanted)
  return got.ok ? { ok: true, bytes: await readFile(wanted.path) } : got
}

/**
 * Downloads a file of known size and SHA-256 to `path`, continuing from what an earlier attempt left there. Never takes more than `wanted.bytes`,
 * and never holds the whole in memory. Throws what the disk throws.
 */
export async function downloadFile(options: Wanted): Promise<{ ok: true } | Failed> {
  const { path, wanted } = options
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let size = await sizeOf(path)
  if (size > wanted.bytes) {
    await rm(path)
    size = 0
  }
  if (size < wanted.bytes) {
    const cause = await takeRest({ ...options, from: size })
    if (cause !== null) return { ok: false, again: true, cause }
  }
  if ((await sizeOf(path)) === wanted.bytes && (await digestOf(path)) === wanted.sha256) return { ok: true }
  await rm(path, { force: true })
  return { ok: false, again: false, cause: 'the file is not the one that was signed' }
}

/** SHA-256 of a file, hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part)
  return hash.digest('hex')
}

/** Adds what is missing; what kept it from coming, or null. */
async function takeRest(options: Wanted & { from: number }): Promise<string | null> {
  const { from, wanted } = options
  const silence = new AbortController()
  const watch = setTimeout(() => silence.abort(new Error('nothing came for a minute')), silenceMs)
  try {
    const answer = await options.fetchFn(options.url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      // A server that sends elsewhere is not the one that is set.
      redirect: 'error',
      signal: AbortSignal.any([options.signal, silence.signal]),
    })
    const isRest = answer.status === 206 && answer.headers.get('content-range')?.startsWith(`bytes ${from}-`)
    if (answer.body === null || (answer.status !== 200 && !isRest)) {
      await answer.body?.cancel()
      return `the server answered ${answer.status}`
    }
    const file = await open(options.path, isRest ? 'a' : 'w', 0o600)
    try {
      let size = isRest ? from : 0
      for await (const chunk of answer.body) {
        watch.refresh()
        size += chunk.length
        if (size > wanted.bytes) return 'the server sent more than the file has'
        await file.write(chunk)
        options.onProgress?.(size)
      }
      await file.sync()
      return size === wanted.bytes ? null : `${size} of ${wanted.bytes} bytes came`
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isOfDisk(error)) throw error
    return reasonOf(error)
  } finally {
    clearTimeout(watch)
  }
}

const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}
