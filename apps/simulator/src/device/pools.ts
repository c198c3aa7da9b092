/** A pool as a miner has it configured. */
export type PoolSetting = { host: string; port: number; user: string; password: string }

/** The address as miners write it. */
export function poolUrl(pool: PoolSetting): string {
  return `stratum+tcp://${pool.host}:${pool.port}`
}

/** Three made-up pools, in the order of failover; `worker` ends the user name. */
export function defaultPools(mining: 'pooled' | 'solo', worker: string): readonly PoolSetting[] {
  if (mining === 'solo') {
    const user = `bc1qsimulatedship00000000000000000000000000.${worker}`
    return [
      { host: 'solo.pool.example', port: 21496, user, password: 'x' },
      { host: 'solo-backup.pool.example', port: 3333, user, password: 'x' },
    ]
  }
  const user = `shipminer.${worker}`
  return [
    { host: 'btc.pool.example', port: 3333, user, password: '123' },
    { host: 'btc-eu.pool.example', port: 3333, user, password: '123' },
    { host: 'btc-backup.pool.example', port: 443, user, password: '123' },
  ]
}
