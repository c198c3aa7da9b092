import { useQuery } from '@tanstack/react-query'
import { useMinute } from '../../../lib/now.ts'
import { todayQuery } from '../api/desk.ts'
import { buildQueue, countWork, type Job, type QueueClock, type Today, type Work } from './queue.ts'

export type Queue = { today: Today; jobs: Job[]; work: Work; clock: QueueClock; clockOffsetMs: number }

/** The queue and the counters, from the one answer that all pages of the desk share; null until it is there. */
export function useQueue(): Queue | null {
  const { data } = useQuery(todayQuery)
  const minute = useMinute()
  if (!data) return null
  const clock = clockAt(Math.max(data.serverTime, minute + data.clockOffsetMs))
  const jobs = buildQueue(data, clock)
  return { today: data, jobs, work: countWork(data, jobs), clock, clockOffsetMs: data.clockOffsetMs }
}

/** The day of the reader, by the clock on their wall. */
function clockAt(now: number): QueueClock {
  const end = new Date(now)
  end.setHours(23, 59, 59, 999)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}`
  return { now, dayEnd: end.getTime(), day }
}
