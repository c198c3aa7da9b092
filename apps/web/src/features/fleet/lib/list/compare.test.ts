import { expect, test } from 'vitest'
import { chosenIds, findMiners, maxCompared } from './compare.ts'

const miners = Array.from({ length: 40 }, (_, index) => ({
  id: String(index + 1),
  name: `hydro-${index + 1}`,
  controllerName: index < 20 ? 'Aurora' : 'Berta',
}))

test('the address names them, each once, in its order, and never too many', () => {
  expect(chosenIds('3,1,3,,x,1.5,-2')).toEqual(['3', '1'])
  expect(chosenIds(null)).toEqual([])
  expect(chosenIds('1,2,3,4,5,6,7,8')).toHaveLength(maxCompared)
})

test('found by name or controller, without those chosen, and a page full at most', () => {
  expect(findMiners(miners, 'HYDRO-3', ['3']).map(({ id }) => id)[0]).toBe('30')
  expect(findMiners(miners, 'berta', []).every(({ controllerName }) => controllerName === 'Berta')).toBe(true)
  expect(findMiners(miners, '', [])).toHaveLength(24)
})
