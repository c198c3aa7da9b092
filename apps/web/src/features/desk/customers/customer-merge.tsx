import { deskMergeEndpoints, type Merge } from '@shipminer/contract/desk/merge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select.tsx'
import { announce } from '../../../ui/signs/live-region.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { isReason } from '../lib/orders/order-action-form.ts'
import { useMay } from '../shell/use-role.ts'
import styles from './customer.module.css'
import { type Customer, customersQuery, mergeCustomers, previewMerge } from './customer-queries.ts'
import { MergePreview } from './merge-preview.tsx'
import { Panel } from './panel.tsx'

type Person = Pick<Customer['person'], 'id' | 'name' | 'email'>

/** Accounts that became part of this one, and how another does. */
export function MergePanel({ customer: { person, former } }: { customer: Customer }) {
  const { t } = useTranslation('desk-merge')
  const language = useLanguage()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const mayMerge = may(deskMergeEndpoints.deskCustomerMerge)
  if (former.length === 0 && !mayMerge) return null
  return (
    <Panel id="customer-merge" title={t('title')}>
      {former.map(({ id, name, email, at }) => (
        <p key={id}>
          {t('former', { name: [name, email].filter(Boolean).join(', '), day: formatDay(language, at) })}{' '}
          <span className={styles.quiet}>{id}</span>
        </p>
      ))}
      {mayMerge && (
        <>
          <p className={styles.quiet}>{t('text')}</p>
          <div>
            <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('open')}
            </Button>
          </div>
        </>
      )}
      {isOpen && <MergeDialog person={person} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

const wordsOf = ({ name, email }: Pick<Person, 'name' | 'email'>) => [name, email].filter(Boolean).join(', ')

/** First the other account and which of the two stays, then what moves, with the name of the one that goes. */
function MergeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('desk-merge')
  const task = useTask()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('')
  const [staying, setStaying] = useState<'this' | 'other'>('this')
  const [isTried, setTried] = useState(false)
  const [shown, setShown] = useState<Merge | null>(null)
  const found = useQuery({
    ...customersQuery({ search: search.trim(), sort: 'name', direction: 'ascending', page: 1 }),
    enabled: search.trim().length > 1,
  })
  const others = (found.data?.customers ?? []).filter(({ id }) => id !== person.id)
  const other = others.find(({ id }) => id === chosen)
  const look = async () => {
    setTried(true)
    if (!other) return
    const [stays, goes] = staying === 'this' ? [person.id, other.id] : [other.id, person.id]
    await task.run(async () => {
      setShown(await previewMerge(stays, goes))
      return null
    })
  }
  if (shown !== null)
    return <ConfirmDialog merge={shown} onBack={() => setShown(null)} onClose={onClose} pageId={person.id} />
  return (
    <DialogForm title={t('open')} submit={{ label: t('look'), run: look }} task={task} onClose={onClose}>
      <p>{t('choose')}</p>
      <TextField
        label={t('search')}
        value={search}
        onChange={setSearch}
        error={isTried && others.length === 0 ? t('none') : null}
        autoComplete="off"
        name="search"
      />
      <SelectField
        label={t('other')}
        value={other ? chosen : ''}
        onChange={setChosen}
        error={isTried && !other ? t('otherMissing') : null}
        options={[
          { value: '', label: t('otherNone') },
          ...others.map((one) => ({ value: one.id, label: wordsOf(one) })),
        ]}
      />
      {other && (
        <SelectField
          label={t('stays')}
          value={staying}
          onChange={setStaying}
          options={[
            { value: 'this', label: wordsOf(person) },
            { value: 'other', label: wordsOf(other) },
          ]}
        />
      )}
    </DialogForm>
  )
}

function ConfirmDialog({
  merge,
  pageId,
  onBack,
  onClose,
}: {
  merge: Merge
  pageId: string
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('desk-merge')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const task = useTask()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { stays, goes } = merge
  const isOther = typed.trim() !== goes.name.trim()
  const submit = async () => {
    setTried(true)
    if (isOther || !isReason(reason)) return
    const isDone = await task.run(async () => {
      await mergeCustomers(stays.id, { other: goes.id, name: typed.trim(), reason: reason.trim() })
      return null
    })
    if (!isDone) return
    announce(tDesk('done'))
    onClose()
    if (stays.id !== pageId) void navigate(paths.deskCustomer(stays.id))
    void queries.invalidateQueries({ queryKey: ['desk'] })
  }
  return (
    <DialogForm
      title={t('open')}
      submit={{ label: t('confirm'), kind: 'danger', run: submit }}
      task={task}
      onClose={onClose}
    >
      <MergePreview merge={merge} />
      <TextField
        label={t('name')}
        hint={t('nameHint', { name: goes.name })}
        value={typed}
        onChange={setTyped}
        error={isTried && isOther ? t('nameDiffers') : null}
        autoComplete="off"
        name="name"
      />
      <TextField
        label={tDesk('field.reason')}
        hint={tDesk('field.reasonHint')}
        value={reason}
        onChange={setReason}
        error={isTried && !isReason(reason) ? tDesk('field.reasonShort') : null}
        maxLength={500}
        autoComplete="off"
        name="reason"
      />
      <p>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      </p>
    </DialogForm>
  )
}
