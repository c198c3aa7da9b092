import { expect, test } from 'vitest'
import { describeEachEngine } from '../db/testing.ts'
import { SecretKey } from '../secret-key/secret-key.ts'
import { canonicalJson, createIdempotency, type Idempotency, type IdempotentRequest } from './idempotency.ts'

describeEachEngine('idempotency', ({ store }) => {
  let now = Date.parse('2026-05-01T10:00:00Z')
  const secretKey = new SecretKey(Buffer.alloc(32, 7))
  const create = () => createIdempotency({ store: store(), clock: () => now, secretKey })
  const request = (key: string, change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
    key,
    userId: null,
    route: 'POST /things',
    body: { b: 1, a: [2] },
    ...change,
  })
  let done = 0
  const act = (idempotency: Idempotency, one: IdempotentRequest, failure?: Error) =>
    idempotency.run(one, (once) =>
      store()
        .db.transaction()
        .execute((trx) =>
          once(trx, async () => {
            done += 1
            if (failure) throw failure
            return { secret: 'the key', done }
          }),
        ),
    )

  test('the first answer comes again, for a day, on every server, however the body was written', async () => {
    const first = await act(create(), request('again'))
    expect(await act(create(), request('again', { body: { a: [2], b: 1 } }))).toEqual(first)
    now += 86_399_000
    expect(await act(create(), request('again'))).toEqual(first)
    now += 1_000
    expect(await act(create(), request('again'))).not.toEqual(first)
    now += 86_400_000
    expect(await create().sweep()).toBe(1)
  })

  test('another body is refused; another user or route is another request', async () => {
    const first = await act(create(), request('mine'))
    await expect(act(create(), request('mine', { body: { b: 2 } }))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    })
    const userId = crypto.randomUUID()
    expect(await act(create(), request('mine', { userId, body: 3 }))).not.toEqual(first)
    expect(await act(create(), request('mine', { route: 'POST /others', body: 4 }))).not.toEqual(first)
  })

  test('while the first runs the second is refused, and of twenty at once one does the work', async () => {
    const idempotency = create()
    const before = done
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => act(idempotency, request('click'))),
    )
    expect(done).toBe(before + 1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'idempotency-in-progress' })
    }
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
  })

  test('two servers at once do the work once', async () => {
    const before = done
    await Promise.allSettled([act(create(), request('both')), act(create(), request('both'))])
    expect(done).toBe(before + 1)
  })

  test('a failure is not kept', async () => {
    await expect(act(create(), request('retry'), new Error('no'))).rejects.toThrow('no')
    expect(await act(create(), request('retry'))).toMatchObject({ secret: 'the key' })
  })

  test.each([undefined, '', '  ', ['a', 'b']])('the key %j is missing', async (key) => {
    await expect(act(create(), { ...request(''), key })).rejects.toMatchObject({
      code: 'idempotency-key-missing',
    })
  })

  test.each(['x'.repeat(256), 'a b', 'ä'])('the key %j is not one', async (key) => {
    await expect(act(create(), request(key))).rejects.toMatchObject({ code: 'invalid-request' })
  })

  test('what is kept cannot be read without the server’s key', async () => {
    await act(create(), request('sealed'))
    const row = await store()
      .db.selectFrom('idempotencyKeys')
      .select('answer')
      .where('key', '=', 'sealed')
      .executeTakeFirstOrThrow()
    expect(Buffer.from(row.answer).toString('latin1')).not.toContain('the key')
    const other = createIdempotency({
      store: store(),
      clock: () => now,
      secretKey: new SecretKey(Buffer.alloc(32, 8)),
    })
    await expect(act(other, request('sealed'))).rejects.toThrow()
  })
})

test('names in order at every depth, lists as they are', () => {
  expect(canonicalJson({ b: { d: 1, c: [{ y: 1, x: 2 }] }, a: undefined })).toBe(
    '{"b":{"c":[{"x":2,"y":1}],"d":1}}',
  )
  expect(canonicalJson(undefined)).toBe('null')
})
