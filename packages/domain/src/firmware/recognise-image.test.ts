import { describe, expect, test } from 'vitest'
import { firmwareFamilyOf, isSameFirmware } from './families.ts'
import { findMisfit, recogniseImage } from './recognise-image.ts'
import { bmuImage, espImage, tarImage } from './test-images.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const gzip = (name: string) =>
  new Uint8Array([0x1f, 0x8b, 8, name === '' ? 0 : 8, 0, 0, 0, 0, 0, 3, ...bytes(name), 0, 1, 2])
const tar = tarImage('sysupgrade-am3/CONTROL')
const bootLoader = espImage('v2.10.0')
bootLoader[32] = 0

const braiins = {
  family: 'braiins',
  model: 'Antminer S21 Pro',
  version: '26.04',
  name: 'firmware.tar',
} as const
const axeos = { family: 'axeos', model: 'BM1370 601', version: 'v2.10.0', name: 'esp-miner.bin' } as const
const antminer = {
  family: 'antminer',
  model: 'Antminer S21',
  version: '2024-05-01',
  name: 's21.bmu',
} as const

describe('recogniseImage', () => {
  test.each([
    ['a board’s program', espImage('v2.10.0'), { kind: 'esp-app', chip: 9, version: 'v2.10.0' }],
    ['a boot loader', bootLoader, { kind: 'esp-other' }],
    ['a package', bmuImage(['Antminer S21', 'S19']), { kind: 'bmu', models: ['Antminer S21', 'S19'] }],
    ['an archive', gzip('s9.tar'), { kind: 'gzip', name: 's9.tar' }],
    ['an archive without a name', gzip(''), { kind: 'gzip', name: '' }],
    ['a tar', tar, { kind: 'tar', name: 'sysupgrade-am3/CONTROL' }],
    ['a page', bytes('<!doctype html>'), { kind: 'unknown' }],
    ['nothing', new Uint8Array(), { kind: 'unknown' }],
  ])('%s', (_, head, expected) => expect(recogniseImage(head)).toEqual(expected))

  test('survives every cut and every odd number in a header', () => {
    for (const whole of [espImage('v1', { bytes: 200 }), bmuImage(['S21'], 300), gzip('x'), tar])
      for (let length = 0; length <= whole.length; length += 1)
        expect(() => recogniseImage(whole.subarray(0, length))).not.toThrow()
    const wild = bmuImage(['S21', 'S21'])
    for (const at of [8, 12, 16]) {
      const view = new DataView(wild.slice().buffer)
      view.setUint32(at, 0xffffffff, true)
      expect(recogniseImage(new Uint8Array(view.buffer))).toMatchObject({ kind: 'bmu' })
    }
  })
})

describe('findMisfit', () => {
  test.each([
    [espImage('v2.10.0'), axeos, null],
    [espImage('2.10.0'), axeos, null],
    [espImage('v2.9.0'), axeos, 'other-version'],
    [espImage('v2.10.0', { chip: 0 }), axeos, 'other-make'],
    [bootLoader, axeos, 'not-an-image'],
    [bmuImage(['S21']), axeos, 'other-make'],
    [gzip(''), axeos, 'other-make'],
    [bytes('<html>'), axeos, 'not-an-image'],
    [bmuImage(['Antminer S21']), antminer, null],
    [bmuImage(['s21']), antminer, null],
    [bmuImage([]), antminer, null],
    [bmuImage(['Antminer S21 Pro', 'S19']), antminer, 'other-model'],
    [gzip('minerfs.tar'), antminer, null],
    [gzip('braiins-os_am3.tar'), antminer, 'other-make'],
    [gzip(''), { ...antminer, name: 'vnish-s19-nand.tar.gz' }, 'other-make'],
    [tar, antminer, 'other-make'],
    [espImage('v1'), antminer, 'other-make'],
    [bytes('PK'), antminer, 'not-an-image'],
    [tar, braiins, null],
    [gzip('braiins-os_am3.tar'), braiins, null],
    [tar, { ...braiins, name: 'vnish-s19-nand.tar' }, 'other-make'],
    [bmuImage([]), braiins, 'other-make'],
    [espImage('v1'), braiins, 'other-make'],
    [bytes('PK'), braiins, 'not-an-image'],
  ] as const)('%#', (head, wanted, expected) =>
    expect(findMisfit(recogniseImage(head), wanted)).toBe(expected),
  )
})

test.each([
  ['axeos', 'v2.10.0', 'v2.10.0', true],
  ['axeos', '2.10.0', 'v2.10.0', true],
  ['axeos', '2.10.0', 'v2.10.1', false],
  ['axeos', '2.10.0', null, false],
  ['antminer', '2023-09-22', 'Fri Sep 22 10:49:45 CST 2023', true],
  ['antminer', '202309221049', 'Fri Sep 22 10:49:45 CST 2023', true],
  ['antminer', '202309221050', 'Fri Sep 22 10:49:45 CST 2023', false],
  ['antminer', 'Fri Sep  2 10:49:45 CST 2023', 'Fri Sep 22 10:49:45 CST 2023', false],
  ['antminer', 'Release 7', 'release 7', true],
  ['antminer', '2023-09-22', 'Release 7', false],
  ['braiins', '2026-04-14-0-912d084c-26.04-plus', 'Braiins OS 2026-04-14-0-912d084c-26.04-plus', true],
  ['braiins', '2026-04-15-0-912d084c-26.04-plus', 'Braiins OS 2026-04-14-0-912d084c-26.04-plus', false],
  ['braiins', '26.04', 'Braiins OS 2026-04-14-0-912d084c-26.04-plus', true],
  ['braiins', '26.04', '2026-04-14-0-912d084c-26.04.1-plus', false],
  ['braiins', '26.04.1', '2026-04-14-0-912d084c-26.04.1', true],
  ['braiins', '26.0', '2026-04-14-0-912d084c-26.04-plus', false],
] as const)('%s: %s is %s: %j', (family, wanted, told, expected) =>
  expect(isSameFirmware(family, wanted, told)).toBe(expected),
)

test.each([
  ['axeos', 'axeos'],
  ['antminer', 'antminer'],
  ['luxos', null],
  ['braiins', 'braiins'],
  [null, null],
])('the family of %s', (driver, family) => expect(firmwareFamilyOf(driver)).toBe(family))
