import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { options } from './options.ts'

/** One measured thing. `met` is left out where the row has no bar of its own, and is a text where the machine could not show it. */
export type Row = {
  what: string
  measured: string
  reference?: string
  ratio?: string
  bar?: string
  met?: boolean | string
}

const revision = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: REPO_ROOT, encoding: 'utf8' }).trim()
  } catch {
    return 'no git'
  }
}
const load = () => loadavg().map((value) => value.toFixed(1))
const loadAtStart = load()

/** Prints one benchmark as a Markdown table under its inputs and the state of the machine, ready for `docs/bench.md`. */
export function printTable(title: string, inputs: readonly string[], rows: readonly Row[]): void {
  const cells = [
    ['', 'measured', 'reference', 'ratio', 'bar', 'met'],
    ...rows.map((row) => [
      row.what,
      row.measured,
      row.reference ?? '',
      row.ratio ?? '',
      row.bar ?? '',
      typeof row.met === 'string' ? row.met : row.met === undefined ? '' : row.met ? 'yes' : '**no**',
    ]),
  ]
  const widths = cells[0]?.map((_, column) =>
    Math.max(3, ...cells.map((line) => (line[column] ?? '').length)),
  )
  const lines = cells.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths?.[i] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths?.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  const machine = [
    `${options.long ? 'long' : 'short'} form`,
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load ${loadAtStart[0]} at the start, ${load()[0]} at the end`,
    `commit ${revision()}`,
    new Date().toISOString().slice(0, 16),
  ]
  console.log(`\n### ${title}\n`)
  for (const input of inputs) console.log(`- ${input}`)
  console.log(`- machine: ${machine.join(', ')}\n`)
  console.log(lines.join('\n'))
  console.log('')
}

/** What is going on, for the one who waits; not part of the table. */
export const say = (text: string): void => console.error(`  … ${text}`)

export const round = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
export const ms = (value: number): string => `${round(value, value < 10 ? 1 : 0)} ms`
export const perSecond = (value: number): string => `${round(value)}/s`
export const times = (value: number): string => `${round(value, 2)} ×`
export const percent = (value: number): string => `${round(value * 100)} %`
export const megabytes = (bytes: number): string => `${round(bytes / 2 ** 20)} MB`
