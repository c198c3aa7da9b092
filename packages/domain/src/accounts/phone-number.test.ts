import { expect, test } from 'vitest'
import { isPhoneNumber } from './phone-number.ts'

test.each([
  '+31 6 12 34 56 78',
  '+31 (0)6-12345678',
  '010 123 45 67',
  '0040721000000',
  '+49 40/123456',
  '(0721) 000.000',
])('%s can be a number', (text) => expect(isPhoneNumber(text)).toBe(true))
test.each([
  '',
  '06',
  '12345',
  '+31 6 12 34 56 78 90 12 34',
  'bel mij',
  '06 12x45 678',
  'jan@schip.nl',
  '+',
  '6 12 34 56 78 +',
])('"%s" cannot', (text) => expect(isPhoneNumber(text)).toBe(false))
