import { describe, expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { isSuccess, type ParsedReply, parseReply, replyTo, sectionOf } from './parse-reply.ts'

const parse = (text: string) => parseReply(Buffer.from(text, 'latin1'))
const rows = (parsed: ParsedReply, command: string, section: string) =>
  sectionOf(replyTo(parsed, command), section).rows
const STATUS =
  '"STATUS":[{"STATUS":"S","When":1795000000,"Code":11,"Msg":"Summary","Description":"cgminer 4.11.1"}]'

describe('what surrounds the answer', () => {
  const body = `{${STATUS},"SUMMARY":[{"Elapsed":39}],"id":1}`
  test.each([
    ['one NUL', `${body}\0`],
    ['no NUL', body],
    ['several NULs', `${body}\0\0\0`],
    ['NUL and newline', `${body}\0\n`],
    ['a NUL in the middle', body.replace(',"SUMMARY"', '\0,"SUMMARY"')],
    ['newlines inside', body.replaceAll(',', ',\n')],
    ['a byte order mark', `\u00ef\u00bb\u00bf${body}`],
  ])('%s', (_name, text) => {
    const parsed = parse(text)
    expect(rows(parsed, 'summary', 'SUMMARY')).toEqual([{ Elapsed: 39 }])
    expect(parsed).toMatchObject({ kind: 'replies', partial: false })
  })
})

describe('broken JSON of real firmware', () => {
  test.each([
    ['rows without a comma between', `{${STATUS},"STATS":[{"BMMiner":"1.0.0"}{"GHS 5s":1}],"id":1}`, 2],
    ['comma before the first row', `{${STATUS},"STATS":[,{"GHS 5s":1}],"id":1}`, 1],
    ['comma before the closing brace', `{${STATUS},"STATS":[{"GHS 5s":1,}],"id":1,}`, 1],
    ['comma before the closing bracket', `{${STATUS},"STATS":[{"GHS 5s":1},],"id":1}`, 1],
    ['doubled quote in a key', `{${STATUS},"STATS":[{"a":1,""temp0":62}],"id":1}`, 1],
    ['bare inf and nan', `{${STATUS},"STATS":[{"GHS av":inf,"x":nan}],"id":1}`, 1],
    ['raw control bytes', `{${STATUS},"STATS":[{"name":"a\u0001b\u001f"}],"id":1}`, 1],
  ])('%s', (_name, text, count) => {
    const parsed = parse(text)
    expect(rows(parsed, 'stats', 'STATS')).toHaveLength(count)
    expect(parsed).toMatchObject({ partial: false })
  })

  test('a body that begins with a comma', () => {
    expect(parse(`,${STATUS},"SUMMARY":[{"Elapsed":1}],"id":1}`)).toMatchObject({
      kind: 'replies',
      partial: false,
    })
  })

  test('bytes that are no UTF-8', () => {
    const parsed = parse(`{${STATUS},"POOLS":[{"User":"caf\u00e9\u00ff"}],"id":1}`)
    expect(rows(parsed, 'pools', 'POOLS')).toHaveLength(1)
  })

  test('the error list of Whatsminer API 2.0.4, written like an object', () => {
    const parsed = parse(
      '{"STATUS":"S","When":1,"Code":131,"Msg":{"error_code":["218":"2024-06-15 10:30:00"]},"Description":""}',
    )
    expect(replyTo(parsed, 'get_error_code')?.message).toEqual({
      error_code: [{ 218: '2024-06-15 10:30:00' }],
    })
  })
})

describe('a cut tail', () => {
  const text = `{${STATUS},"POOLS":[{"POOL":0,"Accepted":600},{"POOL":1,"Accepted":10}],"id":1}`

  test('keeps whole values, is partial, and marks the section that was cut', () => {
    const parsed = parse(text.slice(0, text.indexOf('"Accepted":10') + 12))
    expect(parsed).toMatchObject({ kind: 'replies', partial: true })
    expect(sectionOf(replyTo(parsed, 'pools'), 'POOLS')).toEqual({
      rows: [{ POOL: 0, Accepted: 600 }, { POOL: 1 }],
      complete: false,
    })
  })

  test('after the last section the rows are whole', () => {
    const parsed = parse(text.slice(0, text.indexOf(',"id"')))
    expect(parsed).toMatchObject({ partial: true })
    expect(sectionOf(replyTo(parsed, 'pools'), 'POOLS').complete).toBe(true)
  })
})

describe('the forms of STATUS', () => {
  test('a list of one', () => {
    expect(replyTo(parse(`{${STATUS}}`), 'summary')?.status).toEqual({
      letter: 'S',
      code: 11,
      message: 'Summary',
      when: 1795000000,
      description: 'cgminer 4.11.1',
    })
  })

  test('a letter beside an object Msg, as Whatsminer answers its own commands', () => {
    const reply = replyTo(parseReply(fixture('asic-rs-whatsminer-v2', 'get_miner_info')), 'get_miner_info')
    expect(reply?.status).toMatchObject({ letter: 'S', code: 131 })
    expect(reply?.message).toMatchObject({ mac: 'D4:01:02:03:04:05' })
  })

  test('a word, as the answer to restart', () => {
    expect(replyTo(parse('{"STATUS":"RESTART"}'), 'restart')?.status?.letter).toBe('RESTART')
  })

  test('information counts as success, an error does not', () => {
    const info = replyTo(
      parse('{"STATUS":[{"STATUS":"I","Code":118,"Msg":"ASC 0 set info"}],"id":1}'),
      'ascset',
    )
    expect(isSuccess(info?.status ?? null)).toBe(true)
    const refused = replyTo(parseReply(fixture('cgminer-4.11.1-no-devices', 'bogus')), 'bogus')
    expect(refused?.status).toMatchObject({ letter: 'E', code: 14 })
    expect(isSuccess(refused?.status ?? null)).toBe(false)
    expect(isSuccess(null)).toBe(false)
  })

  test('VNish refuses version with code 0', () => {
    const reply = replyTo(
      parse('{"STATUS":[{"STATUS":"E","Code":0,"Msg":"Invalid command"}],"id":1}'),
      'version',
    )
    expect(reply?.status).toMatchObject({ letter: 'E', code: 0 })
  })
})

test('a joined answer has one reply a command', () => {
  const parsed = parseReply(fixture('cgminer-4.11.1-no-devices', 'summary+devs+pools'))
  expect(rows(parsed, 'summary', 'SUMMARY')[0]).toMatchObject({ 'MHS 5s': 0 })
  expect(replyTo(parsed, 'devs')?.status).toMatchObject({ letter: 'E', code: 10, message: 'No ASCs' })
  expect(rows(parsed, 'pools', 'POOLS')).toHaveLength(2)
})

test('the text form is read like the JSON form', () => {
  const text = parseReply(fixture('cgminer-4.11.1-no-devices', 'raw-text-summary'))
  expect(rows(text, 'summary', 'SUMMARY')[0]).toMatchObject({ Elapsed: '39', 'MHS 5s': '0.00' })
  expect(text).toMatchObject({ partial: false })
  expect(parse('STATUS=E,When=1,Code=14,Msg=Invalid command|\0')).toMatchObject({
    kind: 'replies',
    partial: false,
  })
})

test('a cut text form loses its last field', () => {
  const parsed = parse('STATUS=S,Code=11|SUMMARY,Elapsed=39,Accepted=12')
  expect(parsed).toMatchObject({ partial: true })
  expect(rows(parsed, 'summary', 'SUMMARY')).toEqual([{ Elapsed: '39' }])
})

test.each([
  ['Socket connect failed: Connection refused', 'starting'],
  ['Socket connect failed: Connection refused\n\0', 'starting'],
  ['HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', 'http'],
  ['', 'garbled'],
  ['\0', 'garbled'],
  ['SSH-2.0-dropbear', 'garbled'],
  ['<html></html>', 'garbled'],
  ['{}', 'garbled'],
  ['[]', 'garbled'],
  ['null', 'garbled'],
  ['42', 'garbled'],
  ['{"hello":"world"}', 'garbled'],
])('%j is %s', (text, kind) => {
  expect(parse(text).kind).toBe(kind)
})
