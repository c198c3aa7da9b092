/**
 * The public pages as Lighthouse 12 judges them for a phone: the built site from its own server, each page several times, the median of each figure.
 * Lighthouse is no dependency of the product: it comes from the registry into the cache of the benchmarks.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { runCommand, runNode } from '../scripts/lib/run-command.ts'
import { startServer } from '../scripts/lib/stack.ts'
import { ensureWebBuilt } from '../scripts/lib/web-build.ts'
import { findChromium } from '../scripts/test/find-chromium.ts'
import { chooseSize } from './lib/options.ts'
import { ms, printTable, type Row, round, say } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { cacheDir, withWorkspace } from './lib/workspace.ts'

const version = '12.8.2'
const pages = ['/', '/shipminer-21', '/calculator', '/koop']
const rounds = chooseSize(3, 7)
const bars = { performance: 98, others: 100, lcpMs: 1_800, blockingMs: 150, shift: 0.01, requests: 12 }

const ScoreSchema = z.object({ score: z.nullable(z.number()) })
const FigureSchema = z.object({ numericValue: z.number() })
const RequestSchema = z.object({
  url: z.string(),
  resourceType: z.optional(z.string()),
  transferSize: z.optional(z.number()),
})
const ReportSchema = z.object({
  categories: z.object({
    performance: ScoreSchema,
    accessibility: ScoreSchema,
    'best-practices': ScoreSchema,
    seo: ScoreSchema,
  }),
  audits: z.object({
    'largest-contentful-paint': FigureSchema,
    'cumulative-layout-shift': FigureSchema,
    'total-blocking-time': FigureSchema,
    'network-requests': z.object({ details: z.object({ items: z.array(RequestSchema) }) }),
  }),
})
type Report = z.infer<typeof ReportSchema>

async function fetchLighthouse(): Promise<string> {
  const folder = join(cacheDir, `lighthouse-${version}`)
  const program = join(folder, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  say(`fetching Lighthouse ${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `lighthouse@${version}`]
  const { exitCode, output } = await runCommand('npm', args, { output: 'capture', timeoutMs: 300_000 })
  if (exitCode !== 0) throw new Error(`Lighthouse could not be installed: ${output.slice(-500)}`)
  return program
}

async function judgePage(program: string, chromium: string, url: string, file: string): Promise<Report> {
  const { exitCode, output } = await runNode(
    program,
    [
      url,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { output: 'capture', env: { CHROME_PATH: chromium }, timeoutMs: 180_000 },
  )
  if (exitCode !== 0) throw new Error(`Lighthouse ended with ${exitCode}: ${output.slice(-500)}`)
  return ReportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** The rows of one page: its four marks, its times, and what its first view fetched. */
function judgeReports(path: string, reports: readonly Report[]): Row[] {
  const figure = (read: (report: Report) => number) => median(reports.map(read))
  const mark = (name: keyof Report['categories']) =>
    figure(({ categories }) => Math.round((categories[name].score ?? 0) * 100))
  const performance = mark('performance')
  const others = (['accessibility', 'best-practices', 'seo'] as const).map(mark)
  const lcpMs = figure(({ audits }) => audits['largest-contentful-paint'].numericValue)
  const blockingMs = figure(({ audits }) => audits['total-blocking-time'].numericValue)
  const shift = figure(({ audits }) => audits['cumulative-layout-shift'].numericValue)
  const items = (report: Report) =>
    report.audits['network-requests'].details.items.filter(({ url }) => url.startsWith('http'))
  const requests = figure(
    (report) =>
      items(report).filter(({ resourceType }) => resourceType === 'Script' || resourceType === 'Stylesheet')
        .length,
  )
  const bytes = figure((report) => items(report).reduce((sum, one) => sum + (one.transferSize ?? 0), 0))
  return [
    {
      what: `${path}: performance`,
      measured: round(performance),
      bar: `≥ ${bars.performance}`,
      met: performance >= bars.performance,
    },
    {
      what: `${path}: accessibility, best practices, search`,
      measured: others.map((value) => round(value)).join(', '),
      bar: `${bars.others}`,
      met: others.every((value) => value >= bars.others),
    },
    {
      what: `${path}: largest contentful paint`,
      measured: ms(lcpMs),
      bar: `≤ ${ms(bars.lcpMs)}`,
      met: lcpMs <= bars.lcpMs,
    },
    {
      what: `${path}: total blocking time`,
      measured: ms(blockingMs),
      bar: `≤ ${ms(bars.blockingMs)}`,
      met: blockingMs <= bars.blockingMs,
    },
    {
      what: `${path}: layout shift`,
      measured: round(shift, 4),
      bar: `≤ ${bars.shift}`,
      met: shift <= bars.shift,
    },
    {
      what: `${path}: scripts and styles of the first view`,
      measured: `${requests} requests, ${round(bytes / 1_000)} kB in all`,
      bar: `≤ ${bars.requests} requests`,
      met: requests <= bars.requests,
    },
  ]
}

await ensureWebBuilt()
const chromium = await findChromium(process.env, say)
if (chromium === null) throw new Error('no Chromium was found')
const program = await fetchLighthouse()
const rows: Row[] = []
await withWorkspace(async (folder, stopLater) => {
  const server = await startServer({ dataDir: join(folder, 'server'), env: { LOG_LEVEL: 'warn' } })
  stopLater(() => server.stop())
  for (const path of pages) {
    const reports: Report[] = []
    for (let round = 1; round <= rounds; round += 1) {
      say(`${path}, ${round} of ${rounds}`)
      reports.push(await judgePage(program, chromium, `${server.url}${path}`, join(folder, 'report.json')))
    }
    rows.push(...judgeReports(path, reports))
  }
})
printTable(
  'lighthouse: the public pages on a phone',
  [
    `Lighthouse ${version}, mobile, its own simulated slow line and a processor four times slower; median of ${rounds} runs a page`,
    'the built site from its own server process on the same machine: what else runs on it lowers the marks',
  ],
  rows,
)
