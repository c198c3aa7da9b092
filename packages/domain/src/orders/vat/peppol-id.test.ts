import { poisons } from '@shipminer/testkit/poison'
import { describe, expect, test } from 'vitest'
import { readPeppolId, suggestPeppolId } from './peppol-id.ts'

const poisonTexts = poisons.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))

describe('a Peppol participant', () => {
  test.each([
    ['0106:12345678', '0106:12345678'],
    ['0106: 1234 5678', '0106:12345678'],
    ['iso6523-actorid-upis::0106:12345678', '0106:12345678'],
    ['0190:00000001234567890123', '0190:00000001234567890123'],
    ['9944:nl004495445b01', '9944:NL004495445B01'],
    ['9930:DE136695976', '9930:DE136695976'],
    ['9947:RO18547290', '9947:RO18547290'],
    ['0208:0428759497', '0208:0428759497'],
    ['9925:BE0428.759.497', '9925:BE0428759497'],
    ['0204:04011000-1234512345-06', '0204:04011000-1234512345-06'],
    ['0088:4035811991014', '0088:4035811991014'],
  ])('%s is %s', (text, id) => expect(readPeppolId(text)).toMatchObject({ ok: true, id }))

  test.each([
    ['', 'wrong-form'],
    ['12345678', 'wrong-form'],
    ['0106', 'wrong-form'],
    ['0106:', 'wrong-form'],
    [':12345678', 'wrong-form'],
    ['jan@rederij.nl', 'wrong-form'],
    ['0106:1234<678', 'wrong-form'],
    ['EM:jan@rederij.nl', 'wrong-form'],
    ['1234:12345678', 'unknown-scheme'],
    ['0106:1234567', 'wrong-number'],
    ['0190:12345678', 'wrong-number'],
    ['9944:NL004495446B01', 'wrong-number'],
    ['9944:DE136695976', 'wrong-number'],
    ['9930:136695976', 'wrong-number'],
    ['0208:0428759498', 'wrong-number'],
    ['0204:04011000-1234512345-07', 'wrong-number'],
    ['0088:4035811991015', 'wrong-number'],
  ])('%j is none: %s', (text, reason) => expect(readPeppolId(text)).toEqual({ ok: false, reason }))

  test('nothing breaks it', () => {
    for (const text of poisonTexts) expect(readPeppolId(text).ok).toBe(false)
  })
})

describe('a suggestion', () => {
  test.each([
    ['', 'NL004495445B01', 'NL', '9944:NL004495445B01'],
    ['', '0428.759.497', 'BE', '0208:0428759497'],
    ['', 'DE136695976', 'NL', '9930:DE136695976'],
    ['', 'RO18547290', 'RO', '9947:RO18547290'],
    ['12345678', '', 'NL', '0106:12345678'],
    ['1234 5678', 'NL004495445B01', 'NL', '0106:12345678'],
    ['00000001234567890123', '', 'NL', '0190:00000001234567890123'],
    ['04011000-1234512345-06', '', 'DE', '0204:04011000-1234512345-06'],
    ['NL004495445B01', '', 'NL', '9944:NL004495445B01'],
    ['0106:12345678', 'NL004495445B01', 'NL', null],
    ['12345678', '', 'CH', null],
    ['', '', 'NL', null],
    ['', 'NL1', 'NL', null],
    ['nonsense', '', 'NL', null],
  ])('%j with VAT number %j in %s is %j', (typed, vatNumber, country, id) =>
    expect(suggestPeppolId({ typed, vatNumber, country })).toBe(id),
  )

  test('is always one that is taken', () => {
    for (const typed of ['', '12345678', '0428759497', ...poisonTexts])
      for (const country of ['NL', 'DE', 'BE', 'RO', 'XX', '']) {
        const id = suggestPeppolId({ typed, vatNumber: typed, country })
        if (id !== null) expect(readPeppolId(id).ok).toBe(true)
      }
  })
})
