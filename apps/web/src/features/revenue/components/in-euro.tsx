import { satToCents } from '@shipminer/domain/calculator/earnings'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import styles from './revenue.module.css'

/** What Bitcoin that was received is worth at today's price, beneath it. Nothing where either is not known. */
export function InEuro({ sat, centsPerBtc }: { sat: number | null; centsPerBtc: number | null }) {
  const language = useLanguage()
  const cents = sat === null ? null : satToCents(sat, centsPerBtc)
  return cents === null ? null : <small className={styles.euro}>{formatEuro(language, cents)}</small>
}
