import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

test('as a worker it makes a format and ends', async () => {
  const code = await readFile(new URL('./boot.js', import.meta.url), 'utf8')
  const close = vi.fn()
  const NumberFormat = vi.fn()
  runInNewContext(code, { self: {}, Intl: { NumberFormat }, close })
  expect(NumberFormat).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledOnce()
})
