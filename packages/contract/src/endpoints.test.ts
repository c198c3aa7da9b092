import { expect, test } from 'vitest'
import { operatorErrors } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const table = Object.entries(endpoints)

test('the desk is for operators, all of it but the proof of the second factor itself', () => {
  const desk = table.filter(([, { path }]) => path.startsWith('/desk'))
  expect(desk.length).toBeGreaterThan(50)
  expect(desk.filter(([, { auth }]) => auth !== 'operator').map(([name]) => name)).toEqual([
    'deskSecondFactor',
  ])
  expect(endpoints.deskSecondFactor.auth).toBe('user')
})

test('what only operators may call is at the desk, and says what others are answered', () => {
  for (const [name, { path, auth, errors }] of table) {
    if (auth !== 'operator') continue
    expect([name, path.startsWith('/desk/')]).toEqual([name, true])
    expect([name, errors]).toEqual([name, expect.arrayContaining([...operatorErrors])])
  }
})
