/** What a pattern may name. `octet` is the last number of the address: 23 of 10.0.0.23. */
export const workerPlaceholders = ['ship', 'miner', 'ip', 'octet', 'mac'] as const
export type WorkerPlaceholder = (typeof workerPlaceholders)[number]

/** Longest worker that is written to a device. An address of Bitcoin with a name behind it needs 100. */
export const maxWorkerLength = 128
/** Longest part that a name of a ship or a miner becomes. */
const maxPartLength = 32

/** What is known of a miner. Null: unknown. */
export type WorkerFacts = Readonly<{
  ship: string | null
  miner: string | null
  ipAddress: string | null
  macAddress: string | null
}>

/** What is wrong with a pattern itself, whatever the miner. */
export type PatternProblem = 'empty' | 'characters' | 'placeholder' | 'too-long'

const allowed = /^[\w.@:+/#$~*-]*$/
const placeholder = /\{([^{}]*)\}/g
const isPlaceholder = (word: string): word is WorkerPlaceholder =>
  (workerPlaceholders as readonly string[]).includes(word)

/**
 * What is wrong with a pattern, or null. Besides placeholders it holds what every device and pool takes: letters, digits and `. _ - @ : + / # $ ~ *`.
 *
 * @example workerPatternProblem('account.{ship}-{octet}') // null
 * workerPatternProblem('account.{boat}') // 'placeholder'
 */
export function workerPatternProblem(pattern: string): PatternProblem | null {
  if (pattern === '') return 'empty'
  if (pattern.length > maxWorkerLength) return 'too-long'
  for (const [, word = ''] of pattern.matchAll(placeholder)) if (!isPlaceholder(word)) return 'placeholder'
  return allowed.test(pattern.replace(placeholder, '')) ? null : 'characters'
}

/** Why a miner gets no worker of a pattern: a part that is unknown, or the result is too long. */
export type WorkerProblem = WorkerPlaceholder | 'too-long' | 'pattern'
export type RenderedWorker = { ok: true; worker: string } | { ok: false; reason: WorkerProblem }

/**
 * The worker of one miner. Names become what a worker can hold: accents go, everything else that is no letter or digit becomes one hyphen. A part
 * that is unknown, or of which nothing is left, is a reason; a worker is never empty and never has a hole.
 *
 * @example renderWorker('account.{ship}-{octet}', { ship: 'Ms Zoë', miner: null, ipAddress: '10.0.0.23', macAddress: null })
 * // { ok: true, worker: 'account.Ms-Zoe-23' }
 */
export function renderWorker(pattern: string, facts: WorkerFacts): RenderedWorker {
  if (workerPatternProblem(pattern) !== null) return { ok: false, reason: 'pattern' }
  let missing: WorkerPlaceholder | null = null
  const worker = pattern.replace(placeholder, (_, word: WorkerPlaceholder) => {
    const part = partOf(word, facts)
    if (part === null) missing ??= word
    return part ?? ''
  })
  if (missing !== null) return { ok: false, reason: missing }
  return worker.length > maxWorkerLength ? { ok: false, reason: 'too-long' } : { ok: true, worker }
}

/** A pool of a template: `worker` is a pattern. */
export type TemplatePool = { url: string; worker: string }
export type RenderedPools =
  | { ok: true; pools: { url: string; user: string; password: null }[] }
  | { ok: false; reason: WorkerProblem }

/** The pools of one miner; it gets all of them or none. Their passwords stay those that are on the device. */
export function renderPools(pools: readonly TemplatePool[], facts: WorkerFacts): RenderedPools {
  const rendered: { url: string; user: string; password: null }[] = []
  for (const { url, worker: pattern } of pools) {
    const made = renderWorker(pattern, facts)
    if (!made.ok) return made
    rendered.push({ url, user: made.worker, password: null })
  }
  return { ok: true, pools: rendered }
}

function partOf(word: WorkerPlaceholder, facts: WorkerFacts): string | null {
  switch (word) {
    case 'ship':
      return nameOf(facts.ship)
    case 'miner':
      return nameOf(facts.miner)
    // Dots divide an account from its worker: 10x0x0x23, as the makers' own tools write it.
    case 'ip':
      return octetsOf(facts.ipAddress)?.join('x') ?? null
    case 'octet':
      return octetsOf(facts.ipAddress)?.at(-1) ?? null
    case 'mac': {
      const digits = (facts.macAddress ?? '').replace(/[:.-]/g, '').toLowerCase()
      return /^[0-9a-f]{12}$/.test(digits) ? digits : null
    }
  }
}

function nameOf(text: string | null): string | null {
  const plain = (text ?? '')
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  const part = plain
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, maxPartLength)
    .replace(/^-+|-+$/g, '')
  return /[A-Za-z0-9]/.test(part) ? part : null
}

function octetsOf(address: string | null): string[] | null {
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address ?? '')?.slice(1)
  return octets?.every((octet) => Number(octet) <= 255) ? octets.map((octet) => String(Number(octet))) : null
}
