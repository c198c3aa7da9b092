import type { Controller } from '@shipminer/contract/mining'
import { useTranslation } from 'react-i18next'
import { MemoryTrouble } from '../../../ui/signs/memory-trouble.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** Each box whose storage takes nothing more, or gave back something damaged; nothing where all is well. */
export function MemoryNotices({
  controllers,
}: {
  controllers: readonly Pick<Controller, 'id' | 'name' | 'memory'>[]
}) {
  const { t } = useTranslation('fleet')
  return controllers
    .filter(({ memory }) => memory !== null && (memory.diskFull || memory.damaged !== null))
    .map(({ id, name, memory }) => (
      <Notice key={id} tone="caution" title={name}>
        <MemoryTrouble
          memory={memory}
          className={undefined}
          texts={{
            diskFull: t('controllers.diskFull'),
            damaged: (span) => t('controllers.damaged', span),
          }}
        />
      </Notice>
    ))
}
