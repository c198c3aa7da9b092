/**
 * Makes the pictures of the site from the renders: `node apps/web/scripts/pictures.ts <folder with PNG renders>`. Run by hand when a
 * render changes; the results are part of the source. Each picture becomes AVIF in four widths, and WebP in one for browsers without
 * AVIF, under a name that changes with its content, so that servers may let browsers keep it for ever. Writes `public/assets/pictures` and `src/config/pictures.ts`.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { recolourLight } from './recolour-light.ts'

const webRoot = fileURLToPath(new URL('..', import.meta.url))
const target = join(webRoot, 'public/assets/pictures')
const widths = [480, 800, 1200, 1600] as const
const webpWidth = 1200

/** `isBox19`: the box 19 has the cabinet of the 21, seen from the other side and with its own colour of light. */
const recipes: readonly { name: string; render: string; isBox19?: boolean }[] = [
  { name: 'ship', render: 'heroa' },
  { name: 'deck', render: 'herob' },
  { name: 'sm19a', render: 'sm21a', isBox19: true },
  { name: 'sm19b', render: 'sm21b', isBox19: true },
  { name: 'sm21a', render: 'sm21a' },
  { name: 'sm21b', render: 'sm21b' },
  { name: 'sm21c', render: 'sm21c' },
  { name: 'sm23a', render: 'sm23a' },
  { name: 'sm23b', render: 'sm23b' },
  { name: 'lota', render: 'lota' },
  { name: 'lotb', render: 'lotb' },
]

/** Light of box 19: the hue of `--lamp`. */
const box19Hue = 43

async function source(folder: string, recipe: (typeof recipes)[number]): Promise<Buffer> {
  const file = join(folder, `${recipe.render}.png`)
  if (!recipe.isBox19) return readFile(file)
  const { data, info } = await sharp(file).flop().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  recolourLight(data, { fromHue: 180, spread: 22, toHue: box19Hue })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
}

async function makeAll(folder: string): Promise<void> {
  await mkdir(target, { recursive: true })
  for (const old of await readdir(target)) await rm(join(target, old))
  const rows: string[] = []
  let bytes = 0
  for (const recipe of recipes) {
    const picture = await source(folder, recipe)
    const hash = createHash('sha256').update(picture).digest('hex').slice(0, 8)
    const { width = 0, height = 0 } = await sharp(picture).metadata()
    for (const size of widths) {
      const resized = sharp(picture).resize({ width: size })
      const name = `${recipe.name}-${hash}-${size}`
      const avif = await resized
        .clone()
        .avif({ quality: 50, effort: 6 })
        .toFile(join(target, `${name}.avif`))
      bytes += avif.size
      if (size !== webpWidth) continue
      const webp = await resized
        .clone()
        .webp({ quality: 74, effort: 6 })
        .toFile(join(target, `${name}.webp`))
      bytes += webp.size
    }
    rows.push(`  ${recipe.name}: { hash: '${hash}', width: ${width}, height: ${height} },`)
  }
  await writeFile(
    join(webRoot, 'src/config/pictures.ts'),
    [
      '/** Written by `scripts/pictures.ts`: the pictures of the site, the size they were drawn in, and what their file names hold. */',
      'export const pictures = {',
      ...rows,
      '} as const',
      '',
      'export type PictureName = keyof typeof pictures',
      '',
      '/** Widths that every picture exists in, pixels. */',
      `export const pictureWidths = [${widths.join(', ')}] as const`,
      '',
    ].join('\n'),
  )
  console.log(`${recipes.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`)
}

const folder = process.argv[2]
if (!folder) throw new Error('Say where the renders are: node apps/web/scripts/pictures.ts <folder>')
await makeAll(resolve(folder))
