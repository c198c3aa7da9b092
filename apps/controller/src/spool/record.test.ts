import { describe, expect, test } from 'vitest'
import { decodeRecord, encodeRecord, scanRecords } from './record.ts'

const record = (seq: number) => ({
  at: 1_700_000_000_000,
  batch: { seq, samples: [], devices: [], events: [] },
  carry: { 'mac:aa:bb:cc:dd:ee:ff': { name: 'ștefan', total: seq } },
})

describe('spool records', () => {
  test('a line is JSON and comes back as it was', () => {
    const line = encodeRecord(record(7)).toString('utf8')
    expect(line.endsWith('\n')).toBe(true)
    expect(JSON.parse(line)).toMatchObject({ batch: { seq: 7 } })
    expect(decodeRecord(line.slice(0, -1))).toEqual(record(7))
  })

  test('a line cut or changed at any byte is not taken for a record', () => {
    const bytes = encodeRecord(record(7)).subarray(0, -1)
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(decodeRecord(bytes.toString('utf8', 0, cut))).toBeNull()
      const damaged = Buffer.from(bytes)
      damaged[cut] = (damaged[cut] ?? 0) ^ 0x01
      expect(decodeRecord(damaged.toString('utf8'))).toBeNull()
    }
  })

  test('a file cut at any byte gives the whole records before the cut', () => {
    const lines = [1, 2, 3].map((seq) => encodeRecord(record(seq)))
    const bytes = Buffer.concat(lines)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { records, soundLength } = scanRecords(bytes.subarray(0, cut))
      const whole = lines.filter((_, index) => Buffer.concat(lines.slice(0, index + 1)).length <= cut)
      expect(records.map((found) => found.record.batch.seq)).toEqual(whole.map((_, index) => index + 1))
      expect(soundLength).toBe(Buffer.concat(whole).length)
    }
  })

  test('a damaged line in the middle costs only itself', () => {
    const bytes = Buffer.concat([encodeRecord(record(1)), Buffer.from('rubbish\n'), encodeRecord(record(3))])
    const { records, damaged, soundLength } = scanRecords(bytes)
    expect(records.map((found) => found.record.batch.seq)).toEqual([1, 3])
    expect(damaged).toEqual({ lines: 1, from: record(1).at, to: record(3).at })
    expect(soundLength).toBe(bytes.length)
  })
})
