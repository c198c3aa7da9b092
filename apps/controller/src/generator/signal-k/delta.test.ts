import { expect, test } from 'vitest'
import { parseSignalKMessage } from './delta.ts'

const self = 'vessels.urn:mrn:signalk:uuid:1'
const delta = (over: object = {}) =>
  JSON.stringify({
    context: self,
    updates: [
      { $source: 'n2k.35', timestamp: '1970-01-01T00:00:00Z', values: [{ path: 'a.b', value: 1 }] },
      { source: { label: 'old' }, values: [{ path: 'a.c', value: null }] },
      { meta: [{ path: 'a.b', value: {} }] },
    ],
    ...over,
  })

test('a delta of the own ship gives its values with their sources', () =>
  expect(parseSignalKMessage(delta(), self)).toEqual({
    kind: 'values',
    values: [
      { path: 'a.b', value: 1, source: 'n2k.35', timestamp: '1970-01-01T00:00:00Z' },
      { path: 'a.c', value: null, source: 'old', timestamp: null },
    ],
  }))
test.each(['vessels.self', undefined])('the context %s is the own ship', (context) =>
  expect(parseSignalKMessage(delta({ context }), self).kind).toBe('values'),
)
test('what another ship takes is nothing to us', () =>
  expect(parseSignalKMessage(delta({ context: 'vessels.urn:mrn:imo:mmsi:2' }), self).kind).toBe('other'))
test('a hello names the own ship', () =>
  expect(
    parseSignalKMessage(JSON.stringify({ name: 's', version: '2.23.0', self, roles: ['main'] }), null),
  ).toEqual({
    kind: 'hello',
    self,
    timestamp: null,
  }))
test.each(['', '{', 'null', '[]', '{"updates":1}', '{"updates":[{"values":[{"path":1}]}]}', '"text"'])(
  '%s is neither',
  (text) => expect(parseSignalKMessage(text, self)).toEqual({ kind: 'other' }),
)
test('cut at every byte it is neither, and nothing is thrown', () => {
  const text = delta()
  for (let end = 0; end < text.length; end++)
    expect(parseSignalKMessage(text.slice(0, end), self)).toEqual({ kind: 'other' })
})
