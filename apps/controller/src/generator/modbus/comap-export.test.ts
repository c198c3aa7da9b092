import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readComapExport } from './comap-export.ts'
import { comapExport } from './test-comap-export.ts'

const register = (address: number, scale: number, type = 'int16') => ({
  ...{ kind: 'holding', address, type, wordOrder: 'high-first', byteOrder: 'high-first' },
  ...{ scale, noValue: 'usual' },
})

describe('the list of a controller as it is exported', () => {
  test('gives the registers of power, voltage, current and frequency by their objects, wherever they stand', () => {
    expect(readComapExport(comapExport())).toEqual({
      phases: [register(2021, 0.1), register(2022, 0.1), register(2023, 0.1)],
      total: null,
      voltages: [register(2037, 1), register(2038, 1), register(2039, 1)],
      currents: [register(2043, 1), register(2044, 1), register(2045, 1)],
      frequency: register(2036, 0.01),
    })
  })
  test('counts numbers from 40001 on from there, as the older programs write them', () => {
    const text = [
      '40008            8192     Gen V L1-N     V    Unsigned    2   0      -      - Generator',
      '40021            8210     Gen Freq       Hz   Unsigned    2   1      -      - Generator',
      '40027-40028 ( 2) 8202     Gen kW         kW   Integer     4   0      -      - Generator',
    ].join('\r\n')
    expect(readComapExport(text)).toMatchObject({
      phases: [],
      total: register(26, 1, 'int32'),
      voltages: [register(7, 1)],
      currents: [],
      frequency: register(20, 0.1),
    })
  })
  test('goes by the objects, not by names, which are translated and changed', () => {
    const text = comapExport().replaceAll('Load kW', 'Generatorleistung').replaceAll('Generator Voltage', 'U')
    expect(readComapExport(text)).toEqual(readComapExport(comapExport()))
  })
  test('knows watts and megawatts, and takes the total where a phase is missing', () => {
    const text = comapExport()
      .split('\n')
      .filter((row) => !/ 8525 /.test(row))
      .join('\n')
    expect(readComapExport(text)).toMatchObject({ phases: [], total: register(2020, 0.1) })
    expect(readComapExport(comapExport().replaceAll('kW         I', 'MW         I'))).toMatchObject({
      phases: [{ scale: 100 }, { scale: 100 }, { scale: 100 }],
    })
    expect(readComapExport(comapExport().replaceAll('kW         I', 'W          I'))).toMatchObject({
      phases: [{ scale: 0.0001 }, { scale: 0.0001 }, { scale: 0.0001 }],
    })
  })
  test('takes the first of an object that stands twice', () => {
    const again = comapExport().replaceAll(/^020(\d\d)/gm, '030$1')
    expect(readComapExport(`${comapExport()}\n${again}`)).toEqual(readComapExport(comapExport()))
  })
})

describe('what is no such list', () => {
  test.each([
    ['nothing', ''],
    ['something else', '<html>no</html>'],
    ['binaries only', '00000         Value       8235  Binary Inputs    1 GCB Feedback   Controller I/O'],
    ['no power', comapExport().replaceAll(/ (8202|8524|8525|8526) /g, ' 9999 ')],
    ['no voltage', comapExport().replaceAll(/ (8192|8193|8194) /g, ' 9999 ')],
    ['one voltage of three', comapExport().replaceAll(/ 8193 /g, ' 9999 ')],
    ['no frequency', comapExport().replaceAll(/ 8210 /g, ' 9999 ')],
    ['a frequency in volts', comapExport().replaceAll(' Hz ', ' V  ')],
    ['power in a unit that is none', comapExport().replaceAll('kW         I', 'kX         I')],
    ['one byte of power', comapExport().replaceAll('Integer      2', 'Integer      1')],
  ])('%s makes no meter', (_, text) => expect(readComapExport(text)).toBeNull())
  test('never throws, and never takes long', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void readComapExport(text)))
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.string({ maxLength: 20 }), (row, at, text) => {
        const rows = comapExport().split('\n')
        rows[row] = (rows[row] ?? '').slice(0, at) + text + (rows[row] ?? '').slice(at)
        void readComapExport(rows.join('\n'))
      }),
    )
    // Rows of a length that would keep a pattern busy for hours: it ends at all.
    expect(readComapExport(`01020 8202 ${' '.repeat(900_000)}`)).toBeNull()
    expect(readComapExport(`01020 8202 ${'a '.repeat(450_000)}`)).toBeNull()
  })
})
