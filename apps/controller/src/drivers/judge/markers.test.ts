import { expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { recognise } from './markers.ts'

type Told = {
  version?: Record<string, unknown>
  devdetails?: Record<string, unknown>[]
  description?: string
  body?: string
  realm?: string
  status?: number
  location?: string
}

function evidence(reported: Told): Evidence {
  const cgminer =
    reported.version !== undefined || reported.devdetails !== undefined || reported.description !== undefined
  const http = reported.body !== undefined || reported.realm !== undefined || reported.location !== undefined
  return {
    cgminer: cgminer
      ? {
          port: 4028,
          version: reported.version ?? {},
          devdetails: reported.devdetails ?? [],
          description: reported.description ?? null,
          starting: false,
        }
      : null,
    http: http
      ? {
          port: 80,
          status: reported.status ?? 200,
          realm: reported.realm ?? null,
          location: reported.location ?? null,
          server: null,
          body: reported.body ?? '',
        }
      : null,
  }
}

test.each<[string, Told, string | null, string | null]>([
  ['SealMiner', { version: { BDMiner: '4.11.1' } }, 'SealMiner', null],
  ['stock Antminer', { version: { Type: 'Antminer S19' } }, 'Antminer', null],
  ['Antminer by its web realm', { realm: 'antMiner Configuration' }, 'Antminer', null],
  ['Braiins on an Antminer', { version: { BOSminer: '1', Type: 'Antminer S19' } }, 'Antminer', 'Braiins OS'],
  ['LuxOS on an Antminer', { version: { LUXminer: '1', Type: 'Antminer S19' } }, 'Antminer', 'LuxOS'],
  [
    'VNish by its page',
    { version: { Type: 'Antminer S19' }, body: '<title>AnthillOS</title>' },
    'Antminer',
    'VNish',
  ],
  ['Hiveon', { version: { Hiveon: '1' } }, null, 'HiveOn'],
  ['Marathon', { version: { Type: 'Antminer S19', fw: 'kaonsu' } }, 'Antminer', 'Marathon'],
  ['Whatsminer by its devices', { devdetails: [{ Driver: 'bitmicro' }] }, 'Whatsminer', null],
  ['Whatsminer by its refusal', { description: 'whatsminer v1.1' }, 'Whatsminer', null],
  [
    'Whatsminer by its redirect',
    { status: 307, location: 'https://192.0.2.1/cgi-bin/luci' },
    'Whatsminer',
    null,
  ],
  ['Avalon', { version: { PROD: 'Avalon Q' } }, 'Avalon', null],
  ['an Antminer board inside something else', { devdetails: [{ Name: 'antminer' }] }, null, null],
  ['Bitaxe', { body: '<title>AxeOS</title>' }, 'Bitaxe', null],
  ['NerdQAxe', { body: '<title>NerdQAxe</title>' }, 'NerdQAxe', null],
  ['Proto', { body: '<title>Proto OS</title>' }, 'Proto', null],
  ['a coin of another name', { body: '<title>Crypto OS</title>' }, null, null],
  ['ePIC', { body: 'Miner Web Dashboard' }, 'ePIC', null],
  ['Auradine', { body: 'Miner UI' }, 'Auradine', null],
  ['Goldshell', { body: 'cloud-box' }, 'Goldshell', null],
  ['Hammer', { realm: 'blackMiner Configuration' }, 'Hammer', null],
  ['Hammer by its type', { version: { Type: 'Hammer D10', CGMiner: '2.3.3' } }, 'Hammer', null],
  [
    'VolcMiner, behind the same realm',
    { version: { Type: 'VolcMiner D1' }, realm: 'blackMiner Configuration' },
    'VolcMiner',
    null,
  ],
  ['Elphapex', { realm: 'Daoge' }, 'Elphapex', null],
  [
    'an Antminer behind such a realm',
    { version: { Type: 'Antminer S19' }, realm: 'Daoge' },
    'Antminer',
    null,
  ],
  ['a plain cgminer', { version: { CGMiner: '4.11.1', API: '3.7' } }, null, null],
  ['a printer', { body: 'Printer' }, null, null],
  ['nothing', {}, null, null],
])('%s', (_name, reported, make, firmware) => {
  expect(recognise(evidence(reported))).toEqual({ make, firmware })
})
