import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { MinerState } from '@shipminer/domain/fleet/miner-state'
import type { CommissioningAct } from '@shipminer/domain/generator/commissioning/commissioning'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommissionStatus } from './commissioning/commission-status.ts'
import { commissionTexts } from './commissioning/commission-texts.ts'
import type { CrewStatus } from './crew/crew-status.ts'
import {
  type FoundMeter,
  type MeterAct,
  type MeterOutcome,
  type MeterSearchStatus,
  type MeterStatus,
  mostFound,
} from './meter/meter-status.ts'
import { meterTexts } from './meter/meter-texts.ts'
import { powerTexts } from './power/power-texts.ts'
import { type ControllerStatus, deviceStatus, type KnownDevice, totalsOf } from './status.ts'
import { type StatusServer, startStatusServer } from './status-server.ts'
import { LANGUAGES } from './texts.ts'

const now = 1_700_000_000_000

const known = (changes: Partial<KnownDevice> = {}): KnownDevice => ({
  identity: {
    key: 'mac:02:00:00:00:00:01',
    driver: 'fake',
    make: 'Antminer',
    model: '<img src=x>',
    firmware: null,
    serial: null,
    macAddress: null,
    hostname: null,
    ipAddress: '192.168.1.10',
    port: 4028,
  },
  lastAnswerAt: now - 10_000,
  unreachable: null,
  lastSample: { hashrateGhs: 230_000, powerWatts: null, temperatureDeciC: 655, flags: [] },
  ...changes,
})

const mining: MinerState = { kind: 'mining', reason: 'normal' }

function statusOf(devices: KnownDevice[], state: MinerState | null = mining): ControllerStatus {
  const shown = devices.map((device) => deviceStatus(device, state, now, 30_000))
  return {
    controllerId: 'ship-1',
    mark: '9F2C 01AB 77D0 4E1B 5C90',
    version: '1',
    madeAt: now,
    startedAt: now - 5_000,
    pollIntervalMs: 30_000,
    enrolment: { state: 'enrolled', detail: null },
    uplink: {
      state: 'refused',
      sinceAgeMs: 5_000,
      refusal: 'replaced',
      lastAckAgeMs: null,
      clockOffsetMs: null,
    },
    spool: {
      bytes: 2 ** 20,
      maxBytes: 2 ** 30,
      unsentBatches: 3,
      oldestUnsentAgeMs: 7_200_000,
      droppedSamples: 0,
      full: false,
      failure: null,
      heldSamples: 0,
      damaged: null,
      doubt: null,
    },
    scan: { lastEndedAgeMs: null },
    rules: {
      settings: { restart: { afterMinutes: 20, mostPerDay: 1 }, coolDown: null },
      log: [
        {
          at: 0,
          kind: 'rule-restart',
          deviceKey: '<gone>',
          rule: { reason: 'no-hashrate', hashrateGhs: 0, temperatureDeciC: null, minutes: 20, count: 1 },
        },
      ],
    },
    update: { takes: 'yes', version: '1.4.0', state: 'rolled-back', reason: 'crashed' },
    power: {
      isSetUp: true,
      masterStop: false,
      state: 'curtailed',
      capacityKw: 100,
      limitKw: 85,
      generatorLoadKw: 80,
      shipLoadKw: 60,
      miningKw: 20,
      meanLoadPercent: 61,
      meanLimitPercent: 70,
      headroomKw: 0.5,
      curtailedKw: 7,
      worth: null,
      loadAgeMs: 500,
      warnings: ['disobedient'],
      asleep: 2,
      devices: 6,
      sets: [],
      sources: [{ kind: 'signal-k', state: 'connected', detail: null }],
      panelCheck: { readsKw: 41.2, isSame: null },
      publishers: [],
      heartbeat: { beating: true, stop: null, failures: [] },
    },
    strangers: [
      {
        ...{ key: '10.0.0.9', address: '10.0.0.9', guess: 'ePIC' },
        ports: [
          { port: 80, protocol: 'http', said: 'HTTP 200 · <b>Rig</b>' },
          { port: 443, protocol: 'mute', said: '' },
        ],
      },
    ],
    devices: shown,
    totals: totalsOf(shown),
  }
}

const openCheck: CommissionStatus = {
  canBegin: true,
  isDoubted: false,
  otherMeter: null,
  active: null,
  report: {
    controllerId: 'ship-7',
    version: '1.0.0',
    position: 'open',
    checkedElsewhere: null,
    startedAt: null,
    finishedAt: null,
    capacityKw: 100,
    limitPercent: 85,
    reserveKw: 30,
    requiredReserveKw: 12,
    largestStepKw: null,
    results: {},
  },
}

let server: StatusServer
let stops: boolean[]
let answers: boolean[]
let crew: CrewStatus
let check: CommissionStatus
let checkActs: CommissioningAct[]
let meter: MeterStatus
let meterActs: MeterAct['kind'][]
let meterForms: (string | null)[][]
let outcome: MeterOutcome
let acknowledged: (readonly string[])[]
let status: ControllerStatus

beforeEach(async () => {
  status = statusOf([known()])
  stops = []
  answers = []
  acknowledged = []
  checkActs = []
  meterActs = []
  meterForms = []
  outcome = { name: 'done' }
  meter = {
    inForce: null,
    trial: null,
    choices: [
      {
        name: 'eastron-sdm630',
        fields: ['host', 'port', 'unit', 'ratio', 'mostKw'].map((field) => ({
          field,
          preset: field === 'port' ? '502' : '',
        })),
      },
      { name: 'shelly-rpc', fields: [{ field: 'password', preset: '' }] },
    ],
    search: null,
  }
  check = openCheck
  crew = { hour: [], events: [], next: [], alarms: [] }
  server = await startStatusServer({
    host: '127.0.0.1',
    port: 0,
    ownNames: ['box.ship'],
    status: () => status,
    setMasterStop: async (on) => void stops.push(on),
    answerPanel: async (isSame) => void answers.push(isSame),
    crew: () => crew,
    acknowledge: (shown) => void acknowledged.push(shown),
    commission: () => check,
    actOnCommission: async (act) => void checkActs.push(act),
    meter: () => meter,
    async actOnMeter(act) {
      meterActs.push(act.kind)
      if (act.kind === 'try') meterForms.push(['meter', 'map'].map((name) => act.form.get(name)))
      return outcome
    },
  })
})

afterEach(() => server.close())

function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  sent: string | Buffer = '',
): Promise<{ code: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
      })
      // As a reader sees it: that a figure does not part from its unit is not told by every test.
      const seen = () => body.replaceAll('\u00a0', ' ')
      response.on('end', () =>
        resolve({ code: response.statusCode ?? 0, headers: response.headers, body: seen() }),
      )
    })
    call.on('error', reject)
    call.end(sent)
  })
}

const press = (path: string, sent: string | Buffer, headers: Record<string, string> = {}) =>
  get(path, { host: 'box.ship:8480', origin: 'http://box.ship:8480', ...headers }, 'POST', sent)

describe('status page', () => {
  test('is Dutch unless the reader asks otherwise', async () => {
    expect((await get('/')).body).toContain('<html lang="nl">')
    expect((await get('/', { 'accept-language': 'de-DE' })).body).toContain('Verbindung zum Land')
    expect((await get('/?lang=ro', { 'accept-language': 'de' })).body).toContain('<html lang="ro">')
    expect((await get('/?lang=xx')).body).toContain('<html lang="nl">')
  })

  test('runs nothing and loads nothing', async () => {
    const { headers, body } = await get('/')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(body).not.toMatch(/<script|src=x>|https?:/)
    expect(body).toContain('&#60;img src=x&#62;')
  })

  test('a disk that takes nothing more and damaged batches are said on the page and to a watchdog', async () => {
    expect(await get('/health')).toMatchObject({ code: 200, body: '{"ok":true,"problems":[]}' })
    status.spool = {
      ...status.spool,
      full: true,
      failure: 'ENOSPC: no space',
      heldSamples: 42,
      damaged: { batches: 3, from: now - 3_600_000, to: null },
    }
    const { code, body } = await get('/health')
    expect([code, JSON.parse(body)]).toEqual([503, { ok: false, problems: ['disk-full', 'memory-damaged'] }])
    for (const language of ['nl', 'en', 'de', 'ro']) {
      const page = (await get(`/?lang=${language}`)).body
      expect(page).toContain('ENOSPC: no space')
      expect(page).toContain('>42<')
      expect(page).toMatch(/3 [^<]+\d:\d\d[^<]+—/)
    }
  })

  test('what shore says against the memory is on the page, in every language', async () => {
    const said = { nl: 'oudere toestand', en: 'an older state', de: 'älteren Stand', ro: 'stare mai veche' }
    for (const [language, word] of Object.entries(said)) {
      status.spool = { ...status.spool, doubt: { cause: 'restored', at: now } }
      expect((await get(`/?lang=${language}`)).body).toContain(word)
      status.spool = { ...status.spool, doubt: { cause: 'cloned', at: now } }
      expect((await get(`/?lang=${language}`)).body).not.toContain(word)
    }
  })

  test('a miner that its owner stopped does not read like one that sleeps without an order', async () => {
    status = statusOf([known()], { kind: 'asleep', reason: 'owner' })
    for (const [language, words] of [
      ['nl', 'Uit: door de eigenaar gestopt'],
      ['en', 'Off: stopped by the owner'],
      ['de', 'Aus: vom Eigner gestoppt'],
      ['ro', 'Oprit de proprietar'],
    ]) {
      const { body } = await get(`/?lang=${language}`)
      expect(body).toMatch(new RegExp(`<td class="n" data-label="[^"]+">${words}<`))
    }
    status = statusOf([known()], { kind: 'idle', reason: 'unordered-sleep' })
    expect((await get('/?lang=en')).body).toContain(
      '<td class="n bad" data-label="State">Asleep without an order<',
    )
    status = statusOf([known({ lastSample: null })], null)
    expect((await get('/?lang=en')).body).toContain('data-label="State">unknown<')
  })

  test('unknown is shown as unknown, an estimate as an estimate', async () => {
    expect((await get('/?lang=en')).body).toContain('data-label="Power">—<')
    status = statusOf([
      known({
        lastSample: {
          hashrateGhs: 0,
          powerWatts: 5_510,
          temperatureDeciC: null,
          flags: ['power-estimated'],
        },
      }),
    ])
    const { body } = await get('/?lang=en')
    expect(body).toContain('data-label="Hash rate">0 GH/s<')
    expect(body).toContain('5,510 W (estimated)')
  })

  test('stale and silent devices are marked and not counted', async () => {
    status = statusOf([
      known(),
      known({ lastAnswerAt: now - 76_000, unreachable: 'timeout' }),
      known({ lastAnswerAt: null, lastSample: null }),
    ])
    const { body } = await get('/?lang=en')
    expect(body).toContain('76 sec ago (stale)')
    expect(body).toContain('does not answer')
    expect(body).toContain('1 of 3 fresh')
    expect(status.totals).toEqual({
      fresh: 1,
      devices: 3,
      hashrateGhs: 230_000,
      hashrateOf: 1,
      powerWatts: null,
      powerOf: 0,
    })
  })

  test('says why the line is down and how old the oldest waiting batch is', async () => {
    const { body } = await get('/?lang=en')
    expect(body).toContain('refused: another controller uses the same key')
    expect(body).toContain('2 hr ago')
  })

  test('what answers and is not known is shown with its words, and can be saved', async () => {
    const { body } = await get('/?lang=en')
    expect(body).toContain('Something answers here')
    expect(body).toContain('10.0.0.9 (perhaps ePIC)')
    expect(body).toContain('80: HTTP 200 · &#60;b&#62;Rig&#60;/b&#62;; 443: takes connections, says nothing')
    const file = await get('/strangers.json')
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(JSON.parse(file.body)).toMatchObject({
      controllerId: 'ship-1',
      strangers: [{ address: '10.0.0.9', ports: [{ port: 80 }, { port: 443 }] }],
    })
    status = { ...status, strangers: [] }
    expect((await get('/?lang=en')).body).not.toContain('Something answers here')
  })

  test('the figures as JSON', async () => {
    const { headers, body } = await get('/status.json')
    expect(headers['content-type']).toContain('application/json')
    expect(JSON.parse(body)).toEqual(status)
  })

  test('answers only to its own names, and only questions', async () => {
    expect((await get('/', { host: 'evil.example' })).code).toBe(421)
    expect((await get('/status.json', { host: 'evil.example' })).code).toBe(421)
    expect((await get('/', { host: 'box.ship:8480' })).code).toBe(200)
    expect((await get('/', {}, 'POST')).code).toBe(405)
    expect(await get('/', {}, 'HEAD')).toMatchObject({ code: 200, body: '' })
    expect((await get('/other')).code).toBe(404)
  })
})

describe('the meter against the panel', () => {
  const answer = (same: string, headers: Record<string, string> = {}) =>
    get(
      '/panel-check?lang=en',
      { host: 'box.ship:8480', origin: 'http://box.ship:8480', ...headers },
      'POST',
      `same=${same}`,
    )
  const panel = (check: ControllerStatus['power']['panelCheck']) => {
    status = { ...status, power: { ...status.power, panelCheck: check } }
  }
  test('is asked until both are the same', async () => {
    expect((await get('/?lang=en')).body).toContain('The meter reads 41.2 kW. Is that what your panel says?')
    expect(await answer('no')).toMatchObject({ code: 303, headers: { location: '/?lang=en' } })
    panel({ readsKw: 41.2, isSame: false })
    const refused = (await get('/?lang=en')).body
    expect(refused).toContain('the meter is not believed, and everything is off')
    expect(refused).not.toContain('value="no"')
    await answer('yes')
    expect(answers).toEqual([false, true])
    panel({ readsKw: 41.2, isSame: true })
    expect((await get('/?lang=en')).body).not.toContain('your panel')
    // Nothing to compare with.
    panel({ readsKw: null, isSame: null })
    expect((await get('/?lang=en')).body).not.toContain('your panel')
  })
  test('cannot be answered from another page or by nonsense', async () => {
    expect((await answer('yes', { origin: 'https://evil.example' })).code).toBe(403)
    expect((await answer('maybe')).code).toBe(400)
    expect((await answer('on')).code).toBe(400)
    expect(answers).toEqual([])
  })
})

describe('the crew’s stop', () => {
  const pressStop = (stop: string, headers: Record<string, string> = {}, path = '/master-stop?lang=en') =>
    get(
      path,
      {
        host: 'box.ship:8480',
        origin: 'http://box.ship:8480',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      'POST',
      `stop=${stop}`,
    )

  test('is one press, and its release takes two', async () => {
    const { body } = await get('/?lang=en')
    expect(body).toContain('<button class="stop">Stop all miners</button>')
    const answer = await pressStop('on')
    expect([answer.code, answer.headers.location]).toEqual([303, '/?lang=en'])
    expect(stops).toEqual([true])
    status = { ...status, power: { ...status.power, masterStop: true, state: 'master-stop' } }
    const stopped = (await get('/?lang=en')).body
    expect(stopped).toMatch(/<details><summary>Release the stop<\/summary>.*Yes, release the stop/s)
    expect(stopped).not.toContain('Stop all miners')
    await pressStop('off')
    expect(stops).toEqual([true, false])
  })

  test('cannot be pressed or released from another page, another name, or by nonsense', async () => {
    expect((await pressStop('off', { origin: 'https://evil.example' })).code).toBe(403)
    expect((await pressStop('off', { origin: 'null' })).code).toBe(403)
    expect((await pressStop('off', { host: 'evil.example', origin: 'http://evil.example' })).code).toBe(421)
    expect((await pressStop('maybe')).code).toBe(400)
    expect((await pressStop('x'.repeat(100_000)).catch(() => ({ code: 400 }))).code).toBe(400)
    expect((await pressStop('off', {}, '/status.json')).code).toBe(405)
    expect((await get('/master-stop', { host: 'box.ship' })).code).toBe(404)
    expect(stops).toEqual([])
  })

  test.each(['nl', 'en', 'de', 'ro'])(
    'the power budget is told in %s, whatever is wrong',
    async (language) => {
      const { body } = await get(`/?lang=${language}`)
      expect(body).toMatch(/80[.,]0 kW/)
      status = { ...status, power: { ...status.power, isSetUp: false, state: null } }
      expect((await get(`/?lang=${language}`)).body).not.toMatch(/80[.,]0 kW|undefined/)
    },
  )
})

describe('the page of the wheelhouse', () => {
  const loud: CrewStatus['alarms'][number] = {
    code: 'disobedient',
    needsPerson: true,
    isAcknowledged: false,
  }
  test('runs its own script and no other, and loads nothing from elsewhere', async () => {
    const { body, headers } = await get('/crew?lang=en')
    const policy = String(headers['content-security-policy'])
    const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? ''
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(body).not.toMatch(/(src|href)="(?!\/)/)
    expect(() => new Function(script)).not.toThrow()
  })
  test.each([
    ['nl', 'Miners wijken voor het schip. Een miner gehoorzaamt niet'],
    ['en', 'Miners give way to the ship. A miner does not obey'],
    ['de', 'Steuerhaus'],
    ['ro', 'Timonerie'],
  ])('speaks %s', async (language, words) =>
    expect((await get(`/crew?lang=${language}`)).body).toContain(words),
  )
  test('what happened several times in a row is one line, and a few watts are no zero', async () => {
    const over = { at: now, kind: 'overload', deviceKey: null, kw: 0.3 } as const
    crew = {
      hour: [],
      events: [over, { ...over, at: now - 1_000, kw: 0.5 }, { ...over, kind: 'restored' }, over],
      next: [{ deviceKey: 'mac:02:00:00:00:00:01', kw: 0.006 }],
      alarms: [],
    }
    const { body } = await get('/crew/part?lang=en')
    const lines = [...body.matchAll(/<li><time>[^<]*<\/time>([^<]*)/g)].map(([, line]) => line)
    expect(lines).toEqual([
      'above the limit (0.5 kW), 2 ×',
      'may run again (0.3 kW)',
      'above the limit (0.3 kW)',
    ])
    expect(body).toContain('192.168.1.10), 6 W')
  })
  test('shows what there is, and says of nothing that there is nothing', async () => {
    // A miner does not obey: whatever the list of alarms says, that is not nothing.
    expect((await get('/crew/part?lang=en')).body).not.toContain('Nobody has to do anything.')
    expect((await get('/crew/part?lang=en')).body).toContain('Nobody: no miner runs')
    status = { ...status, power: { ...status.power, warnings: [] } }
    expect((await get('/crew/part?lang=en')).body).toContain('Nobody has to do anything.')
    crew = {
      hour: [{ at: now, shipKw: 60, miningKw: 20, limitKw: 85 }],
      events: [{ at: now, kind: 'curtailed', deviceKey: 'mac:02:00:00:00:00:01', kw: 3.25 }],
      next: [{ deviceKey: 'mac:02:00:00:00:00:01', kw: 3.5 }],
      alarms: [loud],
    }
    const { body } = await get('/crew/part?lang=en')
    expect(body).toContain('data-loud')
    expect(body).toContain('192.168.1.10), 3.5 kW')
    expect(body).toContain('<span class="scale">100.0 kW</span>')
    expect(body).toContain('In reserve</dt><dd>4.5 kW')
    // What feeds the ship is called by its name.
    for (const [supply, name] of [
      ['generator', 'Generator'],
      ['shore', 'Shore power'],
      ['battery', 'Batteries'],
    ] as const) {
      status = { ...status, power: { ...status.power, supply } }
      expect((await get('/crew/part?lang=en')).body).toContain(`${name}: 80.0 kW of 85.0 kW allowed`)
      expect((await get('/?lang=en')).body).toContain(`<dt>${name}</dt>`)
    }
    // Above what the generator can give, the bar ends at what it then stands for.
    status = { ...status, power: { ...status.power, generatorLoadKw: 120 } }
    expect((await get('/crew/part?lang=en')).body).toContain('<span class="scale">122.4 kW</span>')
    expect(body).toContain('gives way to the ship (3.3 kW)')
    expect(body).not.toContain('<img src=x>')
    expect(body).toContain('class="stop"')
  })
  test('is quiet when somebody has seen it, and sounds only for what needs a person', async () => {
    crew = { ...crew, alarms: [loud] }
    const shown = /name="seen" value="([^"]*)"/.exec((await get('/crew/part?lang=en')).body)?.[1] ?? ''
    expect(await press('/acknowledge?lang=en&look=night&from=crew', `seen=${shown}`)).toMatchObject({
      code: 303,
      headers: { location: '/crew?lang=en&look=night' },
    })
    expect(acknowledged).toEqual([[loud.code]])
    crew = { ...crew, alarms: [{ ...loud, isAcknowledged: true }] }
    const { body } = await get('/crew/part?lang=en')
    expect(body).not.toContain('data-loud')
    expect(body).toContain('(seen)')
    crew = { ...crew, alarms: [{ code: 'curtailed', needsPerson: false, isAcknowledged: false }] }
    expect((await get('/crew/part?lang=en')).body).not.toContain('data-loud')
  })
  test('cannot be pressed from another page or by nonsense', async () => {
    expect((await press('/acknowledge', 'seen=locked', { origin: 'http://evil.example' })).code).toBe(403)
    expect((await press('/acknowledge', 'seen=<b>')).code).toBe(400)
    expect((await press('/constructor', 'seen=yes')).code).toBe(405)
    expect(acknowledged).toEqual([])
  })
  test('stops everything, and stays where it was', async () => {
    expect(await press('/master-stop?lang=de&look=day&from=crew', 'stop=on')).toMatchObject({
      code: 303,
      headers: { location: '/crew?lang=de&look=day' },
    })
    expect(stops).toEqual([true])
  })
})

describe('the check at commissioning', () => {
  const figures = {
    readsKw: null,
    minerKw: null,
    movedKw: null,
    tookMs: null,
    stepKw: null,
    isMeasured: null,
    stops: [],
  }
  const result = { outcome: 'passed', at: 1_000, failure: null, reason: null, figures } as const
  test.each(LANGUAGES)(
    'in %s it says where it stands, what is next and what is not covered',
    async (language) => {
      check = {
        ...openCheck,
        report: {
          ...openCheck.report,
          results: {
            meter: { ...result, figures: { ...figures, readsKw: 41.2 } },
            panel: { ...result, outcome: 'skipped', reason: '<img src=x>' },
          },
        },
      }
      const { body, headers } = await get(`/commission?lang=${language}`)
      const t = commissionTexts[language]
      expect(headers['content-language']).toBe(language)
      expect(body).toContain(t.position.open)
      expect(body).toContain(t.steps.miner.what)
      expect(body).not.toContain(t.steps.cable.what)
      expect(body).not.toContain('<img src=x>')
      expect(body).toMatch(/41[.,]2 kW/)
      expect(body).toContain(t.never['welded-contactor'])
      expect(body).not.toContain('http-equiv="refresh"')
    },
  )
  test.each(LANGUAGES)(
    'in %s a meter that is doubted is told as that, and not as one that nobody checked',
    async (language) => {
      const failed = { ...result, outcome: 'failed', failure: 'meter-did-not-follow' } as const
      const miner = { ...failed, figures: { ...figures, minerKw: 3.4, movedKw: 1.7 } }
      check = { ...openCheck, isDoubted: true, report: { ...openCheck.report, results: { miner } } }
      const { body } = await get(`/commission?lang=${language}`)
      const t = commissionTexts[language]
      expect(body).toContain(powerTexts[language].warnings['meter-doubted'])
      expect(body).not.toContain(t.position.open)
      expect(body).toContain(t.failures['meter-did-not-follow'])
    },
  )
  test.each(LANGUAGES)('in %s another meter is named, with what shows it', async (language) => {
    const miner = { ...result, outcome: 'failed', failure: 'other-meter' } as const
    const otherMeter = { part: 'serial', is: '<b>7002', was: '7001' } as const
    const meter = { maker: 'Acme', model: 'M 3', serial: '7001', source: null }
    check = {
      ...{ ...openCheck, isDoubted: true, otherMeter },
      report: { ...openCheck.report, meter, results: { miner } },
    }
    const t = powerTexts[language]
    const said = t.otherMeter(t.meterParts.serial, '&#60;b&#62;7002', '7001').replaceAll('\u00a0', ' ')
    const { body } = await get(`/commission?lang=${language}`)
    expect(body).toContain(said)
    expect(body).not.toContain(t.warnings['meter-doubted'])
    expect(body).toContain(`Acme M 3, ${t.meterParts.serial} 7001`)
    expect(body).toContain(commissionTexts[language].failures['other-meter'])
    status = { ...status, power: { ...status.power, isSetUp: true, warnings: ['meter-doubted'], otherMeter } }
    expect((await get(`/?lang=${language}`)).body).toContain(said)
  })
  test('shows what is under way, asks for the panel, and looks again by itself', async () => {
    check = { ...openCheck, active: { step: 'panel', phase: 'look' } }
    status = { ...status, power: { ...status.power, panelCheck: { readsKw: 41.2, isSame: null } } }
    const { body } = await get('/commission?lang=en')
    expect(body).toContain('http-equiv="refresh"')
    expect(body).toContain('The meter reads 41.2 kW')
    expect(body).toContain('from=commission')
    expect((await press('/panel-check?lang=en&from=commission', 'same=yes')).headers.location).toBe(
      '/commission?lang=en',
    )
  })
  test('takes what a person does, and nothing else', async () => {
    for (const form of [
      'act=begin&step=miner',
      'act=skip&step=cable&reason=in+the+lock',
      'act=enter&kw=35,5',
      'act=done',
    ])
      expect(await press('/commission?lang=de', form)).toMatchObject({
        code: 303,
        headers: { location: '/commission?lang=de' },
      })
    expect(checkActs).toEqual([
      { kind: 'begin', step: 'miner' },
      { kind: 'skip', step: 'cable', reason: 'in the lock' },
      { kind: 'enter', stepKw: 35.5 },
      { kind: 'done' },
    ])
    for (const form of [
      'act=begin&step=x',
      'act=skip&step=cable&reason=+',
      'act=enter&kw=-1',
      'act=enter&kw=',
      'act=x',
      '',
    ])
      expect((await press('/commission', form)).code).toBe(400)
    expect((await press('/commission', 'act=done', { origin: 'http://evil.example' })).code).toBe(403)
    expect(checkActs).toHaveLength(4)
  })
  test('is said on both other pages until it was done', async () => {
    const text = commissionTexts.en.position.open
    status = {
      ...status,
      power: { ...status.power, isSetUp: true, check: { position: 'open', checkedElsewhere: null } },
    }
    for (const path of ['/?lang=en', '/crew?lang=en']) expect((await get(path)).body).toContain(text)
    status = { ...status, power: { ...status.power, check: { position: 'done', checkedElsewhere: null } } }
    for (const path of ['/?lang=en', '/crew?lang=en']) expect((await get(path)).body).not.toContain(text)
    expect(JSON.parse((await get('/commission.json')).body)).toEqual(openCheck.report)
  })
})

describe('choosing the meter', () => {
  const shown = {
    ...{ name: 'eastron-sdm630', address: '<b>192.168.1.6</b>:502, unit 1', state: 'connected' },
    ...{ problem: null, detail: null, isVerified: true, readsKw: 41.2, phasesKw: [13.7, 13.7, 13.8] },
    ...{ frequencyHz: 49.98, ageMs: 400 },
  }
  test.each(LANGUAGES)('in %s it says what counts now, and asks what a meter needs', async (language) => {
    const t = meterTexts[language]
    const first = (await get(`/meter?lang=${language}`)).body
    expect(first).toContain(t.none)
    expect(first).toContain('Eastron SDM630')
    expect(first).not.toContain('name="host"')
    const { body } = await get(`/meter?lang=${language}&choose=eastron-sdm630`)
    expect(body).toContain(t.fields.ratio?.label)
    expect(body).toContain('value="502"')
    expect(body).not.toContain('name="portalId"')
    expect(body).not.toContain('http-equiv="refresh"')
  })
  test('shows a meter on trial, and asks for the panel only when it is proven', async () => {
    meter = {
      ...meter,
      inForce: shown,
      trial: { ...shown, isVerified: false, readsKw: null, isProven: false },
    }
    const waits = (await get('/meter?lang=en')).body
    expect(waits).toContain(meterTexts.en.waiting)
    expect(waits).toContain('http-equiv="refresh"')
    expect(waits).not.toContain('value="keep"')
    expect(waits).not.toContain('<b>192')
    meter = { ...meter, trial: { ...shown, isProven: true } }
    const asks = (await get('/meter?lang=en')).body
    expect(asks).toContain('The meter reads 41.2 kW. Is that what your panel says?')
    expect(asks).toContain('L3 13.8 kW')
    // Nothing moves under the hand that answers.
    expect(asks).not.toContain('http-equiv="refresh"')
    expect(asks).toContain('value="keep"')
  })
  test('shows again what was entered where some of it is wrong, and never a login', async () => {
    outcome = { name: 'wrong', fields: ['host'] }
    const sent = 'act=try&meter=shelly-rpc&host=%3Cscript%3E&password=hidden'
    const { code, headers } = await press('/meter?lang=de', sent)
    expect(code).toBe(303)
    expect(headers.location).not.toContain('hidden')
    const { body } = await get(String(headers.location).replace('choose=shelly-rpc', 'choose=eastron-sdm630'))
    expect(body).toContain(meterTexts.de.fields.host?.wrong)
    expect(body).toContain('value="&#60;script&#62;"')
    expect(body).toContain('aria-invalid="true"')
  })
  test('takes the list of a controller as a file, and shows none of it again', async () => {
    const boundary = '----------------------------7e13a2f09b'
    outcome = { name: 'wrong', fields: ['map'] }
    const send = (list: string | Buffer, headers = {}) =>
      press(
        '/meter?lang=en',
        Buffer.concat([
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="act"\r\n\r\ntry\r\n`),
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="meter"\r\n\r\ncomap-export\r\n`,
          ),
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="map"; filename="list.txt"\r\nContent-Type: text/plain\r\n\r\n`,
          ),
          Buffer.from(list),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
        { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
      )
    const list = `01020  8202 Load kW\r\n${'='.repeat(300_000)}`
    const { code, headers } = await send(list)
    expect(code).toBe(303)
    expect(headers.location).toBe('/meter?lang=en&choose=comap-export&said=wrong&wrong=map')
    await send(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('01020', 'utf16le')]))
    expect(meterForms).toEqual([
      ['comap-export', list],
      ['comap-export', '01020'],
    ])
    // A file that is far too long, or nothing of that kind, is no list.
    expect((await send('='.repeat(3_000_000))).code).toBe(303)
    expect((await press('/meter', 'x', { 'content-type': 'multipart/form-data' })).code).toBe(303)
    expect(meterForms.slice(2)).toEqual([
      ['comap-export', null],
      ['comap-export', null],
    ])
    expect((await send(list, { origin: 'http://evil.example' })).code).toBe(403)
    expect(meterForms).toHaveLength(4)
    meter = {
      ...meter,
      choices: [{ name: 'comap-export', fields: [{ field: 'map', preset: '' }] }],
      inForce: { ...shown, name: 'comap-export', registers: 'kW 1021' },
    }
    for (const language of LANGUAGES) {
      const { body } = await get(`/meter?lang=${language}&choose=comap-export&wrong=map`)
      expect(body).toContain('enctype="multipart/form-data"')
      expect(body).toContain('type="file"')
      expect(body).toContain(meterTexts[language].fields.map?.wrong)
      expect(body).toContain(`<dt>${meterTexts[language].registers}</dt><dd>kW 1021</dd>`)
    }
  })
  test('says what came of a press, and takes nothing from elsewhere', async () => {
    for (const [act, name, said] of [
      ['keep', 'kept', 'kept'],
      ['keep', 'not-proven', 'not-proven'],
      ['drop', 'done', 'dropped'],
    ] as const) {
      outcome = { name }
      const { headers } = await press('/meter?lang=en', `act=${act}`)
      expect(headers.location).toBe(`/meter?lang=en&said=${said}`)
      expect((await get(String(headers.location))).body).toContain(meterTexts.en.outcomes[said])
    }
    expect(meterActs).toEqual(['keep', 'keep', 'drop'])
    expect((await press('/meter', 'act=keep', { origin: 'http://evil.example' })).code).toBe(403)
    expect((await press('/meter', 'act=x')).code).toBe(400)
    expect(meterActs).toHaveLength(3)
  })
})

describe('searching the network for meters', () => {
  const found: FoundMeter = {
    ...{ address: '192.168.1.6', port: 502, kind: 'modbus', choose: null },
    ...{ maker: '<b>Acme</b>', model: '"M" 3', serial: '7001' },
  }
  const ended: MeterSearchStatus = { isRunning: false, looked: 254, total: 254, found: [], unknownName: null }
  const shownWith = async (search: Partial<MeterSearchStatus>, path = '/meter?lang=en') => {
    meter = { ...meter, search: { ...ended, ...search } }
    return (await get(path)).body
  }

  test.each(LANGUAGES)('in %s it is one press, and shows how far it is by itself', async (language) => {
    const t = meterTexts[language].search
    const path = `/meter?lang=${language}`
    const before = (await get(path)).body
    expect(before).toContain(t.begin)
    expect(before).not.toContain('http-equiv="refresh"')
    const { code, headers } = await press(path, 'act=search')
    expect([code, headers.location, meterActs]).toEqual([303, path, ['search']])
    const running = await shownWith({ isRunning: true, looked: 64 }, path)
    expect(running).toContain(t.progress('64', '254'))
    expect(running).toContain(`http-equiv="refresh" content="3;url=${path}"`)
    // One at a time, and the page is not taken away from under who fills in the form.
    expect(running).not.toContain('value="search"')
    expect((await get(`${path}&choose=eastron-sdm630`)).body).not.toContain('http-equiv="refresh"')
    const nothing = await shownWith({}, path)
    expect(nothing).toContain(t.nothing)
    expect(nothing).toContain(t.again)
    expect(nothing).not.toContain('http-equiv="refresh"')
    expect(await shownWith({ looked: 100 }, path)).toContain(t.broken('100', '254'))
    expect(await shownWith({ looked: 0, total: 0 }, path)).toContain(t.noNetwork)
    const unknown = await shownWith({ looked: 0, total: 0, unknownName: 'meter.ship' }, path)
    expect(unknown).toContain(t.unknownName('meter.ship'))
    expect(unknown).not.toContain(t.noNetwork)
    for (const [kind, words] of Object.entries(t.kinds))
      expect(await shownWith({ found: [{ ...found, kind: kind as FoundMeter['kind'] }] }, path)).toContain(
        words,
      )
  })

  test('fills address and kind into the form, and nothing of what a device says into the page', async () => {
    const body = await shownWith({
      found: [
        { ...found, kind: 'shelly', port: 80, choose: 'shelly-rpc', address: '192.168.1.7' },
        found,
        { ...found, kind: 'sunspec-other', address: '192.168.1.8' },
      ],
    })
    expect(body).toContain('&#60;b&#62;Acme&#60;/b&#62; &#34;M&#34; 3, serial number 7001')
    expect(body).not.toContain('<b>')
    const links = [...body.matchAll(/href="(\/meter\?[^"]*host[^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&#38;', '&'),
    )
    expect(links).toEqual([
      '/meter?lang=en&choose=shelly-rpc&host=192.168.1.7&port=80#choose',
      '/meter?lang=en&host=192.168.1.6#choose',
    ])
    // With the name to be chosen still, the address goes along.
    const next = (await get(String(links[1]).replace('#choose', ''))).body
    expect(next).toContain(meterTexts.en.search.carried('192.168.1.6'))
    expect(next).toContain('<input type="hidden" name="host" value="192.168.1.6">')
    const form = (await get('/meter?lang=en&choose=eastron-sdm630&host=192.168.1.6')).body
    expect(form).toContain('id="host" name="host" value="192.168.1.6"')
    expect(form).toContain('value="502"')
    const poisoned = (await get('/meter?lang=en&host=%22%3E%3Cscript%3E&port=%22%3E')).body
    expect(poisoned).not.toMatch(/<script|value="">"/)
  })

  test('says where more answers than is shown, and stands back while a meter is tried', async () => {
    const many = Array.from({ length: mostFound }, (_, index) => ({
      ...found,
      address: `10.0.0.${index + 1}`,
    }))
    expect(await shownWith({ found: many })).toContain(meterTexts.en.search.mostShown('50'))
    expect(await shownWith({ found: many.slice(1) })).not.toContain(meterTexts.en.search.mostShown('50'))
    expect((await press('/meter', 'act=search', { origin: 'http://evil.example' })).code).toBe(403)
    expect(meterActs).toEqual([])
  })
})
