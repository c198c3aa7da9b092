import { describe, expect, test } from 'vitest'
import { findOtherMeter, type MeterIdentity, type OtherMeter } from './meter-identity.ts'

const nothing = { by: 'sunspec', maker: null, model: null, serial: null, source: null }
const checked: MeterIdentity = { ...nothing, maker: 'Acme', model: 'M 3', serial: '0012345' }

describe('another meter answers than at the check', () => {
  test.each<[string, Partial<MeterIdentity>, OtherMeter | null]>([
    ['the same', {}, null],
    ['another serial number', { serial: '0012346' }, { part: 'serial', is: '0012346', was: '0012345' }],
    [
      'another model too: the serial number says it best',
      { serial: '9', model: 'M 4' },
      { part: 'serial', is: '9', was: '0012345' },
    ],
    ['another model with the same serial number', { model: 'M 4' }, { part: 'model', is: 'M 4', was: 'M 3' }],
    ['another maker', { maker: 'Other' }, { part: 'maker', is: 'Other', was: 'Acme' }],
    ['another case', { maker: 'ACME', model: 'm 3' }, null],
    ['other blanks', { maker: ' Acme ', model: 'M  3', serial: '0012345 ' }, null],
    ['signs of full width', { model: 'Ｍ ３' }, null],
    ['without the zeros before it', { serial: '12345' }, null],
    ['a serial number that cannot be read', { serial: null }, null],
    ['nothing that can be read', { maker: null, model: null, serial: null }, null],
    ['asked in another way', { by: 'modbus', serial: '9' }, null],
  ])('%s', (_, other, found) => expect(findOtherMeter(checked, { ...checked, ...other })).toEqual(found))

  test('what was not known at the check tells nothing', () =>
    expect(findOtherMeter({ ...checked, serial: null }, checked)).toBeNull())

  test('zeros alone stay a number', () =>
    expect(findOtherMeter({ ...nothing, serial: '0' }, { ...nothing, serial: '00' })).toBeNull())

  test('a name on a bus', () =>
    expect(findOtherMeter({ ...nothing, source: 'gx.meter' }, { ...nothing, source: 'plugin.fake' })).toEqual(
      { part: 'source', is: 'plugin.fake', was: 'gx.meter' },
    ))
})
