import { writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The sabotage of one run of the tests, as `npm run test:sabotage` hands it over. */
export type SabotageOrder = {
  /** Absolute path. */
  path: string
  line: string
  broken: string
  /** Written once the line was broken, so that a run that never loaded the file is not taken for one that noticed nothing. */
  mark: string
}

/** Breaks the line named by `SABOTAGE` in what the tests load. The file itself stays as it is. */
export function breakLine(order = process.env.SABOTAGE): Plugin[] {
  if (order === undefined) return []
  const { path, line, broken, mark } = JSON.parse(order) as SabotageOrder
  return [
    {
      name: 'sabotage',
      enforce: 'pre',
      transform(code, id) {
        if (id.split('?')[0] !== path) return null
        writeFileSync(mark, '')
        return { code: code.replace(line, () => broken), map: null }
      },
    },
  ]
}
