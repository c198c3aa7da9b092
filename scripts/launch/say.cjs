'use strict'

/** An error whose message is all that the reader needs. */
class PlainError extends Error {}

function say(text) {
  process.stderr.write(`shipminer: ${text}\n`)
}

module.exports = { PlainError, say }
