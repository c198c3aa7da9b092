import { expect, test } from 'vitest'
import { budgetFrom } from './budget.ts'
import { inTurn, NO_TURN } from './device-turn.ts'

const plenty = () => budgetFrom({ timeoutMs: 20_000 })

test('work for one device runs in the order it came, work for others beside it', async () => {
  const done: string[] = []
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = inTurn('a', plenty(), async () => {
    await held
    done.push('a1')
  })
  const second = inTurn('a', plenty(), async () => void done.push('a2'))
  await inTurn('b', plenty(), async () => void done.push('b1'))
  release()
  await Promise.all([first, second])
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('work that fails gives the turn on', async () => {
  await expect(inTurn('c', plenty(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('c', plenty(), async () => 'next')).toBe('next')
})

test('who cannot wait goes without, and does not let the next overtake the holder', async () => {
  let release: () => void = () => {}
  let isHeld = true
  const holder = inTurn('d', plenty(), async () => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    isHeld = false
  })
  expect(await inTurn('d', budgetFrom({ timeoutMs: 10 }), async () => 'never')).toBe(NO_TURN)
  const caller = new AbortController()
  const aborted = inTurn('d', budgetFrom({ timeoutMs: 20_000, signal: caller.signal }), async () => 'never')
  caller.abort()
  expect(await aborted).toBe(NO_TURN)
  const after = inTurn('d', plenty(), async () => isHeld)
  release()
  await holder
  expect(await after).toBe(false)
})
