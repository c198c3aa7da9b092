import { randomUUID } from 'node:crypto'
import { reasonOf } from '@shipminer/domain/reason-of'
import { sql } from 'kysely'
import { clientKey } from '../../auth/client-key.ts'
import type { Queryable, Store, StoreLogger } from '../../db/store.ts'
import type { SecretKey } from '../../secret-key/secret-key.ts'

type RequestLimit = { readonly max: number; readonly windowMs: number }

/** What this copy let through of one client to one call until `endsAt`, and what the others reported that they did. */
type Tally = { key: string; max: number; endsAt: number; own: number; published: number; others: number }

export type RequestTallies = {
  /**
   * Counts a request of a client to a call, in memory.
   *
   * @returns in how many seconds the client may try again; null: as far as is known all copies together are within the limit
   */
  count(call: string, ip: string, limit: RequestLimit): number | null
  /** Publishes to the other copies all that this one has counted of busy clients, and reads what they did. Happens by itself. */
  exchange(): Promise<void>
  /** Deletes what is over. @returns how much. */
  sweep(): Promise<number>
  /** No more exchanges; ends the one that is under way. */
  stop(): Promise<void>
}

/** Copies exchange what they counted this often while a client is busy, and sooner when it hurries. */
const exchangeEveryMs = 1_000
const hurriedMs = 20
/** From this part of its limit on a client is busy: below, each copy lets it pass without a word to the others. */
const busyPart = 1 / 30
/** A client that used this much of what is left to it since the last exchange hurries. */
const hurryPart = 1 / 4
/** Clients and calls counted at a time, and published at once; of more than that each copy knows its own count only. */
const mostTallies = 20_000
const mostPublished = 1_000

const hurries = ({ own, published, others, max }: Tally) =>
  own - published >= (max - own - others) * hurryPart

/** Counts of clients and calls, each until its time is over. */
function createTallyBook() {
  const tallies = new Map<string, Tally>()
  let dropAt = 0
  /** @returns null when there are too many. */
  return (key: string, now: number, { max, windowMs }: RequestLimit): Tally | null => {
    if (now >= dropAt) {
      for (const [key, { endsAt }] of tallies) if (endsAt <= now) tallies.delete(key)
      dropAt = now + windowMs
    }
    const known = tallies.get(key)
    if (known && known.endsAt > now) return known
    if (!known && tallies.size >= mostTallies) return null
    // The same for all copies, whichever was asked first.
    const endsAt = (Math.floor(now / windowMs) + 1) * windowMs
    const begun: Tally = { key, max, endsAt, own: 0, published: 0, others: 0 }
    tallies.set(key, begun)
    return begun
  }
}

type Published = { tally: Tally; own: number; hash: string }

/** Writes what this copy counted. @returns what the others did, by hash. */
async function writeAndRead(
  db: Queryable,
  copy: string,
  published: readonly Published[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ hash: string; others: number }>`
    WITH mine AS (
      SELECT decode(hash, 'hex') AS key, count, to_timestamp(until_s) AS until
      FROM unnest(${published.map(({ hash }) => hash)}::text[], ${published.map(({ own }) => own)}::int[],
                  ${published.map(({ tally }) => tally.endsAt / 1000)}::float8[]) AS t(hash, count, until_s)
    ), added AS (
      INSERT INTO request_tallies (key, copy, count, until) SELECT key, ${copy}::uuid, count, until FROM mine
      ON CONFLICT (key, copy) DO UPDATE SET count = excluded.count, until = excluded.until
    )
    SELECT encode(t.key, 'hex') AS hash, sum(t.count)::float8 AS others
    FROM mine JOIN request_tallies t USING (key, until) WHERE t.copy <> ${copy}::uuid GROUP BY t.key`.execute(
    db,
  )
  return new Map(rows.map(({ hash, others }) => [hash, others]))
}

/** Calls `exchange` one at a time, a second after it was asked for, or soon when that hurries. */
function createPace(exchange: () => Promise<void>, isLeft: () => 'nothing' | 'some' | 'hurried') {
  let timer: NodeJS.Timeout | null = null
  let isSoon = false
  let running: Promise<void> | null = null
  let isStopped = false
  const run = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    running ??= exchange().finally(() => {
      running = null
      const left = isLeft()
      if (left !== 'nothing') plan(left === 'hurried')
    })
    return running
  }
  const plan = (isHurried: boolean) => {
    // One that hurries is not put off by the next request.
    if (isStopped || running || (timer && (isSoon || !isHurried))) return
    if (timer) clearTimeout(timer)
    isSoon = isHurried
    timer = setTimeout(() => void run(), isHurried ? hurriedMs : exchangeEveryMs).unref()
  }
  /** One that is under way may have begun before the last request. */
  const runAnew = async () => {
    await running
    await run()
  }
  const stop = async () => {
    isStopped = true
    if (timer) clearTimeout(timer)
    await running
  }
  return { plan, runAnew, stop }
}

/**
 * The limits that are too wide for a statement a request: each copy counts in memory, and reports anyone who asks often to the others. Together
 * they let through the limit, what may pass until the next exchange, and from each copy a thirtieth that it did not publish. Without the
 * database, and in the embedded one, which has one copy, there is each copy's own limit.
 */
export function createRequestTallies(deps: {
  store: Store
  clock: () => number
  secretKey: SecretKey
  logger: StoreLogger
}): RequestTallies {
  const { store, clock, secretKey, logger } = deps
  const copy = randomUUID()
  const find = createTallyBook()
  /** Counted since the last exchange. */
  const unpublished = new Set<Tally>()
  let isAway = false

  const publish = async () => {
    const now = clock()
    for (const tally of unpublished) if (tally.endsAt <= now) unpublished.delete(tally)
    const hashOf = (key: string) => secretKey.hash('request', key).toString('hex')
    const published = Array.from(unpublished)
      .slice(0, mostPublished)
      .map((tally) => ({ tally, own: tally.own, hash: hashOf(tally.key) }))
    if (published.length === 0) return
    const others = await writeAndRead(store.db, copy, published)
    for (const { tally, own, hash } of published) {
      tally.published = own
      tally.others = others.get(hash) ?? 0
      if (tally.own === own) unpublished.delete(tally)
    }
  }
  const exchange = async () => {
    try {
      await publish()
      isAway = false
    } catch (error) {
      if (!isAway) logger.warn({ reason: reasonOf(error) }, 'counts of requests were not exchanged')
      isAway = true
    }
  }
  const pace = createPace(exchange, () => {
    if (unpublished.size === 0) return 'nothing'
    return !isAway && Array.from(unpublished).some(hurries) ? 'hurried' : 'some'
  })

  return {
    count(call, ip, limit) {
      if (store.engine === 'embedded') return null
      const now = clock()
      const tally = find(`${call}\n${clientKey(ip)}`, now, limit)
      if (!tally) return null
      if (tally.others > 0 && tally.own + tally.others >= limit.max)
        return Math.ceil((tally.endsAt - now) / 1_000)
      tally.own += 1
      if (tally.own >= limit.max * busyPart) {
        unpublished.add(tally)
        pace.plan(!isAway && hurries(tally))
      }
      return null
    },
    exchange: pace.runAnew,
    async sweep() {
      const { numDeletedRows } = await store.db
        .deleteFrom('requestTallies')
        .where('until', '<=', new Date(clock()))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    stop: pace.stop,
  }
}
