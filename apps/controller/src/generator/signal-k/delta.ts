import { z } from 'zod'

const DeltaSchema = z.object({
  context: z.string().optional(),
  updates: z.array(
    z.object({
      $source: z.string().optional(),
      timestamp: z.string().max(100).optional(),
      source: z.object({ label: z.string().optional() }).loose().optional(),
      values: z.array(z.object({ path: z.string(), value: z.unknown() })).optional(),
    }),
  ),
})
const HelloSchema = z.object({
  self: z.string().optional(),
  roles: z.array(z.string()),
  version: z.string(),
  timestamp: z.string().max(100).optional(),
})

/** One value of a delta message. */
export type DeltaValue = {
  path: string
  value: unknown
  source: string | null
  /** As the sender wrote it; only ever compared, never taken for the time. */
  timestamp?: string | null
}

/** What a Signal K server sent. `values` are of the ship itself; those of other ships are left out. */
export type SignalKMessage =
  | { kind: 'hello'; self: string | null; timestamp: string | null }
  | { kind: 'values'; values: DeltaValue[] }
  | { kind: 'other' }

/**
 * Reads one message of the stream. `self` is the context of the own ship as the hello named it. Timestamps only distinguish a replayed
 * value from a new one; the clocks of senders are wrong.
 */
export function parseSignalKMessage(text: string, self: string | null): SignalKMessage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'other' }
  }
  const delta = DeltaSchema.safeParse(json)
  if (delta.success) {
    const { context, updates } = delta.data
    const isOwn = context === undefined || context === 'vessels.self' || context === self
    if (!isOwn) return { kind: 'other' }
    return {
      kind: 'values',
      values: updates.flatMap(({ $source, source, timestamp, values = [] }) =>
        values.map(({ path, value }) => ({
          path,
          value,
          source: $source ?? source?.label ?? null,
          timestamp: timestamp ?? null,
        })),
      ),
    }
  }
  const hello = HelloSchema.safeParse(json)
  if (!hello.success) return { kind: 'other' }
  return { kind: 'hello', self: hello.data.self ?? null, timestamp: hello.data.timestamp ?? null }
}

const ValueSchema = z.object({
  value: z.unknown(),
  $source: z.string().optional(),
  timestamp: z.string().max(100).optional(),
})

/** The value of one path as the server's HTTP interface gives it; null where there is none. */
export function parseSignalKValue(path: string, json: unknown): DeltaValue | null {
  const parsed = ValueSchema.safeParse(json)
  if (!parsed.success || !('value' in parsed.data)) return null
  const { value, $source, timestamp } = parsed.data
  return { path, value, source: $source ?? null, timestamp: timestamp ?? null }
}
