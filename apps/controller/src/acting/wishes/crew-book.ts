import type { PowerEvent } from '@shipminer/contract/power/environment'
import type { FollowedDevice } from '@shipminer/domain/generator/devices/followed-device'
import { shedOrder } from '@shipminer/domain/generator/plan/shed-order'
import type { CrewAlarm, CrewStatus, HourPoint } from '../../status-page/crew/crew-status.ts'
import type { PowerAlarm } from '../power/power-alarms.ts'

const hourMs = 3_600_000
const mostEvents = 20
const mostNext = 3

/** What the crew's page remembers: the last hour, what happened, and what somebody has seen. In memory only: it begins anew at a start. */
export type CrewBook = {
  notePoint(point: HourPoint): void
  noteEvent(event: PowerEvent): void
  /** What there is now, also while nobody looks at the page. */
  noteAlarms(alarms: readonly PowerAlarm[]): void
  /** Somebody has seen these, by their codes: what came since sounds on. One sounds again when it is over and comes back. */
  acknowledge(shown: readonly string[]): void
  read(
    now: { alarms: readonly PowerAlarm[]; devices: readonly FollowedDevice[]; shedFirst: readonly string[] },
    toDayTime: (at: number) => number,
  ): CrewStatus
}

export function createCrewBook(): CrewBook {
  let hour: HourPoint[] = []
  let events: PowerEvent[] = []
  let acknowledged: ReadonlySet<string> = new Set()
  let present: readonly string[] = []
  /** What is over may sound again. */
  function noteAlarms(alarms: readonly PowerAlarm[]): void {
    present = alarms.map(({ code }) => code)
    acknowledged = new Set(present.filter((code) => acknowledged.has(code)))
  }
  return {
    noteAlarms,
    notePoint(point) {
      hour = [...hour.filter(({ at }) => point.at - at < hourMs), point]
    },
    noteEvent(event) {
      events = [event, ...events].slice(0, mostEvents)
    },
    acknowledge(shown) {
      acknowledged = new Set(present.filter((code) => acknowledged.has(code) || shown.includes(code)))
    },
    read({ alarms, devices, shedFirst }, toDayTime) {
      noteAlarms(alarms)
      return {
        hour: hour.map((point) => ({ ...point, at: toDayTime(point.at) })),
        events: events.map(({ at, kind, deviceKey, watts }) => ({
          at: toDayTime(at),
          kind,
          deviceKey,
          kw: watts === null ? null : watts / 1_000,
        })),
        next: nextToGiveWay(devices, shedFirst),
        alarms: alarms.map(
          ({ code, needsPerson }): CrewAlarm => ({
            code,
            needsPerson,
            isAcknowledged: acknowledged.has(code),
          }),
        ),
      }
    },
  }
}

function nextToGiveWay(devices: readonly FollowedDevice[], shedFirst: readonly string[]): CrewStatus['next'] {
  const awake = devices.filter(({ mode, isHashing }) => mode !== 'asleep' && isHashing !== false)
  return shedOrder(
    awake.map((device) => ({ device })),
    shedFirst,
  )
    .slice(0, mostNext)
    .map(({ device }) => ({
      deviceKey: device.id,
      kw: (device.measuredPowerWatts ?? device.ratedPowerWatts) / 1_000,
    }))
}
