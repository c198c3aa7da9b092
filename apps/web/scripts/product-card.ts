import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The typeface of the pages as the printed papers have it, which the drawing library reads. */
const font = fileURLToPath(new URL('../../server/assets/fonts/familjen-grotesk-bold.ttf', import.meta.url))
const family = 'Familjen Grotesk Bold'
const foam = '#eef4f4'
const mist = '#b3c5cd'
const lamp = '#ffdd8a'
/** Where the column of words begins, and how wide it is. */
const left = 52
const width = 340

export type ProductCard = {
  /** File of the picture with its hash rate and figures, whose column of words has room above and below. */
  picture: string
  brand: string
  name: string
  /** With what it holds, such as `incl. VAT`; null: a picture that names none. */
  price: { text: string; note: string } | null
}

/**
 * The picture of a product as it goes with a shared page: with the brand, the name and the price. Null where the drawing library is not there for
 * this machine; the page then has the picture as it is.
 */
export async function drawProductCard({ picture, brand, name, price }: ProductCard): Promise<Buffer | null> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => null,
  )
  if (sharp === null) return null
  const line = async (text: string, size: number, color: string) =>
    sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `${family} ${size}`,
        fontfile: font,
        rgba: true,
        dpi: 72,
        width,
        wrap: 'word',
      },
    })
      .png()
      .toBuffer()
  const words = name === brand || name.startsWith(`${brand} `) ? [name] : [brand, name]
  const head = await Promise.all(words.map((text, index) => line(text, index === 0 ? 40 : 34, foam)))
  const foot = price && (await Promise.all([line(price.text, 46, lamp), line(price.note, 24, mist)]))
  return sharp(await readFile(picture))
    .composite([
      ...head.map((input, index) => ({ input, left, top: 64 + index * 52 })),
      ...(foot ?? []).map((input, index) => ({ input, left, top: index === 0 ? 490 : 548 })),
    ])
    .jpeg({ quality: 80 })
    .toBuffer()
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
