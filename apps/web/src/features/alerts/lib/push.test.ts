import { expect, test } from 'vitest'
import { askForPush, keyBytes } from './push.ts'

test('base64url without padding', () => {
  expect([...keyBytes('-_8A')]).toEqual([251, 255, 0])
  expect(keyBytes('BA').length).toBe(1)
})

test('a browser without push says so', async () => {
  expect(await askForPush('BA')).toEqual({ kind: 'unsupported' })
})
