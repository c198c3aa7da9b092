import type { ChainWatcher } from '@shipminer/contract/desk'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import text from '../../../ui/text.module.css'
import { Duration } from '../../../ui/values/duration.tsx'
import { Value } from '../../../ui/values/value.tsx'
import styles from '../components/desk.module.css'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import { sortWatchers, watcherSorts } from '../lib/sort-watchers.ts'
import type { Column } from '../table/column.ts'
import table from '../table/table.module.css'
import { Table } from '../table/table.tsx'
import { useTableState } from '../table/use-table-state.ts'

const byChain = { by: 'chain', isAscending: true } as const

/** How the watchers of the chains are: a handful, so they are sorted here. */
export function ChainWatchers({ watchers }: { watchers: readonly ChainWatcher[] }) {
  const { t } = useTranslation('desk')
  const state = useTableState(byChain, watcherSorts, 'watchers-')
  const columns = useWatcherColumns()
  return (
    <section className={styles.section} aria-labelledby="desk-watchers">
      <h2 id="desk-watchers" className={styles.heading}>
        {t('payments.watchers')}
      </h2>
      {watchers.length === 0 ? (
        <p className={text.quiet}>{t('payments.watchersNone')}</p>
      ) : (
        <Table
          name="chain-watchers"
          label={t('payments.watchers')}
          columns={columns}
          rows={sortWatchers(watchers, state.sort)}
          keyOf={({ chain, source }) => `${chain} ${source}`}
          sort={state.sort}
          onSort={state.setSort}
        />
      )}
    </section>
  )
}

function useWatcherColumns(): Column<ChainWatcher>[] {
  const { t } = useTranslation('desk')
  const { t: tBank } = useTranslation('desk-bank')
  const troubleWords = useTroubleWords()
  const language = useLanguage()
  return [
    {
      key: 'chain',
      title: t('payments.network'),
      isSortable: true,
      cell: ({ chain }) => <strong>{chain}</strong>,
    },
    {
      key: 'state',
      title: t('payments.state'),
      isSortable: true,
      cell: ({ fresh }) => (
        <StatusBadge
          status={fresh ? 'online' : 'attention'}
          label={t(fresh ? 'payments.fresh' : 'payments.behind')}
        />
      ),
    },
    {
      key: 'source',
      title: t('payments.source'),
      isSortable: true,
      cell: ({ source, problem }) => (
        <>
          {source}
          {problem !== null && (
            <span className={table.second}>
              {tBank('watcher.problem', { problem: troubleWords(problem) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'height',
      title: t('payments.block'),
      isEnd: true,
      isWideOnly: true,
      cell: ({ height }) => <Value of={height}>{(known) => formatNumber(language, known)}</Value>,
    },
    {
      key: 'lag',
      title: t('payments.lag'),
      isSortable: true,
      isEnd: true,
      cell: ({ lagSeconds }) => <Duration durationSeconds={lagSeconds} />,
    },
  ]
}
