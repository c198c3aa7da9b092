import type { NeededRoles } from '@shipminer/contract/operator-roles'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/files/save-file.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'

/** Saves a list as the server makes it, for those who may take it out. `name`: of the file, without its ending; `partText`: what is said where not all fit. */
export function CsvButton({
  name,
  call,
  make,
  partText,
}: {
  name: string
  call: NeededRoles
  make: () => Promise<{ csv: string; isWhole: boolean; filename?: string }>
  partText?: string
}) {
  const { t } = useTranslation('desk-table')
  const may = useMay()
  const { isBusy, message, run } = useTask()
  if (!may(call)) return null
  const save = () =>
    run(async () => {
      const { csv, isWhole, filename = `${name}.csv` } = await make()
      saveFile(filename, 'text/csv;charset=utf-8', csv)
      return isWhole ? null : (partText ?? t('csvPart'))
    })
  return (
    <>
      <Button onClick={() => !isBusy && void save()} aria-disabled={isBusy || undefined}>
        {t('csv')}
      </Button>
      <TaskNotice message={message} />
    </>
  )
}
