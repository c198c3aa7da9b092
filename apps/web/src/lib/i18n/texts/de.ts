import common from '@shipminer/i18n/locales/de/common.json'
import navigation from '@shipminer/i18n/locales/de/navigation.json'
import type { Texts } from '../texts.ts'

export const texts: Texts = {
  frame: { common, navigation },
  others: import.meta.glob([
    '../../../../../../packages/i18n/src/locales/de/*.json',
    '!../../../../../../packages/i18n/src/locales/de/common.json',
    '!../../../../../../packages/i18n/src/locales/de/navigation.json',
  ]),
}
