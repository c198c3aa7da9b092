import { readTolerantJson } from '../cgminer/tolerant-json.ts'
import { isRow, type Row } from '../cgminer/values.ts'
import type { HttpAnswer } from './http-client.ts'

/** The JSON object in an answer, repaired where its tail is missing; null when there is none. */
export function jsonBody(answer: HttpAnswer): { row: Row; partial: boolean } | null {
  const text = answer.body.toString('utf8').replaceAll('\u0000', '').trim()
  try {
    const value: unknown = JSON.parse(text)
    return isRow(value) ? { row: value, partial: false } : null
  } catch {
    const { value, cut } = readTolerantJson(text)
    return isRow(value) && Object.keys(value).length > 0
      ? { row: value, partial: cut.size > 0 || !answer.complete }
      : null
  }
}
