import sharp from 'sharp'

/** Writes pictures one after another as one moving WebP, `width` px wide; each stays for its own time, ms. */
export async function writeMovingPicture(
  file: string,
  frames: readonly { png: Buffer; ms: number }[],
  width: number,
): Promise<{ bytes: number }> {
  const pictures = await Promise.all(frames.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()))
  const { size } = await sharp(pictures, { join: { animated: true } })
    .webp({ quality: 62, effort: 6, loop: 0, delay: frames.map(({ ms }) => ms), minSize: true })
    .toFile(file)
  return { bytes: size }
}
