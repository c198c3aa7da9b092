/*
 * `node apps/controller/src/commission.ts`: the check at commissioning by command, against the controller that runs on this machine.
 *
 *   commission                       what was found, and what is next
 *   commission begin <step>          begins a step, and waits for its end
 *   commission panel <yes|no>        whether the ship's panel shows what the meter reads
 *   commission enter <kW>            the largest step of the ship
 *   commission done                  the step that is watched for has been; or gives up what is under way
 *   commission skip <step> <reason>  leaves a step out
 *   commission report                the whole report as JSON
 *
 * `--port` is that of the status page (STATUS_PORT), where it is not 8480.
 */

import { parseArgs } from 'node:util'
import { commissioningSteps } from '@shipminer/domain/generator/commissioning/commissioning'
import { reasonOf } from '@shipminer/domain/reason-of'
import { z } from 'zod'

const usage = `commission [begin <step> | panel <yes|no> | enter <kW> | done | skip <step> <reason> | report]
steps: ${commissioningSteps.join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '8480' } },
})
const base = `http://127.0.0.1:${values.port}`

const StatusSchema = z.object({
  report: z.object({
    position: z.string(),
    results: z.record(
      z.string(),
      z.object({
        outcome: z.string(),
        failure: z.string().nullable(),
        reason: z.string().nullable(),
        figures: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  active: z.object({ step: z.string(), phase: z.string() }).nullable(),
})

async function status(): Promise<z.infer<typeof StatusSchema>> {
  return StatusSchema.parse(await (await fetch(`${base}/commission-status.json`)).json())
}

async function post(path: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { origin: base },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error((await answer.text()).trim())
}

async function show(): Promise<void> {
  const { report, active } = await status()
  console.log(`position: ${report.position}`)
  for (const step of commissioningSteps) {
    const result = report.results[step]
    const known = Object.entries(result?.figures ?? {}).filter(
      ([, figure]) => figure !== null && !(Array.isArray(figure) && figure.length === 0),
    )
    const said = [
      result?.failure,
      result?.reason,
      ...known.map(([name, one]) => `${name} ${JSON.stringify(one)}`),
    ]
    console.log(
      `${step.padEnd(13)} ${step === active?.step ? `under way: ${active.phase}` : (result?.outcome ?? 'not done')} ${said.filter(Boolean).join(', ')}`.trimEnd(),
    )
  }
}

/** Prints each phase as it comes, until the step has ended. */
async function wait(): Promise<void> {
  let last = ''
  for (;;) {
    const { active } = await status()
    if (active === null) return show()
    if (active.phase !== last) console.log(`${active.step}: ${active.phase}`)
    last = active.phase
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

async function run([name, first = '', ...rest]: readonly string[]): Promise<void> {
  switch (name) {
    case undefined:
      return show()
    case 'begin':
      await post('/commission', { act: 'begin', step: first })
      // A person answers the panel's question; the rest ends by itself.
      return first === 'panel' ? show() : wait()
    case 'panel':
      await post('/panel-check', { same: first })
      return show()
    case 'enter':
      await post('/commission', { act: 'enter', kw: first })
      return show()
    case 'done':
      await post('/commission', { act: 'done' })
      return show()
    case 'skip':
      await post('/commission', { act: 'skip', step: first, reason: rest.join(' ') })
      return show()
    case 'report':
      console.log(await (await fetch(`${base}/commission.json`)).text())
      return
    default:
      throw new Error(usage)
  }
}

run(positionals).catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
