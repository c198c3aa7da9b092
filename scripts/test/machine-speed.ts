/**
 * How much slower this machine is now than the one the limits of the tests were written on. Limits are multiplied by it, so that a machine
 * half as fast, or one that others keep busy, takes longer and still passes.
 */
import { Worker } from 'node:worker_threads'

/** What the work below takes on two quiet cores of the machine on which the limits were found. */
const REFERENCE_MS = 400
/** As many as the runners use side by side. */
const WORKERS = 2
/** A limit is there to find what hangs: no one would wait longer than this. */
const GREATEST = 8

const WORK = `
const { createHash } = require('node:crypto')
let block = Buffer.alloc(64 * 1024, 7)
let sum = 0
for (let round = 0; round < 600; round++) {
  sum += createHash('sha256').update(block).digest()[0]
  const numbers = Array.from({ length: 2000 }, (_, index) => (index * 7919 + round) % 10007).sort((a, b) => a - b)
  sum += JSON.parse(JSON.stringify(numbers)).length
}
`

/**
 * 1 on a machine as fast as the reference or faster, 2 on one half as fast, at most 8. The slowest of a few rounds counts: a busy machine
 * stalls now and then.
 */
export async function measureSlowness(rounds = 3): Promise<number> {
  let slowestMs = 0
  for (let round = 0; round < rounds; round++) slowestMs = Math.max(slowestMs, await timeWork())
  return scaleLimits(slowestMs)
}

export function scaleLimits(workMs: number): number {
  return Math.round(Math.min(GREATEST, Math.max(1, workMs / REFERENCE_MS)) * 10) / 10
}

async function timeWork(): Promise<number> {
  const startedMs = performance.now()
  await Promise.all(
    Array.from(
      { length: WORKERS },
      () =>
        new Promise<void>((resolve, reject) => {
          new Worker(WORK, { eval: true }).once('error', reject).once('exit', () => resolve())
        }),
    ),
  )
  return performance.now() - startedMs
}
