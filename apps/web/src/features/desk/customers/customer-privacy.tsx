import { deskCustomerEndpoints } from '@shipminer/contract/desk/customers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { saveFile } from '../../../lib/files/save-file.ts'
import { formatSat, joinQuantity } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { useMay } from '../shell/use-role.ts'
import styles from './customer.module.css'
import { type Customer, deleteCustomer, exportCustomer } from './customer-queries.ts'
import { fateOfBalance, formatUnpaid } from './format-unpaid.ts'
import { Panel } from './panel.tsx'

/** What is kept about a person, and its end, for one who asks for it without signing in. */
export function PrivacyPanel({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk-customer')
  const { person } = customer
  const may = useMay()
  const { isBusy, message, run } = useTask()
  const [isDeleting, setDeleting] = useState(false)
  if (!may(deskCustomerEndpoints.deskCustomerExport)) return null
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
      <div className={layout.actions}>
        <Button onClick={() => !isBusy && void download()} aria-disabled={isBusy || undefined}>
          {t('privacy.download')}
        </Button>
        {may(deskCustomerEndpoints.deskCustomerDelete) && (
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {t('privacy.delete')}
          </Button>
        )}
      </div>
      {isDeleting && <DeleteDialog customer={customer} onClose={() => setDeleting(false)} />}
    </Panel>
  )
}

/** Says what is lost, and asks for the person's name, so that nobody else is deleted, and for the reason. */
function DeleteDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('desk-customer')
  const language = useLanguage()
  const { person, balance } = customer
  const { id, name } = person
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOther, setOther] = useState(false)
  return (
    <ReasonDialog
      title={t('privacy.delete')}
      text={t('privacy.deleteText', { name })}
      confirm={t('privacy.delete')}
      isDanger
      check={() => {
        const isSame = typed.trim() === name.trim()
        setOther(!isSame)
        return isSame
      }}
      act={async (reason) => {
        await deleteCustomer(id, { name: typed.trim(), reason })
        void navigate(paths.deskCustomers)
      }}
      onClose={onClose}
    >
      <p>
        {t(`privacy.balance${fateOfBalance(balance)}`, {
          amount: formatUnpaid(language, balance) ?? '',
          minimum: joinQuantity(formatSat(language, balance.minimumSat)),
        })}
      </p>
      <TextField
        label={t('privacy.deleteName')}
        hint={t('privacy.deleteNameHint', { name })}
        value={typed}
        onChange={setTyped}
        error={isOther ? t('privacy.deleteNameDiffers') : null}
        autoComplete="off"
        name="name"
      />
    </ReasonDialog>
  )
}
