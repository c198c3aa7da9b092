import { deskCustomerEndpoints } from '@shipminer/contract/desk-customers'
import { mayCall } from '@shipminer/contract/operator-roles'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/save-file.ts'
import { useTask } from '../../../lib/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useRole } from '../shell/use-role.ts'
import styles from './customer.module.css'
import { type Customer, exportCustomer } from './customer-queries.ts'
import { Panel } from './panel.tsx'

/** What is kept about a person, for one who asks for it without signing in. */
export function PrivacyPanel({ customer: { person } }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const role = useRole()
  const { isBusy, message, run } = useTask()
  if (role === null || !mayCall(role, deskCustomerEndpoints.deskCustomerExport)) return null
  const download = () =>
    run(async () => {
      const data = await exportCustomer(person.id)
      saveFile(`customer-${person.id}.json`, 'application/json', JSON.stringify(data, null, 2))
      return t('privacy.downloaded')
    })
  return (
    <Panel id="customer-privacy" title={t('privacy')}>
      <p className={styles.quiet}>{t('privacy.text')}</p>
      <TaskNotice message={message} />
      <div>
        <Button onClick={() => !isBusy && void download()} aria-disabled={isBusy || undefined}>
          {t('privacy.download')}
        </Button>
      </div>
    </Panel>
  )
}
