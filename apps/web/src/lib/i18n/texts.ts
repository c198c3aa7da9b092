import type { ResourceKey } from 'i18next'

/** The texts of one language: those of the frame at once, the others by file, each when it is asked for. */
export type Texts = {
  frame: { common: ResourceKey; navigation: ResourceKey }
  others: Record<string, () => Promise<unknown>>
}
