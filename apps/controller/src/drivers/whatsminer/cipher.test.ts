import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, v2Keys, v3Token } from './cipher.ts'
import { md5crypt } from './md5crypt.ts'

const token = { time: '5626', salt: 'D6w5gVOb', newsalt: 'zU4gvW30' }

describe('the published vectors', () => {
  test('md5crypt', () => {
    expect(md5crypt('admin', 'D6w5gVOb')).toBe('x/LfL.qU1wBJhndXCyVkC/')
    expect(md5crypt('x/LfL.qU1wBJhndXCyVkC/5626', 'zU4gvW30')).toBe('y3BLUcCqK/9GcIBbrvtQt0')
  })

  test('the second API', () => {
    const { sign, aesKey } = v2Keys('admin', token)
    expect(sign).toBe('y3BLUcCqK/9GcIBbrvtQt0')
    expect(aesKey.toString('hex')).toBe('6749c2b4c368a853c9a85cead71297529b3c95439cbf47defeb35e621684fa18')
    const text = '{"cmd":"power_off","respbefore":"true","token":"y3BLUcCqK/9GcIBbrvtQt0"}'
    const data =
      'lYELAcLEnB3PIN9y64Kv1eWNKr74E7VLQZRry407gnjETVT2o/QkbewYTNUlryBDpdGZLuRljiwscRDDpFMQQLXeN+j+BuxL1kpIw/gra3E='
    expect(encrypt(text, aesKey)).toBe(data)
    expect(decrypt(data, aesKey)?.toString()).toBe(text)
  })

  test('the third API', () => {
    expect(v3Token('set.miner.service', 'super', 'uhCiDyVj', 1_700_000_000).token).toBe('fhp2TAJF')
  })
})

// Made by `openssl passwd -1`.
test.each([
  ['a', 'x', 'P8VObTrxaqT4VBmnH06P8.'],
  ['a longer password than sixteen bytes, twice over', 'saltsalt', 'sCbntzRhCXUU4snsFbuod0'],
  ['Ahoy!', '12345678', 'S4a.KErzsGxBUWAxhSGtV0'],
])('md5crypt of %j with salt %s', (password, salt, expected) => {
  expect(md5crypt(password, salt)).toBe(expected)
})

test('what is encrypted is decrypted, and nonsense is null', () => {
  const { aesKey } = v2Keys('admin', token)
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.endsWith('\0')),
      (text) =>
        text === '' || decrypt(encrypt(text, aesKey), aesKey)?.toString() === Buffer.from(text).toString(),
    ),
  )
  expect(decrypt('', aesKey)).toBeNull()
  expect(decrypt('abcd', aesKey)).toBeNull()
})
