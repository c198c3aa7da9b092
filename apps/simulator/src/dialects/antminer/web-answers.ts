import { firmwareOf } from '../../device/flash.ts'
import { poolUrl } from '../../device/pools.ts'
import { sumPools } from '../../device/readings.ts'
import type { UnitView } from '../../device/unit.ts'
import { emptyPoolCounters } from '../../physics/shares.ts'
import { antminerTraits, FIRMWARE, formatTimeSinceShare, readAntminer, shortDifficulty } from './reading.ts'
import { chipMap } from './rpc-answers.ts'

/** 0 normal, 1 sleep, 2 high, 3 low. */
const workMode = ({ asleep, settings }: UnitView) =>
  asleep || settings.asleep ? 1 : { normal: 0, high: 2, low: 3 }[settings.workMode]

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

function head(view: UnitView, message: string): Record<string, Json> {
  return {
    STATUS: {
      STATUS: 'S',
      when: Math.floor(view.nowMs / 1000),
      Msg: message,
      api_version: '1.0.0',
    },
    INFO: {
      miner_version: FIRMWARE.minerVersion,
      CompileTime: FIRMWARE.compileTime,
      type: antminerTraits(view).type,
    },
  }
}

/** `get_system_info.cgi`. */
export function systemInfo(view: UnitView, host: string): Json {
  return {
    minertype: antminerTraits(view).type,
    nettype: 'DHCP',
    netdevice: 'eth0',
    macaddr: view.identity.mac,
    hostname: view.identity.hostname,
    ipaddress: host,
    netmask: '255.255.255.0',
    gateway: '',
    dnsservers: '',
    system_mode: 'GNU/Linux',
    system_kernel_version: FIRMWARE.kernel,
    system_filesystem_version: firmwareOf(view, FIRMWARE.compileTime),
    firmware_type: 'Release',
    serinum: view.identity.serial,
  }
}

/** `miner_type.cgi`. */
export function minerType(view: UnitView): Json {
  const traits = antminerTraits(view)
  return {
    miner_type: traits.type,
    subtype: traits.subtype,
    fw_version: firmwareOf(view, FIRMWARE.compileTime),
  }
}

/** `get_network_info.cgi`. */
export function networkInfo(view: UnitView, host: string): Json {
  return {
    nettype: 'DHCP',
    netdevice: 'eth0',
    macaddr: view.identity.mac,
    ipaddress: host,
    netmask: '255.255.255.0',
    conf_nettype: 'DHCP',
    conf_hostname: view.identity.hostname,
    conf_ipaddress: '',
    conf_netmask: '',
    conf_gateway: '',
    conf_dnsservers: '',
  }
}

/** `get_miner_conf.cgi`. */
export function minerConf(view: UnitView): Json {
  return {
    pools: view.settings.pools.map((pool) => ({
      url: pool.host === '' ? '' : poolUrl(pool),
      user: pool.user,
      pass: pool.password,
    })),
    'api-listen': true,
    'api-network': true,
    'api-groups': `A:${FIRMWARE.apiGroup}`,
    'api-allow': 'A:0/0,W:*',
    'bitmain-fan-ctrl': false,
    'bitmain-fan-pwm': '100',
    'bitmain-use-vil': true,
    'bitmain-freq': String(view.model.hardware.frequencyMhz),
    'bitmain-voltage': '1400',
    'bitmain-ccdelay': '0',
    'bitmain-pwth': '0',
    'bitmain-work-mode': String(workMode(view)),
    'bitmain-hashrate-percent': '100',
    'bitmain-freq-level': String(view.settings.custom.freqLevel ?? '100'),
  }
}

/** `summary.cgi`, also `summary` over the socket with `new_api`. */
export function webSummary(view: UnitView): Json {
  const reading = readAntminer(view)
  const deadChain = reading.chains.find((chain) => !chain.alive)
  const line = (type: string, message: string) => ({
    type,
    status: message === '' ? 's' : 'e',
    code: message === '' ? 0 : 1,
    msg: message,
  })
  return {
    ...head(view, 'summary'),
    SUMMARY: [
      {
        elapsed: reading.elapsedSeconds,
        rate_5s: reading.ghs5s,
        rate_30m: reading.ghs30m,
        rate_avg: reading.ghsAv,
        rate_ideal: reading.idealGhs,
        rate_unit: 'GH/s',
        hw_all: reading.hardwareErrors,
        bestshare: Math.round(sumPools(view.state.pools).bestDifficulty),
        status: [
          line('rate', deadChain ? `chain ${deadChain.index} hash rate is zero` : ''),
          line('network', view.state.activePool === null && !reading.asleep ? 'no pool connected' : ''),
          line('fans', ''),
          line('temp', reading.tripped ? 'temperature too high' : ''),
        ],
      },
    ],
  }
}

/** `stats.cgi`, also `stats` over the socket with `new_api`. */
export function webStats(view: UnitView): Json {
  const reading = readAntminer(view)
  return {
    ...head(view, 'stats'),
    STATS: [
      {
        elapsed: reading.elapsedSeconds,
        rate_5s: reading.ghs5s,
        rate_30m: reading.ghs30m,
        rate_avg: reading.ghsAv,
        rate_ideal: reading.idealGhs,
        rate_unit: 'GH/s',
        chain_num: reading.chains.length,
        fan_num: 0,
        fan: [],
        hwp_total: 0.0001,
        'miner-mode': workMode(view),
        'freq-level': 100,
        chain: reading.chains.map((chain) => ({
          index: chain.index,
          freq_avg: chain.frequencyMhz,
          rate_ideal: chain.idealGhs,
          rate_real: chain.rateGhs,
          asic_num: chain.chips,
          asic: chain.alive ? chipMap(chain.chips) : '',
          temp_pic: chain.pic,
          temp_pcb: chain.pcb,
          temp_chip: chain.chip,
          hw: chain.hardwareErrors,
          eeprom_loaded: chain.alive,
          sn: chain.alive ? (view.identity.boardSerials[chain.index] ?? '') : '',
          hwp: 0.0001,
        })),
      },
    ],
  }
}

/** `pools.cgi`, also `pools` over the socket with `new_api`. */
export function webPools(view: UnitView): Json {
  return {
    ...head(view, 'pools'),
    POOLS: view.pools.map((pool, index) => {
      const counters = view.state.pools[index] ?? emptyPoolCounters
      const used = view.state.activePool === index || counters.lastShareAtMs !== null
      return {
        index,
        url: poolUrl(pool),
        user: pool.user,
        status: view.asleep ? 'Disabled' : view.poolAlive[index] ? 'Alive' : 'Dead',
        priority: index,
        getworks: counters.getworks,
        accepted: counters.accepted,
        rejected: counters.rejected,
        discarded: counters.discarded,
        stale: counters.stale,
        diff: used ? shortDifficulty(view.model.shareDifficulty) : '',
        diff1: 0,
        diffa: counters.difficultyAccepted,
        diffr: counters.difficultyRejected,
        diffs: counters.difficultyStale,
        lsdiff: counters.lastShareDifficulty,
        lstime: formatTimeSinceShare(counters, view.nowMs),
      }
    }),
  }
}
