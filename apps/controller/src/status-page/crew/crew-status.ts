import type { PowerEvent } from '@shipminer/contract/power/environment'

/** What the crew's page shows besides the power of this moment. Times in ms of the ship's day; kW, null is unknown. */
export type CrewStatus = {
  /** The last hour, oldest first. */
  hour: HourPoint[]
  /** Newest first. */
  events: { at: number; kind: PowerEvent['kind']; deviceKey: string | null; kw: number | null }[]
  /** Who gives way next, in that order. */
  next: { deviceKey: string; kw: number }[]
  /** What needs eyes on board, the gravest first. */
  alarms: CrewAlarm[]
}

export type HourPoint = {
  at: number
  shipKw: number | null
  miningKw: number | null
  limitKw: number | null
}

export type CrewAlarm = {
  /** `overload` and `locked` are the contactor's; `load-unknown`, `curtailed` states; all else warnings. */
  code: string
  /** Somebody has to do something: it sounds until it is acknowledged. */
  needsPerson: boolean
  isAcknowledged: boolean
}
