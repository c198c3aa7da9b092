import type { PictureName } from './pictures.ts'

/** The picture that stands for a product where there is room for one. */
export const productPictures: Readonly<Record<string, PictureName | undefined>> = {
  sm19: 'sm19a',
  sm21: 'sm21a',
  sm23: 'sm23a',
  lottery: 'lota',
}
