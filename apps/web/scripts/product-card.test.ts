import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawProductCard } from './product-card.ts'

/** How many pixels of a part of a picture are lighter than its ground. */
async function inkIn(picture: Buffer, top: number, height: number): Promise<number> {
  const part = sharp(picture).extract({ left: 0, top, width: 420, height })
  const data = await part.greyscale().raw().toBuffer()
  return data.filter((value) => value > 120).length
}

test('brand, name and price stand above and below the figures of the picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'card-'))
  try {
    const picture = join(folder, 'base.jpg')
    const ground = { create: { width: 1200, height: 630, channels: 3, background: '#050b10' } } as const
    await writeFile(picture, await sharp(ground).jpeg().toBuffer())
    const of = { picture, brand: 'Boxen', name: 'Boxen 21' }
    const [plain, priced] = [
      await drawProductCard({ ...of, price: null }),
      await drawProductCard({ ...of, price: { text: '€\u00a042.500', note: 'incl. btw & <alles>' } }),
    ]
    if (!plain || !priced) throw new Error('no pictures can be drawn on this machine')
    expect(await sharp(priced).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(await inkIn(plain, 40, 120)).toBeGreaterThan(500)
    expect(await inkIn(plain, 460, 170)).toBe(0)
    expect(await inkIn(priced, 460, 170)).toBeGreaterThan(1_000)
    expect(await inkIn(priced, 200, 200)).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
