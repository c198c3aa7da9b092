/** What a meter says of itself, as far as its protocol has that; null: it does not say. */
export type MeterIdentity = {
  /** How it was asked. Only what was asked in the same way can be compared. */
  by: string
  maker: string | null
  model: string | null
  serial: string | null
  /** Its name on a bus that it shares with others. */
  source: string | null
}

/** What tells one meter from another, the surest first. */
export const meterParts = ['serial', 'source', 'model', 'maker'] as const
export type MeterPart = (typeof meterParts)[number]

/** Another meter answers than the one that was checked, and what shows it. */
export type OtherMeter = { part: MeterPart; is: string; was: string }

/** The same in another case, or filled up with blanks or zeros, is the same. */
const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s_-]+/gu, '')
    .replace(/^0+(?=.)/, '')

/** Whether another meter answers than the one that was checked. What only one of them says tells nothing. */
export function findOtherMeter(checked: MeterIdentity, answers: MeterIdentity): OtherMeter | null {
  if (checked.by !== answers.by) return null
  for (const part of meterParts) {
    const [was, is] = [checked[part], answers[part]]
    if (was !== null && is !== null && keyOf(was) !== keyOf(is)) return { part, is, was }
  }
  return null
}

/** A meter for people, such as “Acme M 3, serial number 7001”; null where it says nothing of itself. */
export function describeMeter(
  meter: Pick<MeterIdentity, MeterPart>,
  label: (part: 'serial' | 'source') => string,
): string | null {
  const product = [meter.maker, meter.model].filter((part) => part !== null).join(' ')
  const parts = [
    ...(product === '' ? [] : [product]),
    ...(['serial', 'source'] as const).flatMap((part) =>
      meter[part] === null ? [] : [`${label(part)} ${meter[part]}`],
    ),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}
