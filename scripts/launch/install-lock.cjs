'use strict'
/* For the launcher: one installer at a time in a checkout. */
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { remove, succeeds } = require('./files.cjs')
const { say } = require('./say.cjs')

const BEAT_MS = 2000
const STALE_MS = 60000

let release = () => {}

/**
 * Runs `work` while no other launcher installs into this checkout; `isDone` is asked again when it is our turn.
 *
 * The lock is a folder with its owner's mark in it, made aside and renamed into place, so it is never seen without its
 * mark. To take it away is to delete that very mark and then the empty folder: nobody can take a newer lock by mistake.
 */
async function exclusively(folder, isDone, work) {
  fs.mkdirSync(folder, { recursive: true })
  const lock = path.join(folder, 'install.lock')
  const aside = `${lock}.${os.hostname()}-${process.pid}`
  const mark = `${process.pid}@${os.hostname()}@${Date.now()}`
  const dropLock = (owner) => succeeds(fs.unlinkSync, path.join(lock, owner)) && succeeds(fs.rmdirSync, lock)
  release = () => remove(aside)
  remove(aside)
  fs.mkdirSync(aside)
  fs.writeFileSync(path.join(aside, mark), '')
  let hasWaited = false
  while (!succeeds(fs.renameSync, aside, lock)) {
    const [owner] = succeeds(fs.accessSync, lock) ? fs.readdirSync(lock) : []
    if (owner && isStale(path.join(lock, owner)) && dropLock(owner)) continue
    if (!hasWaited) say('another process is installing here; waiting for it')
    hasWaited = true
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (isDone()) return release()
  }
  const beat = setInterval(() => {
    const now = new Date()
    succeeds(fs.utimesSync, path.join(lock, mark), now, now)
  }, BEAT_MS)
  release = () => {
    clearInterval(beat)
    dropLock(mark)
    release = () => {}
  }
  try {
    if (!isDone()) await work()
  } finally {
    release()
  }
}

function isStale(markFile) {
  const [pid, host] = path.basename(markFile).split('@')
  try {
    if (Date.now() - fs.statSync(markFile).mtimeMs > STALE_MS) return true
    if (host === os.hostname()) process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

module.exports = { exclusively, releaseLock: () => release() }
