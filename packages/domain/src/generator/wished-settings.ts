import { clockOfMinute, minuteOfClock } from '../clock-time.ts'
import { defaultSettings, type FollowerSettings } from './follower-settings.ts'

/** What an owner requests on shore: the part of the settings that can be set there. kW, seconds, percent, `HH:MM`. */
export type WishedSettings = {
  capacityKw: number
  limitPercent: number
  reserveKw: number
  holdSeconds: number
  order: string[]
  quietHours: { from: string; to: string }[]
  shoreCapacityKw: number | null
  batteryCapacityKw: number | null
}

/** Requested settings as the law takes them; what an owner cannot set is the product's default. The master stop is the crew's and never set here. */
export function followerSettingsOf(wished: WishedSettings): FollowerSettings {
  return {
    ...defaultSettings(wished.capacityKw),
    limitPercent: wished.limitPercent,
    reserveKw: wished.reserveKw,
    holdMs: wished.holdSeconds * 1000,
    shedFirst: wished.order,
    quietHours: wished.quietHours.map(({ from, to }) => ({
      fromMinute: minuteOfClock(from),
      toMinute: minuteOfClock(to),
    })),
    shoreCapacityKw: wished.shoreCapacityKw,
    batteryCapacityKw: wished.batteryCapacityKw,
  }
}

/** The settings in force, in the form of a request. */
export function wishedSettingsOf(settings: FollowerSettings): WishedSettings {
  return {
    capacityKw: settings.capacityKw,
    limitPercent: settings.limitPercent,
    reserveKw: settings.reserveKw,
    holdSeconds: Math.round(settings.holdMs / 1000),
    order: [...settings.shedFirst],
    quietHours: settings.quietHours.map(({ fromMinute, toMinute }) => ({
      from: clockOfMinute(fromMinute),
      to: clockOfMinute(toMinute),
    })),
    shoreCapacityKw: settings.shoreCapacityKw,
    batteryCapacityKw: settings.batteryCapacityKw,
  }
}
