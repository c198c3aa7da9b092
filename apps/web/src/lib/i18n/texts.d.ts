/** Made by `scripts/texts.ts`: how to fetch the texts of a group in a language, each file of texts by its name. */
declare module 'virtual:texts' {
  type Language = import('@shipminer/i18n/languages').Language
  type TextGroup = import('./text-groups.ts').TextGroup
  type Texts = Record<string, import('i18next').ResourceKey>

  export const fetchTexts: Record<Language, Record<TextGroup, () => Promise<{ default: Texts }>>>
}
