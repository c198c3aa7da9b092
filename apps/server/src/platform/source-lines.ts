import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A place in the built program, as a trace names it. */
const builtPlace = /file:\/\/[^\s()]+\/apps\/server\/dist\/[\w.-]+\.mjs:\d+:\d+/g

/** Maps take several megabytes: they are read for an error, and forgotten this long after. */
const keptMs = 60_000
const maps = new Map<string, SourceMap | null>()

/**
 * A trace with the lines of the sources in place of those of the built program. Node's own `--enable-source-maps` reads all maps at the start,
 * which costs 25 MB and a tenth of the time. What has no map stays as it is.
 */
export function withSourceLines(trace: string): string {
  return trace.replaceAll(builtPlace, (place) => {
    const [, url = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
    const file = fileURLToPath(url)
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    const source = relative(resolve(dirname(file), '../../..'), resolve(dirname(file), entry.originalSource))
    return `${source.replaceAll('\\', '/')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  if (maps.size === 0) setTimeout(() => maps.clear(), keptMs).unref()
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = readMap(file)
  maps.set(file, map)
  return map
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return null
  }
}
