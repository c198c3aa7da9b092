import { z } from 'zod'

const DeltaSchema = z.object({
  context: z.string().optional(),
  updates: z.array(
    z.object({
      $source: z.string().optional(),
      source: z.object({ label: z.string().optional() }).loose().optional(),
      values: z.array(z.object({ path: z.string(), value: z.unknown() })).optional(),
    }),
  ),
})
const HelloSchema = z.object({ self: z.string().optional(), roles: z.array(z.string()), version: z.string() })

/** One value of a delta message. */
export type DeltaValue = { path: string; value: unknown; source: string | null }

/** What a Signal K server sent. `values` are of the ship itself; those of other ships are left out. */
export type SignalKMessage =
  | { kind: 'hello'; self: string | null }
  | { kind: 'values'; values: DeltaValue[] }
  | { kind: 'other' }

/** Reads one message of the stream. `self` is the context of the own ship as the hello named it. Timestamps in it are not read: clocks of senders are wrong. */
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
      values: updates.flatMap(({ $source, source, values = [] }) =>
        values.map(({ path, value }) => ({ path, value, source: $source ?? source?.label ?? null })),
      ),
    }
  }
  const hello = HelloSchema.safeParse(json)
  return hello.success ? { kind: 'hello', self: hello.data.self ?? null } : { kind: 'other' }
}
