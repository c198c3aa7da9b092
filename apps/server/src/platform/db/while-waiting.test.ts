import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { whileWaiting } from './while-waiting.ts'

test('works once the statement is sent, and before it is answered', async () => {
  const order: string[] = []
  const statement = async () => {
    // A statement passes several hands before it leaves.
    for (let hand = 0; hand < 20; hand++) await null
    order.push('sent')
    await sleep(50)
    order.push('answered')
    return 1
  }
  const work = () => order.push('worked')
  expect(await whileWaiting(statement(), work)).toEqual([1, 2])
  expect(order).toEqual(['sent', 'worked', 'answered'])
})

test('throws what the statement throws, also where the work fails first', async () => {
  const refused = async () => {
    await sleep(20)
    throw new Error('refused')
  }
  const fails = () => {
    throw new Error('miscounted')
  }
  await expect(whileWaiting(refused(), fails)).rejects.toThrow('refused')
  await expect(whileWaiting(Promise.resolve(), fails)).rejects.toThrow('miscounted')
})

test('does not answer before the statement, so that nothing else is sent meanwhile', async () => {
  let isAnswered = false
  const statement = sleep(30).then(() => {
    isAnswered = true
  })
  await whileWaiting(statement, () => {
    throw new Error('miscounted')
  }).catch(() => undefined)
  expect(isAnswered).toBe(true)
})
