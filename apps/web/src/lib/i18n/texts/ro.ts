import common from '@shipminer/i18n/locales/ro/common.json'
import navigation from '@shipminer/i18n/locales/ro/navigation.json'
import type { Texts } from '../texts.ts'

export const texts: Texts = {
  frame: { common, navigation },
  others: import.meta.glob([
    '../../../../../../packages/i18n/src/locales/ro/*.json',
    '!../../../../../../packages/i18n/src/locales/ro/common.json',
    '!../../../../../../packages/i18n/src/locales/ro/navigation.json',
  ]),
}
