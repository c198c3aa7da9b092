import type { Earnings } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { Euro, Sat } from '../../../ui/values/money.tsx'

/** Expected earnings of one miner: euro, else satoshi where no price is known; a solo miner has none, and the page says that. */
export function MinerEarnings({
  earnings,
  solo,
  dense = false,
}: {
  earnings: Earnings | null
  solo: boolean | null
  dense?: boolean
}) {
  const { t } = useTranslation('fleet')
  if (solo === true) return <span>{t(dense ? 'money.soloShort' : 'money.soloMiner')}</span>
  if (earnings !== null && earnings.cents === null) return <Sat sat={earnings.sat} dense={dense} />
  return <Euro cents={earnings?.cents ?? null} dense={dense} />
}
