import type { MemoryState } from '@shipminer/contract/memory'
import { formatDateTime } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'

/** What is wrong with the storage of a box, in the words of the page; nothing when nothing is. */
export function MemoryTrouble({
  memory,
  className,
  texts,
}: {
  memory: MemoryState | null
  className: string | undefined
  texts: { diskFull: string; damaged: (span: { count: number; from: string; to: string }) => string }
}) {
  const language = useLanguage()
  if (memory === null) return null
  const moment = (at: number | null) => (at === null ? '—' : formatDateTime(language, at))
  const { diskFull, damaged } = memory
  return (
    <>
      {diskFull && <p className={className}>{texts.diskFull}</p>}
      {damaged && (
        <p className={className}>
          {texts.damaged({ count: damaged.batches, from: moment(damaged.from), to: moment(damaged.to) })}
        </p>
      )}
    </>
  )
}
