import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics of one server process. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    samplesStored: new Counter({ name: 'shipminer_samples_stored_total', help: 'Samples stored', registers }),
    batchesDuplicate: new Counter({
      name: 'shipminer_batches_duplicate_total',
      help: 'Batches that came again and changed nothing',
      registers,
    }),
    rowsSetAside: new Counter({
      name: 'shipminer_rows_set_aside_total',
      help: 'Rows of ships that no table takes, kept for a person to see',
      registers,
    }),
    valuesMended: new Counter({
      name: 'shipminer_values_mended_total',
      help: 'Values of ships that could not be what they claimed and are unknown now',
      registers,
    }),
    setAsideItems: new Gauge({
      name: 'shipminer_set_aside_items',
      help: 'What was set aside and no operator has seen yet',
      registers,
    }),
    sweepFailures: new Counter({
      name: 'shipminer_sweep_failures_total',
      help: 'Owners or ships that a background job could not serve while it served the others, by job',
      labelNames: ['job'],
      registers,
    }),
    liveSockets: new Gauge({ name: 'shipminer_live_sockets', help: 'Pages watching live values', registers }),
    watcherLagSeconds: new Gauge({
      name: 'shipminer_chain_watcher_lag_seconds',
      help: 'Seconds since a source of a chain was last read',
      labelNames: ['chain', 'source'],
      registers,
    }),
    uplinks: new Gauge({
      name: 'shipminer_uplinks',
      help: 'Controllers connected to this server',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
