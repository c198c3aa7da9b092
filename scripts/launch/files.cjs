'use strict'
/* For the launcher: works without dependencies, in JavaScript that every Node since 20 can read. */
const fs = require('node:fs')

/** What a JSON file holds; null for one that is not there or was only half written. */
function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function remove(target) {
  fs.rmSync(target, { recursive: true, force: true, maxRetries: 3 })
}

function succeeds(action, ...args) {
  try {
    action(...args)
    return true
  } catch {
    return false
  }
}

module.exports = { readJson, remove, succeeds }
