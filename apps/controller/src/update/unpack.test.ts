import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeArchive } from '@shipminer/domain/releases/archive'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testRelease } from './test-release.ts'
import { unpack } from './unpack.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unpack-'))
  folder = join(root, 'versions')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) })

describe('unpack', () => {
  test('writes what the manifest names, for its user alone, over the rest of an earlier try', async () => {
    const { archive, manifest } = testRelease()
    mkdirSync(join(folder, 'new-1.4.0'), { recursive: true })
    writeFileSync(join(folder, 'new-1.4.0', 'half'), 'x')
    expect(await unpack(archive, manifest, folder)).toEqual({ ok: true })
    expect(await unpack(archive, manifest, folder)).toEqual({ ok: true })
    expect(readdirSync(folder)).toEqual(['1.4.0'])
    expect(readdirSync(join(folder, '1.4.0')).toSorted()).toEqual(['app', 'package.json'])
    const program = join(folder, '1.4.0', 'app', 'controller.mjs')
    expect(readFileSync(program, 'utf8')).toBe('process.exit(0)')
    expect(statSync(program).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['a file more', [file('app/controller.mjs', 'a'), file('more', 'b')]],
    ['a file less', []],
    ['another content', [file('app/controller.mjs', 'b')]],
    ['another name', [file('app/controller.js', 'a')]],
  ])('refuses %s than is signed, and writes nothing', async (_, files) => {
    const { archive, manifest } = testRelease({}, [file('app/controller.mjs', 'a')], writeArchive(files))
    expect(await unpack(archive, manifest, folder)).toMatchObject({ ok: false })
    expect(existsSync(folder)).toBe(false)
  })

  test.each([
    ['a path above', (header: Uint8Array) => header.set(Buffer.from('../../../x/controller.mjs\0'), 0)],
    ['a symbolic link', (header: Uint8Array) => header.set([0x32], 156)],
  ])('refuses %s, though it is signed', async (_, change) => {
    const tar = writeArchive([file('app/controller.mjs', 'a')])
    const header = tar.subarray(0, 512)
    change(header)
    header.fill(0x20, 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148)
    const { archive, manifest } = testRelease({}, [file('app/controller.mjs', 'a')], tar)
    expect(await unpack(archive, manifest, folder)).toMatchObject({ ok: false })
    expect(readdirSync(root)).toEqual([])
  })

  test('refuses what is no archive, is cut off, or grows beyond all measure', async () => {
    const { archive, manifest } = testRelease()
    const refused = { ok: false, cause: 'the archive cannot be unpacked, or is too large' }
    expect(await unpack(Buffer.from('hello'), manifest, folder)).toEqual(refused)
    expect(await unpack(archive.subarray(0, archive.length - 9), manifest, folder)).toEqual(refused)
    const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20), { level: 1 })
    expect(bomb.length).toBeLessThan(2 * 2 ** 20)
    expect(await unpack(bomb, manifest, folder)).toEqual(refused)
    expect(readdirSync(root)).toEqual([])
  })
})
