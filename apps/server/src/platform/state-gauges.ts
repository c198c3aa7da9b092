import { Gauge, type Registry } from 'prom-client'

/** Gauges for what a server knows of itself and its database at one moment: made for one scrape, with no values yet. */
export function createStateGauges(registry: Registry) {
  const gauge: MakeGauge = (name, help, ...labelNames) => {
    const made = new Gauge({ name: `shipminer_${name}`, help, labelNames, registers: [registry] })
    // One without labels begins at 0, which is an answer.
    if (labelNames.length === 0) made.remove()
    return made
  }
  return {
    ...createDatabaseGauges(gauge),
    jobBehindSeconds: gauge('job_behind_seconds', 'Seconds past the time a job should have finished', 'job'),
    jobInTrouble: gauge('job_in_trouble', '1: the job failed last time, or is late', 'job'),
    outboxWaiting: gauge('outbox_waiting', 'Messages that wait to be sent', 'outbox'),
    outboxOldestSeconds: gauge(
      'outbox_oldest_seconds',
      'Seconds that the oldest message has waited, 0: none waits',
      'outbox',
    ),
    outboxFailed: gauge('outbox_failed', 'Messages that were given up', 'outbox'),
    mailConfigured: gauge('mail_configured', '1: there is a mail server; 0: mails only wait'),
    backupAgeSeconds: gauge(
      'backup_age_seconds',
      'Seconds since the state in the last backup; missing: there is none that the database knows of',
    ),
    setAsideItems: gauge('set_aside_items', 'What was set aside and no operator has seen yet'),
    setAsideUnkeptRows: gauge('set_aside_unkept_rows', 'Rows of ships that were counted but not kept'),
    spoolDroppedSamples: gauge(
      'spool_dropped_samples',
      'Samples that boxes say they dropped because they could not send or keep them',
    ),
    silentControllers: gauge('silent_controllers', 'Controllers that should report and do not'),
    paymentsInDoubt: gauge(
      'payments_in_doubt',
      'Coin payments with money that does not settle them and that no operator has decided on',
    ),
    watcherLagSeconds: gauge(
      'chain_watcher_lag_seconds',
      'Seconds since a source of a chain was last read; missing: never',
      'chain',
      'source',
    ),
    watcherFresh: gauge('chain_watcher_fresh', '1: payments on it are seen', 'chain', 'source'),
    liveSockets: gauge('live_sockets', 'Pages watching live values'),
  }
}

type MakeGauge = <L extends string>(name: string, help: string, ...labelNames: L[]) => Gauge<L>

function createDatabaseGauges(gauge: MakeGauge) {
  return {
    databaseUp: gauge('database_up', '1: the database answers'),
    databaseLatencySeconds: gauge('database_latency_seconds', 'Round trip of one trivial statement'),
    databaseRestarts: gauge(
      'database_restarts',
      'How often the embedded engine, or the listening connection, was rebuilt since the start',
    ),
    poolConnections: gauge('database_pool_connections', 'Connections of the pool', 'state'),
    poolWaiting: gauge('database_pool_waiting', 'Statements that wait for a connection'),
    migrationsPending: gauge('migrations_pending', 'Changes of the tables that this version lacks'),
    buildInfo: gauge('build_info', 'Always 1', 'version'),
  }
}

export type StateGauges = ReturnType<typeof createStateGauges>
