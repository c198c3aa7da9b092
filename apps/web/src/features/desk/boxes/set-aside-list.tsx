import { deskSetAsideEndpoints, type SetAsideEntry } from '@shipminer/contract/desk/set-aside'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import textStyles from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { type SetAsideAction, setAsideQuery, settleSetAside } from '../api/set-aside.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'

/** What ships sent and no table takes; nothing while there is none, and for those who may not see it. */
export function SetAsideList() {
  const { t } = useTranslation('desk')
  const may = useMay()
  const { data } = useQuery({ ...setAsideQuery, enabled: may(deskSetAsideEndpoints.deskSetAside) })
  const [left, setLeft] = useState(0)
  if (!data || (data.total === 0 && left === 0)) return null
  return (
    <section className={styles.section} aria-labelledby="set-aside">
      <h2 id="set-aside" className={textStyles.sub}>
        {t('setAside.title', { count: data.total })}
      </h2>
      <p className={textStyles.quiet}>{t('setAside.lead')}</p>
      {data.unkeptRows > 0 && (
        <p className={textStyles.small}>{t('setAside.unkept', { count: data.unkeptRows })}</p>
      )}
      {left > 0 && <Notice tone="caution">{t('setAside.left', { count: left })}</Notice>}
      <ul className={styles.stack}>
        {data.entries.map((entry) => (
          <SetAsideRow key={entry.id} entry={entry} clockOffsetMs={data.clockOffsetMs} onLeft={setLeft} />
        ))}
      </ul>
    </section>
  )
}

function SetAsideRow({
  entry,
  clockOffsetMs,
  onLeft,
}: {
  entry: SetAsideEntry
  clockOffsetMs: number
  onLeft: (rows: number) => void
}) {
  const { t } = useTranslation('desk')
  const may = useMay()
  const [open, setOpen] = useState<SetAsideAction | null>(null)
  const { id, controllerId, controllerName, owner, list, rows, reason, content } = entry
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{controllerName}</strong>
        <span className={styles.mono}>{controllerId}</span>
        <Age at={entry.at} clockOffsetMs={clockOffsetMs} />
      </div>
      <p className={textStyles.small}>
        {list === 'batch'
          ? t('setAside.whole')
          : `${t(`setAside.list.${list}` as 'setAside.list.samples', { defaultValue: list })}: ${t('setAside.rows', { count: rows })}`}
        {owner !== null && ` · ${t('setAside.owner', { owner })}`}
      </p>
      <p className={textStyles.small}>{t('setAside.reason', { reason })}</p>
      <details>
        <summary>{t('setAside.look')}</summary>
        <p className={`${textStyles.small} ${styles.mono}`}>{content}</p>
      </details>
      {may(deskSetAsideEndpoints.deskSetAsideAct) && (
        <div className={layout.actions}>
          {(['retry', 'seen'] as const).map((action) => (
            <Button
              key={action}
              aria-haspopup="dialog"
              aria-label={`${t(`setAside.${action}`)}: ${controllerId}, ${reason}`}
              onClick={() => setOpen(action)}
            >
              {t(`setAside.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {open && (
        <ReasonDialog
          title={`${t(`setAside.${open}`)}: ${controllerId}`}
          text={t(`setAside.${open}Text`)}
          confirm={t(`setAside.${open}`)}
          act={async (why) => onLeft(await settleSetAside(id, open, why))}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}
