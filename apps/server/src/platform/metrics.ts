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
      help: 'Time to answer, by class of status (2xx, 4xx …)',
      labelNames: ['status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    slowRequests: new Counter({
      name: 'shipminer_slow_requests_total',
      help: 'Requests that took a second or longer, by method and route',
      labelNames: ['method', 'route'],
      registers,
    }),
    failedRequests: new Counter({
      name: 'shipminer_failed_requests_total',
      help: 'Requests that ended with a fault of the server (5xx), by method and route',
      labelNames: ['method', 'route'],
      registers,
    }),
    jobFailures: new Counter({
      name: 'shipminer_job_failures_total',
      help: 'Runs of a background job on this server that failed, by job',
      labelNames: ['job'],
      registers,
    }),
    statementSeconds: new Histogram({
      name: 'shipminer_database_statement_seconds',
      help: 'Time that statements of people and jobs took in the database',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2.5, 10],
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
    sweepFailures: new Counter({
      name: 'shipminer_sweep_failures_total',
      help: 'Owners or ships that a background job could not serve while it served the others, by job',
      labelNames: ['job'],
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
