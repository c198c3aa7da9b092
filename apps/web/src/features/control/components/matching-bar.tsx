import type { ControlParameters } from '@shipminer/contract/control'
import type { FleetMatch } from '@shipminer/contract/fleet'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WithProof } from '../../../lib/forms/with-proof.ts'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { type FleetOrder, orderFleet } from '../api/order-fleet.ts'
import { type Given, giveToMany, nothingGiven } from '../lib/order-to-many.ts'
import { useActionText } from './command-list.tsx'
import { OrderProgress } from './command-progress.tsx'
import { DescribeMany } from './describe-many.tsx'
import { BarActions, type presses } from './many/bar-actions.tsx'
import { ClearChoice } from './many/clear-choice.tsx'
import { ManySetting, type SettingAction } from './many-setting.tsx'
import styles from './selection-bar.module.css'

const settings = ['set-power-limit', 'set-power-mode'] as const satisfies readonly SettingAction[]

type Wish = {
  action: (typeof presses)[number] | (typeof settings)[number]
  parameters: ControlParameters
}

/** All miners that match, also those on other pages, and what can be done to them: the server finds them, and says of each what became of it. */
export function MatchingBar({
  match,
  count,
  groups,
  withProof,
  onClear,
}: {
  match: FleetMatch
  count: number
  /** Names of the groups that there are. */
  groups: readonly string[]
  withProof: WithProof
  onClear: () => void
}) {
  const { t } = useTranslation('overview')
  const { t: tControl } = useTranslation('control')
  const actionText = useActionText()
  const [filling, setFilling] = useState<(typeof settings)[number] | null>(null)
  const [wish, setWish] = useState<Wish | null>(null)
  const [describes, setDescribes] = useState(false)
  const [order, setOrder] = useState<FleetOrder | null>(null)
  const [given, setGiven] = useState<Given>(nothingGiven)
  const isSending = order !== null && !given.isOver
  const send = (wanted: Wish) => {
    const next = { orderId: crypto.randomUUID(), match, ...wanted }
    setWish(null)
    setGiven(nothingGiven)
    setOrder(next)
    void giveToMany((after) => withProof(() => orderFleet(next, after)), setGiven)
  }
  return (
    <>
      <section className={styles.bar} aria-label={t('select.bar')}>
        <p className={styles.count} role="status">
          <strong>{t('select.count', { count })}</strong>
        </p>
        <BarActions
          isDisabled={isSending}
          settings={settings}
          onPress={(action) => setWish({ action, parameters: {} })}
          onFill={setFilling}
          onDescribe={() => setDescribes(true)}
        />
        <ClearChoice onClear={onClear} />
      </section>
      {describes && (
        <DescribeMany who={{ match }} count={count} groups={groups} onClose={() => setDescribes(false)} />
      )}
      {filling && (
        <ManySetting
          action={filling}
          count={count}
          withProof={withProof}
          onTemplate={() => setFilling(null)}
          onFilled={(parameters) => {
            setFilling(null)
            setWish({ action: filling, parameters })
          }}
          onClose={() => setFilling(null)}
        />
      )}
      {wish && (
        <ConfirmDialog
          title={`${t(`select.${wish.action}`)}: ${t('select.count', { count })}`}
          confirm={tControl('confirm')}
          onConfirm={() => send(wish)}
          onClose={() => setWish(null)}
        >
          <p>{t(`select.harm.${wish.action}`)}</p>
          {wish.action.startsWith('set-power') && <p>{actionText(wish)}</p>}
          <p>{t('select.matchingText', { count })}</p>
        </ConfirmDialog>
      )}
      {order && <OrderProgress orderId={order.orderId} given={given} onClose={() => setOrder(null)} />}
    </>
  )
}
