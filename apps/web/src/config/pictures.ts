/** Written by `scripts/pictures.ts`: the pictures of the site, the size they were drawn in, and what their file names hold. */
export const pictures = {
  ship: { hash: '37db1ba9', width: 1600, height: 1200 },
  deck: { hash: '5ccfede2', width: 1600, height: 1200 },
  sm19a: { hash: '71aa0fc4', width: 1600, height: 1200 },
  sm19b: { hash: '65bc117c', width: 1600, height: 1200 },
  sm21a: { hash: '4f18c041', width: 1600, height: 1200 },
  sm21b: { hash: '5de08ed5', width: 1600, height: 1200 },
  sm21c: { hash: 'ab8f9cf0', width: 1600, height: 1200 },
  sm23a: { hash: 'a7ed7317', width: 1600, height: 1200 },
  sm23b: { hash: '1ba54800', width: 1600, height: 1200 },
  lota: { hash: 'd90b1297', width: 1600, height: 1200 },
  lotb: { hash: '3a173ea1', width: 1600, height: 1200 },
} as const

export type PictureName = keyof typeof pictures

/** Widths that every picture exists in, pixels. */
export const pictureWidths = [480, 800, 1200, 1600] as const
