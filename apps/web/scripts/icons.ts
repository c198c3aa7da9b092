/** Makes the icons for installing the site from the favicon: `node apps/web/scripts/icons.ts`. Run by hand when that changes. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../public', import.meta.url))
const abyss = '#050b10'

async function icon(name: string, size: number, share: number): Promise<void> {
  const inner = Math.round(size * share)
  const sign = await sharp(join(folder, 'favicon.svg'), { density: 72 * (inner / 22) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: abyss } })
    .composite([{ input: sign }])
    .png({ palette: true })
    .toFile(join(folder, name))
}

await icon('icon-180.png', 180, 0.62)
await icon('icon-192.png', 192, 0.7)
await icon('icon-512.png', 512, 0.7)
// Devices cut maskable icons down to a circle of four fifths.
await icon('icon-maskable-512.png', 512, 0.5)
