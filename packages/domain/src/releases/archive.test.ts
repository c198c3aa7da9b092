import { describe, expect, test } from 'vitest'
import { readArchive, releasePath, writeArchive } from './archive.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const files = [
  { path: 'package.json', content: bytes('{}') },
  { path: 'app/controller.mjs', content: bytes('x'.repeat(1_500)) },
]

/** Changes a header and makes its checksum right again, as an attacker would. */
function forged(change: (header: Uint8Array) => void): Uint8Array {
  const archive = writeArchive([{ path: 'app/a.mjs', content: bytes('harm') }])
  const header = archive.subarray(0, 512)
  change(header)
  header.fill(0x20, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.set(bytes(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
  return archive
}
const put = (text: string, at: number) => (header: Uint8Array) => {
  header.fill(0, at, at + 100)
  header.set(bytes(text), at)
}

describe('writeArchive', () => {
  test('is read back, whatever the order of the files, to the same bytes', () => {
    const archive = writeArchive(files)
    expect(writeArchive(files.toReversed())).toEqual(archive)
    expect(readArchive(archive)).toEqual({ ok: true, files: files.toReversed() })
  })

  test('does not pack what could not be unpacked', () => {
    expect(() => writeArchive([{ path: '../a', content: bytes('') }])).toThrow(RangeError)
  })
})

describe('readArchive refuses', () => {
  test.each([
    ['a path above', put('../escape', 0), 'bad-path'],
    ['a path above, further down', put('app/../../escape', 0), 'bad-path'],
    ['an absolute path', put('/etc/passwd', 0), 'bad-path'],
    ['a hidden file', put('.ssh/authorized_keys', 0), 'bad-path'],
    ['a backslash', put('app\\..\\x', 0), 'bad-path'],
    ['an empty path', put('', 0), 'bad-path'],
    ['a symbolic link', (header) => header.set([0x32], 156), 'not-a-file'],
    ['a hard link', (header) => header.set([0x31], 156), 'not-a-file'],
    ['a folder', (header) => header.set([0x35], 156), 'not-a-file'],
    ['a device', (header) => header.set([0x33], 156), 'not-a-file'],
    ['a long name', (header) => header.set([0x4c], 156), 'not-a-file'],
    ['a name in two parts', put('..', 345), 'not-a-file'],
    ['a target to link to', put('/etc/passwd', 157), 'not-a-file'],
    ['a size beyond the end', (header) => header.set(bytes('77777777777\0'), 124), 'truncated'],
    ['a size that is no number', (header) => header.set(bytes('-0000000001\0'), 124), 'bad-checksum'],
  ] as [string, (header: Uint8Array) => void, string][])('%s', (_, change, reason) => {
    expect(readArchive(forged(change))).toEqual({ ok: false, reason })
  })

  test('a header that was changed', () => {
    const archive = writeArchive(files)
    archive.set([0x62], 0)
    expect(readArchive(archive)).toEqual({ ok: false, reason: 'bad-checksum' })
  })

  test('one file twice', () => {
    const one = writeArchive([{ path: 'a', content: bytes('1') }]).subarray(0, 1_024)
    expect(readArchive(new Uint8Array([...one, ...one, ...new Uint8Array(1_024)]))).toEqual({
      ok: false,
      reason: 'twice',
    })
  })

  test('an archive that is cut off anywhere', () => {
    const archive = writeArchive(files)
    // The last block of zeros is padding that nothing needs.
    for (let end = 0; end < archive.length - 512; end += 1)
      expect([end, readArchive(archive.subarray(0, end)).ok]).toEqual([end, false])
  })
})

test.each(['a', 'app/controller.mjs', 'A-b_c.1/x'])('%s may be in a release', (path) => {
  expect(releasePath.test(path)).toBe(true)
})
test.each(['', '.', '..', 'a/..', 'a//b', 'a/', '/a', 'a/.b', 'a\nb', 'a\0b', 'x'.repeat(101)])(
  '%j may not',
  (path) => {
    expect(releasePath.test(path)).toBe(false)
  },
)
