import type { Ship } from '@shipminer/contract/ships'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { Loading } from '../../../ui/signs/loading.tsx'
import { ErrorState, Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import { useShipChanges, useShips } from '../api/ships.ts'
import { emptyShip, shipBody, shipForm } from '../lib/ship-form.ts'
import styles from './profile.module.css'
import { Section } from './section.tsx'
import { ShipEditor } from './ship-editor.tsx'

/** The ships of the profile: to see, add, edit and, after a question, delete. */
export function Ships() {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const ships = useShips()
  const changes = useShipChanges()
  const [editing, setEditing] = useState<Ship | 'new' | null>(null)
  const [removing, setRemoving] = useState<Ship | null>(null)
  return (
    <Section
      title={t('ships.title')}
      lead={t('ships.lead')}
      view={editing === null ? 'see' : editing === 'new' ? 'new' : editing.id}
    >
      {ships.isPending && <Loading inline />}
      {ships.isError && <ErrorState message={errorText(ships.error)} onRetry={() => ships.refetch()} />}
      {ships.data?.length === 0 && editing === null && <p className={text.quiet}>{t('ships.none')}</p>}
      {ships.data && ships.data.length > 0 && (
        <ul className={layout.stack}>
          {ships.data.map((ship) =>
            editing !== 'new' && editing?.id === ship.id ? (
              <li key={ship.id}>
                <ShipEditor
                  initial={shipForm(ship)}
                  submit={t('save')}
                  onSave={(form) => changes.update(ship.id, shipBody(form))}
                  onDone={() => setEditing(null)}
                />
              </li>
            ) : (
              <li key={ship.id}>
                <ShipCard ship={ship} onEdit={() => setEditing(ship)} onRemove={() => setRemoving(ship)} />
              </li>
            ),
          )}
        </ul>
      )}
      {editing === 'new' && (
        <ShipEditor
          initial={emptyShip()}
          submit={t('ships.add')}
          failure={t('ships.addFailed')}
          onSave={(form) => changes.add(shipBody(form))}
          onDone={() => setEditing(null)}
        />
      )}
      {editing === null && ships.data && (
        <div>
          <Button onClick={() => setEditing('new')}>{t('ships.add')}</Button>
        </div>
      )}
      {removing && (
        <RemoveShip
          ship={removing}
          onRemove={() => changes.remove(removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}

function ShipCard({ ship, onEdit, onRemove }: { ship: Ship; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation('profile')
  const facts = [
    ship.type && t(`ships.type.${ship.type}`),
    ship.homePort,
    ship.registrationNumber,
    ship.generatorCapacityKw !== null && t('ships.kilowatt', { count: ship.generatorCapacityKw }),
    ship.currentUsagePercent !== null && t('ships.used', { percent: ship.currentUsagePercent }),
  ].filter(Boolean)
  return (
    <article className={styles.ship}>
      <div>
        <h3>{ship.name}</h3>
        <p className={text.quiet}>{facts.join(' · ')}</p>
        {ship.notes && <p className={styles.notes}>{ship.notes}</p>}
      </div>
      <div className={layout.actions}>
        <Button onClick={onEdit} aria-label={`${t('edit')}: ${ship.name}`}>
          {t('edit')}
        </Button>
        <Button kind="quiet" onClick={onRemove} aria-label={`${t('delete')}: ${ship.name}`}>
          {t('delete')}
        </Button>
      </div>
    </article>
  )
}

function RemoveShip({
  ship,
  onRemove,
  onClose,
}: {
  ship: Ship
  onRemove: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { isBusy, message, run } = useTask()
  const remove = async () => {
    const isDone = await run(async () => {
      await onRemove()
      return null
    })
    if (isDone) onClose()
  }
  return (
    <Dialog title={t('ships.removeTitle')} onClose={onClose}>
      <div className={`${layout.column} ${styles.stack}`}>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <p>{t('ships.removeText', { name: ship.name })}</p>
        <div className={layout.actions}>
          <Button kind="danger" onClick={remove} disabled={isBusy}>
            {t('delete')}
          </Button>
          <Button onClick={onClose}>{common('cancel')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
