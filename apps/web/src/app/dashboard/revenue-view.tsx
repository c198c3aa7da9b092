import { useQuery } from '@tanstack/react-query'
import { miningShipsQuery } from '../../features/control/api/mining-ships.ts'
import { RevenueAnalysis } from '../../features/revenue/components/revenue-analysis.tsx'
import { RevenueStatement } from '../../features/revenue/components/revenue-statement.tsx'
import { RevenueSummary } from '../../features/revenue/components/revenue-summary.tsx'

/** Sums, the days behind them, and the statement. */
export function RevenueView() {
  const ships = useQuery(miningShipsQuery)
  return (
    <>
      <RevenueSummary />
      <RevenueAnalysis ships={ships.data ?? []} />
      <RevenueStatement />
    </>
  )
}
