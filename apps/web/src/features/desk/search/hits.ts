import type { DeskHit } from '@shipminer/contract/desk/search'
import { paths } from '../../../config/paths.ts'
import type { IconName } from '../shell/icons.tsx'

/** One thing to choose in the search: a page, something to do, or what the server found. */
export type Choice = {
  key: string
  group: DeskHit['kind'] | 'page' | 'action' | 'recent'
  icon: IconName
  title: string
  detail: string | null
  amountCents: number | null
  to: string
}

const search = (path: string, text: string) => `${path}?search=${encodeURIComponent(text)}`

const places: Record<DeskHit['kind'], { icon: IconName; to: (hit: DeskHit) => string }> = {
  ship: { icon: 'ship', to: ({ id }) => search(paths.deskFleet, id) },
  customer: { icon: 'person', to: ({ id }) => paths.deskCustomer(id) },
  order: { icon: 'tray', to: ({ id }) => paths.deskOrder(id) },
  controller: { icon: 'chip', to: ({ id }) => paths.deskController(id) },
  box: { icon: 'box', to: ({ id }) => search(paths.deskStock, id) },
  miner: { icon: 'box', to: ({ id }) => search(paths.deskFleet, id) },
  invoice: { icon: 'paper', to: ({ id }) => paths.deskOrder(id) },
  payment: { icon: 'card', to: ({ id }) => paths.deskOrder(id) },
  bank: { icon: 'bank', to: () => paths.deskBank },
  report: { icon: 'spanner', to: ({ id }) => paths.deskServiceReport(id) },
  lead: { icon: 'letter', to: ({ id }) => paths.deskLead(id) },
}

export function choiceOf(hit: DeskHit): Choice {
  const { kind, id, title, detail, amountCents } = hit
  const { icon, to } = places[kind]
  return { key: `${kind} ${id} ${title}`, group: kind, icon, title, detail, amountCents, to: to(hit) }
}

/** Words of a text, as the search reads them. */
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether every word that is searched for begins a word of the name. */
export function fits(name: string, text: string): boolean {
  const words = wordsOf(name)
  return wordsOf(text).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** A title in pieces; those that were searched for are marked. */
export function markMatches(title: string, text: string): { text: string; isMatch: boolean }[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return [{ text: title, isMatch: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join('|')})`, 'giu')
  return title
    .split(pattern)
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
