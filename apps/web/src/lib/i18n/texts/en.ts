import common from '@shipminer/i18n/locales/en/common.json'
import navigation from '@shipminer/i18n/locales/en/navigation.json'
import type { Texts } from '../texts.ts'

export const texts: Texts = {
  frame: { common, navigation },
  others: import.meta.glob([
    '../../../../../../packages/i18n/src/locales/en/*.json',
    '!../../../../../../packages/i18n/src/locales/en/common.json',
    '!../../../../../../packages/i18n/src/locales/en/navigation.json',
  ]),
}
