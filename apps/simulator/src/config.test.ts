import { expect, test } from 'vitest'
import { envName, parseConfig } from './config.ts'

test('has a sensible ship by default', () => {
  expect(parseConfig([], {})).toEqual({
    ok: true,
    config: {
      name: 'Simulated ship',
      seed: 'ship',
      miners: 3,
      model: 's19xp-hyd',
      lottery: 1,
      bitaxes: 0,
      fleet: [],
      ports: 'ephemeral',
      'rest-pace': 1,
      'web-port': 80,
      'admin-port': 4080,
      'age-hours': 6,
      user: 'root',
      password: 'root',
      'generator-kw': 0,
      'ship-kw': 20,
      'crane-kw': 0,
      'allow-non-loopback': false,
    },
  })
})

test('flags beat the environment', () => {
  const parsed = parseConfig(['--miners', '5', '--ports=standard'], {
    SIM_MINERS: '9',
    SIM_ADMIN_PORT: '0',
    OTHER: 'x',
  })
  expect(parsed).toMatchObject({ ok: true, config: { miners: 5, ports: 'standard', 'admin-port': 0 } })
  expect(envName('allow-non-loopback')).toBe('SIM_ALLOW_NON_LOOPBACK')
})

test('a fleet of any models', () => {
  const fleet = (text: string) => parseConfig(['--fleet', text], {})
  expect(fleet('whatsminer-m50s=2, avalon-q')).toMatchObject({
    config: {
      fleet: [
        { model: 'whatsminer-m50s', count: 2 },
        { model: 'avalon-q', count: 1 },
      ],
    },
  })
  for (const wrong of ['boat=1', 'avalon-q=many']) expect(fleet(wrong)).toMatchObject({ ok: false })
})

test('tells everything that is wrong at once', () => {
  const parsed = parseConfig(['--miners', 'many', '--host', 'ship'], {
    SIM_MODEL: 'boat',
    SIM_ADMIN_PORT: '70000',
  })
  if (parsed.ok) throw new Error('should not parse')
  expect(parsed.problems).toHaveLength(4)
  expect(parsed.problems.join('\n')).toContain('--miners (SIM_MINERS)')
  expect(parseConfig(['--speed', '3'], {})).toMatchObject({ ok: false })
})
