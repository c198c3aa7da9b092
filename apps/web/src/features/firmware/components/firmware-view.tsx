import type { FirmwareFile } from '@shipminer/contract/control/firmware-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import layout from '../../../ui/layout.module.css'
import { Loading } from '../../../ui/signs/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { firmwareQuery } from '../api/firmware.ts'
import { listModels } from '../lib/series-view.ts'
import { FirmwareFiles } from './firmware-files.tsx'
import { FirmwareSeriesList } from './firmware-series.tsx'
import { InstallDialog } from './install-dialog.tsx'

/** Files of firmware, installing them, and what came of it. */
export function FirmwareView({ withProof }: { withProof: WithProof }) {
  const { t } = useTranslation('firmware')
  const { data, isError, refetch } = useQuery(firmwareQuery)
  const [install, setInstall] = useState<{ file: FirmwareFile; only: readonly string[] } | null>(null)
  if (!data)
    return isError ? <ErrorState message={t('failed')} onRetry={() => void refetch()} /> : <Loading />
  const { files, miners, series, usedBytes, mostBytes } = data
  const isAble = listModels(miners).length > 0
  const others = [
    ...new Set(
      miners.flatMap(({ family, make, model }) => (family === null ? [model ?? make ?? t('unknown')] : [])),
    ),
  ]
  const refresh = () => void refetch()
  const goBack = (sha256: string, minerId: string) => {
    const file = files.find((one) => one.sha256 === sha256)
    if (file) setInstall({ file, only: [minerId] })
  }
  return (
    <div className={layout.section}>
      {isError && <ErrorState message={t('stale')} onRetry={refresh} />}
      {!isAble && (
        <EmptyState title={t('noMiners')}>
          <p>{t('noMiners.text')}</p>
        </EmptyState>
      )}
      <FirmwareSeriesList series={series} onChanged={refresh} onWayBack={goBack} />
      {(isAble || files.length > 0) && (
        <FirmwareFiles
          {...{ files, miners, usedBytes, mostBytes }}
          onChanged={refresh}
          onInstall={(file) => setInstall({ file, only: [] })}
        />
      )}
      {others.length > 0 && (
        <p className={textStyles.small}>{t('unsupported', { models: others.join(', ') })}</p>
      )}
      {install && (
        <InstallDialog
          {...install}
          miners={miners}
          withProof={withProof}
          onStarted={() => {
            setInstall(null)
            refresh()
          }}
          onClose={() => setInstall(null)}
        />
      )}
    </div>
  )
}
