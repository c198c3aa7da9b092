import { ArrayParameter } from './statements/array-parameter.ts'

/**
 * A statement parameter as the text that PostgreSQL expects, by the rules the `pg` client uses: arrays become array literals (also for json
 * columns: stringify those yourself), plain objects become JSON.
 */
export function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof ArrayParameter) return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return arrayText(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value)
    const text = parameterText(value)
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  })
  return `{${elements.join(',')}}`
}
