import common from '@shipminer/i18n/locales/nl/common.json'
import navigation from '@shipminer/i18n/locales/nl/navigation.json'
import type { Texts } from '../texts.ts'

export const texts: Texts = {
  frame: { common, navigation },
  others: import.meta.glob([
    '../../../../../../packages/i18n/src/locales/nl/*.json',
    '!../../../../../../packages/i18n/src/locales/nl/common.json',
    '!../../../../../../packages/i18n/src/locales/nl/navigation.json',
  ]),
}
