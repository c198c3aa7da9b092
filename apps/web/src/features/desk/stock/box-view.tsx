import { type DeskBox, deskStockEndpoints } from '@shipminer/contract/desk/stock'
import { boxStepsFrom } from '@shipminer/domain/stock/box-stock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate, formatDateTime } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import { useMay } from '../shell/use-role.ts'
import { MoveDialog } from './move-dialog.tsx'
import { boxQuery, changeBox } from './stock-queries.ts'

/** One box: where it is, for whom, and what happened to it. */
export function BoxView({ id }: { id: string }) {
  const { t } = useTranslation('desk-stock')
  const found = useQuery(boxQuery(id))
  return (
    <>
      <p>
        <Link to={paths.deskStock}>{t('back')}</Link>
      </p>
      {!found.data && <NothingYet query={found} missing={t('none')} />}
      {found.data && <Found box={found.data.box} events={found.data.events} />}
    </>
  )
}

function Found({ box, events }: { box: DeskBox; events: Events }) {
  const { t } = useTranslation('desk-stock')
  const language = useLanguage()
  const may = useMay()
  const [isMoving, setMoving] = useState(false)
  const day = (on: string | null) => (on === null ? t('unknown') : formatDate(language, Date.parse(on)))
  const mayMove = may(deskStockEndpoints.deskMoveBoxes)
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.heading}>{box.serial}</h1>
        <span>{t(`state.${box.state}`)}</span>
      </div>
      <div className={styles.columns}>
        <div className={styles.page}>
          <dl className={lists.facts}>
            <Fact name={t('product')}>{box.product.name}</Fact>
            <Fact name={t('order')}>
              {box.order ? (
                <>
                  <Link to={paths.deskOrder(box.order.id)}>{box.order.number}</Link> {box.order.buyerName}
                </>
              ) : (
                t('free')
              )}
            </Fact>
            {box.state === 'ordered' && <Fact name={t('expectedOn')}>{day(box.expectedOn)}</Fact>}
            {box.installedOn !== null && <Fact name={t('installedOn')}>{day(box.installedOn)}</Fact>}
            {box.installedOn !== null && (
              <Fact name={t('warrantyUntil')}>
                {box.warrantyUntil === null ? t('warrantyNone') : day(box.warrantyUntil)}
              </Fact>
            )}
            <Fact name={t('controller')}>
              {box.controllerId === null ? (
                t('unknown')
              ) : (
                <DeskLink to={paths.deskController(box.controllerId)}>{box.controllerId}</DeskLink>
              )}
            </Fact>
          </dl>
          {mayMove && (
            <div className={layout.actions}>
              <Button kind="main" aria-haspopup="dialog" onClick={() => setMoving(true)}>
                {t('moveOne')}
              </Button>
            </div>
          )}
          <History events={events} />
        </div>
        {mayMove && <ChangeForm box={box} />}
      </div>
      {isMoving && (
        <MoveDialog
          first={{
            serials: [box.serial],
            action: boxStepsFrom(box.state)[0] ?? 'bind',
            ...(box.order && { order: box.order.number }),
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  )
}

type Events = readonly {
  id: string
  at: number
  operator: string | null
  what: string
  orderNumber: string | null
  on: string | null
  note: string | null
}[]

function History({ events }: { events: Events }) {
  const { t } = useTranslation('desk-stock')
  const language = useLanguage()
  return (
    <section className={styles.section} aria-labelledby="box-history">
      <h2 id="box-history" className={styles.heading}>
        {t('history')}
      </h2>
      <ol className={lists.timeline}>
        {events.map(({ id, at, operator, what, orderNumber, on, note }) => (
          <li key={id}>
            <span className={text.strong}>
              {t(`did.${what}` as 'did.add')}
              {orderNumber !== null && ` · ${orderNumber}`}
              {on !== null && ` · ${formatDate(language, Date.parse(on))}`}
            </span>
            <span className={text.small}>
              {formatDateTime(language, at)} · {operator ?? t('orderEnded')}
            </span>
            {note !== null && <span className={text.quiet}>{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The day on which it comes and the controller that is built into it. */
function ChangeForm({ box }: { box: DeskBox }) {
  const { t } = useTranslation('desk-stock')
  const { t: tDesk } = useTranslation('desk')
  const queries = useQueryClient()
  const { isBusy, message, run } = useTask()
  // What was not typed is what is kept, also when that changes.
  const [typed, setTyped] = useState<{ expectedOn?: string; controllerId?: string }>({})
  const expectedOn = typed.expectedOn ?? box.expectedOn ?? ''
  const controllerId = typed.controllerId ?? box.controllerId ?? ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    void run(async () => {
      await changeBox(box.id, {
        controllerId: controllerId.trim() === '' ? null : controllerId.trim().toUpperCase(),
        ...(box.state === 'ordered' && { expectedOn: expectedOn === '' ? null : expectedOn }),
      })
      await queries.invalidateQueries({ queryKey: ['desk'] })
      setTyped({})
      return tDesk('done')
    })
  }
  return (
    <form className={styles.card} onSubmit={save} noValidate aria-label={t('change')}>
      {box.state === 'ordered' && (
        <TextField
          label={t('expectedOn')}
          hint={t('expectedOnHint')}
          optional
          type="date"
          value={expectedOn}
          onChange={(value) => setTyped({ ...typed, expectedOn: value })}
        />
      )}
      <TextField
        label={t('controller')}
        hint={t('controllerHint')}
        optional
        value={controllerId}
        onChange={(value) => setTyped({ ...typed, controllerId: value })}
        maxLength={64}
        autoComplete="off"
      />
      <TaskNotice message={message} />
      <div className={layout.actions}>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
