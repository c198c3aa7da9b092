import { parseJson } from '../../platform/parse-json.ts'

/**
 * The number at a path such as `ENERGY.Power[0]` of a JSON text; with an empty path the text itself. Null for all else: there is no number,
 * or nothing at all.
 */
export function valueAt(text: string, path: string): number | null {
  if (path === '') return numberOf(text.trim())
  let value = parseJson(text)
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null
    value = (value as Record<string, unknown>)[step]
  }
  return numberOf(value)
}

const stepsOf = (path: string): string[] =>
  path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '')

function numberOf(value: unknown): number | null {
  const isText = typeof value === 'string' && /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value)
  const number = isText ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
