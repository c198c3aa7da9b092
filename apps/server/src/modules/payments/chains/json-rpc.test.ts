import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { HttpJson } from './http-json.ts'
import { createJsonRpc } from './json-rpc.ts'

type Question = { id: number; method: string; params: unknown[] }

function rpcThat(answer: (question: Question | Question[]) => unknown, batchSize?: number) {
  const asked: (Question | Question[])[] = []
  const http: HttpJson = {
    async request(_path, init) {
      const question = init?.body as Question | Question[]
      asked.push(question)
      return { status: 200, body: answer(question) }
    },
  }
  return { rpc: createJsonRpc(http, batchSize === undefined ? {} : { batchSize }), asked }
}
const answered = ({ id, method }: Question) => ({ id, result: method, error: null })

test('a call is parsed; a refusal has its number', async () => {
  const { rpc } = rpcThat((question) => answered(question as Question))
  expect(await rpc.call(z.string(), 'getbestblockhash')).toBe('getbestblockhash')
  await expect(rpc.call(z.number(), 'getblockcount')).rejects.toThrow(
    'getblockcount answered in no known form',
  )
  const refusing = rpcThat((question) => ({
    id: (question as Question).id,
    error: { code: -5, message: 'gone' },
  }))
  await expect(refusing.rpc.call(z.string(), 'x')).rejects.toMatchObject({ message: 'x: gone', rpcCode: -5 })
})

test('many are asked for together, and answered in any order', async () => {
  const { rpc, asked } = rpcThat(
    (question) => (Array.isArray(question) ? question.map(answered).toReversed() : answered(question)),
    2,
  )
  const outcomes = await rpc.batch(['a', 'b', 'c'].map((method) => ({ method })))
  expect(outcomes).toEqual(['a', 'b', 'c'].map((result) => ({ ok: true, result })))
  expect(asked.map((one) => (Array.isArray(one) ? one.length : 1))).toEqual([2, 1])
})

describe('no answer is', () => {
  test.each<[string, unknown]>([
    ['one to another question', { id: 999, result: 1 }],
    ['text', '<html>'],
    ['nothing', null],
    ['a list', []],
  ])('%s', async (_name, body) => {
    await expect(rpcThat(() => body).rpc.call(z.unknown(), 'x')).rejects.toThrow(/answer/)
  })
  test.each<[string, (questions: Question[]) => unknown]>([
    ['one for many', ([first]) => first && answered(first)],
    ['fewer than were asked for', ([first]) => [first && answered(first)]],
    ['some with nonsense among them', (questions) => questions.map((_, index) => (index ? 'x' : { id: 1 }))],
  ])('%s', async (_name, answer) => {
    const { rpc } = rpcThat((question) => answer(question as Question[]))
    await expect(rpc.batch([{ method: 'a' }, { method: 'b' }])).rejects.toThrow(/answer/)
  })
})
