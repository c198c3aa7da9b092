import type { Row } from '../cgminer/values.ts'

/** One answer of the third API. `message` is an object on success and a text on failure. */
export type V3Reply = {
  code: number | null
  message: Row | string | null
  /** The device's own clock, epoch seconds. */
  when: number | null
  partial: boolean
}
