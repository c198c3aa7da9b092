import type { Command } from '@shipminer/contract/control'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { type Order, type Sent, sendToMany } from './send-to-many.ts'

const orders: Order[] = ['1', '2', '3', '4', '5'].map((id) => ({
  id,
  name: `miner ${id}`,
  commandId: `command ${id}`,
}))
const made = ({ commandId, id }: Order) => [{ id: commandId, minerId: id } as Command]
const failure = (status: number) => new ApiError({ status, code: null, message: 'no' })
const idsOf = ({ commands, skipped }: Sent) => ({
  made: commands.map(({ minerId }) => minerId),
  skipped: skipped.map(({ id }) => id),
})
const noPause = () => Promise.resolve()

test('each gets its order, and it is told how far it is', async () => {
  const progress: number[] = []
  const end = await sendToMany(
    orders,
    async (order) => made(order),
    ({ sent }) => progress.push(sent),
    noPause,
  )
  expect(idsOf(end)).toEqual({ made: ['1', '2', '3', '4', '5'], skipped: [] })
  expect(progress).toEqual([1, 2, 3, 4, 5, 5])
})

test('one that fails does not keep the others from theirs', async () => {
  const end = await sendToMany(
    orders,
    async (order) => {
      if (order.id === '2') throw failure(404)
      return made(order)
    },
    () => {},
    noPause,
  )
  expect(idsOf(end)).toEqual({ made: ['1', '3', '4', '5'], skipped: ['2'] })
})

test('who does not prove himself means all of them', async () => {
  const tried: string[] = []
  const end = await sendToMany(
    orders,
    async (order) => {
      tried.push(order.id)
      return null
    },
    () => {},
    noPause,
  )
  expect(tried).toEqual(['1'])
  expect(idsOf(end)).toEqual({ made: [], skipped: ['1', '2', '3', '4', '5'] })
})

test('what fails three times at the start fails again: the others are named, not tried', async () => {
  const tried: string[] = []
  const end = await sendToMany(
    orders,
    async (order) => {
      tried.push(order.id)
      throw failure(500)
    },
    () => {},
    noPause,
  )
  expect(tried).toEqual(['1', '2', '3'])
  expect(idsOf(end).skipped).toEqual(['1', '2', '3', '4', '5'])
})

test('three miners that have nothing to go back to do not keep the others from it', async () => {
  const end = await sendToMany(
    orders,
    async (order) => {
      if (Number(order.id) <= 3) throw failure(409)
      return made(order)
    },
    () => {},
    noPause,
  )
  expect(idsOf(end)).toEqual({ made: ['4', '5'], skipped: ['1', '2', '3'] })
})

test('sent too fast, an order waits and is sent again as the same command', async () => {
  const tried: string[] = []
  const pauses: number[] = []
  const end = await sendToMany(
    orders,
    async (order) => {
      tried.push(order.commandId)
      if (order.id === '3' && pauses.length < 2) throw failure(429)
      return made(order)
    },
    () => {},
    async (durationMs) => {
      pauses.push(durationMs)
    },
  )
  expect(idsOf(end).skipped).toEqual([])
  expect(pauses).toHaveLength(2)
  expect(tried.filter((id) => id === 'command 3')).toHaveLength(3)
})

test('it does not wait for ever', async () => {
  let pauses = 0
  const end = await sendToMany(
    orders.slice(0, 1),
    async () => {
      throw failure(429)
    },
    () => {},
    async () => {
      pauses++
    },
  )
  expect(idsOf(end).skipped).toEqual(['1'])
  expect(pauses).toBe(24)
})
