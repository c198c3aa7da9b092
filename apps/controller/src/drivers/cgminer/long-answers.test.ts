import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** Reads four answers of 2 MB side by side, as a box polls its miners, with about as little memory as a small board leaves it. */
const readFour = (read: string, answer: string) =>
  new Promise<unknown>((resolve) => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
       ${read}.then((read) => parentPort.postMessage([1, 2, 3, 4].map((no) => read(no + ${answer})).length))`,
      { eval: true, resourceLimits: { maxOldGenerationSizeMb: 48 } },
    )
    worker.once('message', resolve)
    worker.once('error', (error) => resolve(error.message))
  })
const json = `import('${new URL('tolerant-json.ts', import.meta.url)}').then(({ readTolerantJson }) => (text) => readTolerantJson(text.slice(1)))`
const reply = `import('${new URL('parse-reply.ts', import.meta.url)}').then(({ parseReply }) => (text) => parseReply(Buffer.from(text.slice(1))))`

test.each([
  ['letters in JSON', json, `'{"a":"' + 'x'.repeat(2_000_000) + '"}'`],
  ['escapes in JSON', json, `'{"a":"' + '\\\\n'.repeat(500_000) + '"}'`],
  ['plain text', reply, `'STATUS=S,Msg=' + 'x'.repeat(2_000_000) + '|'`],
])('long answers of %s do not fill the memory of a box', async (_, read, answer) => {
  expect(await readFour(read, answer)).toBe(4)
})
