import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sm-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that installs: it notes when it begins and ends, and that it is done. */
const installer = `
const fs = require('node:fs')
const { exclusively } = require(process.argv[1])
const [folder] = process.argv.slice(2)
const note = (what) => fs.appendFileSync(folder + '/notes', what + '\\n')
exclusively(folder, () => fs.existsSync(folder + '/done'), async () => {
  note('begins')
  await new Promise((resolve) => setTimeout(resolve, 20))
  fs.writeFileSync(folder + '/done', '')
  note('ends')
})`
const install = () =>
  new Promise<number | null>((resolve) => {
    const script = join(import.meta.dirname, 'install-lock.cjs')
    spawn(process.execPath, ['-e', installer, script, folder], { stdio: 'ignore' }).once('exit', resolve)
  })
const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')

test('of several at once one installs, the others wait for it, and nothing is left behind', async () => {
  expect(await Promise.all([install(), install(), install()])).toEqual([0, 0, 0])
  expect(notes()).toEqual(['begins', 'ends'])
  expect(readdirSync(folder).sort()).toEqual(['done', 'notes'])
})

test('the lock of a process that is gone, holds nobody up', async () => {
  const lock = join(folder, 'install.lock')
  mkdirSync(lock)
  // No process has this id: it is beyond what systems give out.
  writeFileSync(join(lock, `99999999@${hostname()}@1`), '')
  expect(await install()).toBe(0)
  expect(notes()).toEqual(['begins', 'ends'])
  expect(existsSync(lock)).toBe(false)
})
