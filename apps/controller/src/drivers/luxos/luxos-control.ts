import { type Budget, budgetFrom } from '../budget.ts'
import { readCommand } from '../cgminer/cgminer-client.ts'
import { poolsOfImage } from '../cgminer/cgminer-control.ts'
import { listPools, poolsMatch } from '../cgminer/cgminer-pools.ts'
import { changeListedPools } from '../cgminer/change-listed-pools.ts'
import { replyTo, sectionOf } from '../cgminer/parse-reply.ts'
import { amountOf, fieldOf, flagOf, type Row, textOf } from '../cgminer/values.ts'
import { allAbilities, type DeviceCommand, type DeviceControl } from '../device-control.ts'
import type { DeviceAddress, Driver } from '../driver.ts'
import { type Act, type ActScene, actFrom, type Check, createPlannedControl } from '../planned-control.ts'
import { closeSession, openSession, writeInSession } from './luxos-session.ts'

/** A profile and the watts that the firmware gives it. */
type Profile = { name: string; watts: number }

/** Acting on LuxOS: curtailment by sleep, limits by profiles, everything under its one session. */
export function createLuxosControl(poll: Driver['poll']): DeviceControl {
  return createPlannedControl({ driver: 'luxos', poll, capabilities, act, check })
}

const capabilities: DeviceControl['capabilities'] = async (target, _credentials, context) => {
  const budget = budgetFrom(context)
  const config = await readConfig(target.address, budget)
  if (config === null) return allAbilities('unreachable')
  const profiles = await readProfiles(target.address, budget)
  const watts = profiles.map((profile) => profile.watts)
  const name = textOf(fieldOf(config, 'Profile'))
  const present = profiles.find((profile) => profile.name === name)
  return {
    ...allAbilities('yes'),
    pools: 'untried',
    powerLimit: profiles.length > 0 ? 'yes' : 'no',
    powerLimitWatts: profiles.length > 0 ? { min: Math.min(...watts), max: Math.max(...watts) } : null,
    powerLimitNow: present === undefined ? null : { watts: present.watts, isManaged: isManaged(config) },
    powerPercent: 'no',
    powerMode: 'no',
  }
}

async function act(command: DeviceCommand, scene: ActScene): Promise<Act> {
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return inSession(scene, true, [['curtail', 'sleep']])
    case 'start':
    case 'wake':
      return inSession(scene, false, [['curtail', 'wakeup']])
    case 'restart':
      return inSession(scene, false, [['resetminer', null]])
    case 'reboot':
      return inSession(scene, false, [['rebootdevice', null]])
    case 'locate':
      return inSession(scene, false, [['ledset', command.on ? 'red,blink' : 'red,auto']])
    case 'power-limit': {
      const profiles = await readProfiles(scene.target.address, scene.budget)
      const chosen = profileWithin(profiles, command.watts)
      return chosen === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : setProfile(chosen.name, scene, command.isManaged === true)
    }
    case 'pools':
      return changeListedPools(command.pools, scene)
    case 'restore': {
      const pools = poolsOfImage(command.image)
      if (pools !== null) return changeListedPools(pools, scene)
      const profile = textOf(fieldOf(command.image.content, 'profile'))
      return profile === null
        ? { kind: 'refused', reason: 'invalid-value' }
        : setProfile(profile, scene, flagOf(fieldOf(command.image.content, 'isManaged')) === true)
    }
    default:
      return { kind: 'unsupported' }
  }
}

/** The strongest profile that stays within a limit; null when even the weakest does not. */
export function profileWithin(profiles: readonly Profile[], watts: number): Profile | null {
  const within = profiles.filter((profile) => profile.watts <= watts)
  return within.reduce<Profile | null>(
    (best, profile) => (best === null || profile.watts > best.watts ? profile : best),
    null,
  )
}

const isManaged = (config: Row): boolean => flagOf(fieldOf(config, 'IsAtmEnabled')) === true

/** The firmware's own thermal management would choose another profile at once, so it is switched off first; after what was found it goes on. */
async function setProfile(name: string, scene: ActScene, goesOn: boolean): Promise<Act> {
  const config = await readConfig(scene.target.address, scene.budget)
  const present = textOf(fieldOf(config, 'Profile'))
  if (config === null || present === null) return { kind: 'refused', reason: 'config-unreadable' }
  const wasManaged = isManaged(config)
  const image = scene.imageOf({ profile: present, isManaged: wasManaged })
  await scene.context.keep?.(image)
  const act = await inSession(scene, false, [
    ...(wasManaged ? ([['atmset', 'enabled=false']] as const) : []),
    ['profileset', name],
    ...(goesOn ? ([['atmset', 'enabled=true']] as const) : []),
  ])
  return act.kind === 'sent'
    ? { ...act, image, expected: { profile: name, ...(goesOn ? { isManaged: true } : {}) } }
    : act
}

async function inSession(
  scene: ActScene,
  mayShare: boolean,
  commands: readonly (readonly [command: string, parameter: string | null])[],
): Promise<Act> {
  const { address } = scene.target
  const session = await openSession(address, mayShare, scene.budget)
  if (!session.ok) {
    if (session.problem === 'unreachable') return { kind: 'unreachable' }
    return session.problem === 'unsupported'
      ? { kind: 'unsupported' }
      : { kind: 'refused', reason: 'session-busy' }
  }
  try {
    for (const [command, parameter] of commands) {
      const act = actFrom(await writeInSession(address, session, command, parameter, scene.budget))
      if (act.kind !== 'sent') return act
    }
    return { kind: 'sent' }
  } finally {
    await closeSession(address, session, scene.budget)
  }
}

async function check(
  command: DeviceCommand,
  accepted: { expected: Readonly<Record<string, unknown>> | null },
  scene: ActScene,
): Promise<Check> {
  const { address } = scene.target
  const pools =
    command.kind === 'pools' ? command.pools : command.kind === 'restore' ? poolsOfImage(command.image) : null
  if (pools !== null) {
    const listed = await listPools(address, scene.budget)
    return listed !== null && poolsMatch(listed, pools) ? 'yes' : 'not-yet'
  }
  const config = await readConfig(address, scene.budget)
  if (config === null) return 'not-yet'
  if (command.kind === 'locate') {
    return (textOf(fieldOf(config, 'RedLed')) === 'blink') === command.on ? 'yes' : 'not-yet'
  }
  if (fieldOf(accepted.expected, 'isManaged') === true) return isManaged(config) ? 'yes' : 'not-yet'
  return textOf(fieldOf(config, 'Profile')) === fieldOf(accepted.expected, 'profile') ? 'yes' : 'not-yet'
}

/** What `config` reports; null when it cannot be read whole. */
export async function readConfig(address: DeviceAddress, budget: Budget): Promise<Row | null> {
  const outcome = await readCommand(address, 'config', budget)
  if (!outcome.ok) return null
  const section = sectionOf(replyTo(outcome.parsed, 'config'), 'CONFIG')
  return section.complete ? (section.rows[0] ?? null) : null
}

async function readProfiles(address: DeviceAddress, budget: Budget): Promise<Profile[]> {
  const outcome = await readCommand(address, 'profiles', budget)
  const section = sectionOf(outcome.ok ? replyTo(outcome.parsed, 'profiles') : null, 'PROFILES')
  return section.complete ? section.rows.map(profileFrom).filter((profile) => profile !== null) : []
}

function profileFrom(row: Row): Profile | null {
  const name = textOf(fieldOf(row, 'Profile Name'))
  const watts = amountOf(row, 'Watts')
  return name === null || watts === null || watts === 0 ? null : { name, watts }
}
