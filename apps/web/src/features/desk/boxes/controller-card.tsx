import { type DeskController, deskEndpoints } from '@shipminer/contract/desk'
import { commissioningEndpoints } from '@shipminer/contract/power/commissioning'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import lists from '../../../ui/lists.module.css'
import { MemoryTrouble } from '../../../ui/signs/memory-trouble.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import textStyles from '../../../ui/text.module.css'
import { Age } from '../../../ui/values/age.tsx'
import { Fact } from '../../../ui/values/fact.tsx'
import { Value } from '../../../ui/values/value.tsx'
import {
  actOnController,
  addNewKeys,
  type ControllerAction,
  fetchCommissioningPdf,
  sendCommissioning,
} from '../api/desk.ts'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'

/** One controller: how it is, and what may be done with its keys and owner. */
export function ControllerCard({
  controller,
  clockOffsetMs,
}: {
  controller: DeskController
  clockOffsetMs: number
}) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const queries = useQueryClient()
  const [open, setOpen] = useState<ControllerAction | null>(null)
  const task = useTask()
  const may = useMay()
  const isSender = may(commissioningEndpoints.deskCommissioningSend)
  const { id, name, status, openAlerts } = controller
  const possible: ControllerAction[] = [
    'reissue-key',
    'reissue-enrolment',
    ...(status === 'revoked' ? [] : (['revoke-key'] as const)),
    ...(controller.owner === null ? [] : (['start-transfer'] as const)),
    ...(controller.transferSince === null ? [] : (['cancel-transfer'] as const)),
    ...(controller.owner === null ? [] : (['release-owner'] as const)),
  ]
  const actions = possible.filter((action) => may(deskEndpoints.deskControllerAct, action))
  const act = async (action: ControllerAction, reason: string) => {
    const keys = await actOnController(id, action, reason)
    if (keys !== null) addNewKeys(queries, keys)
  }
  const getReport = () =>
    task.run(async () => {
      const { filename, pdfBase64 } = await fetchCommissioningPdf(id, language)
      if (!savePdf(filename, pdfBase64)) throw new Error(t('controllers.commissioningBroken'))
      return null
    })
  const sendReport = () =>
    task.run(async () => t('controllers.commissioningSent', { email: await sendCommissioning(id) }))
  return (
    <article
      className={`${styles.card} ${status === 'silent' ? styles.waits : ''}`}
      aria-labelledby={`controller-${id}`}
    >
      <div className={styles.head}>
        <h2 id={`controller-${id}`} className={textStyles.sub}>
          {name}
        </h2>
        <span className={styles.mono}>{id}</span>
        {status === 'revoked' ? (
          <StatusBadge status="offline" label={t('controllers.revoked')} />
        ) : (
          <StatusBadge status={status} />
        )}
      </div>
      <dl className={lists.facts}>
        <Fact name={t('controllers.owner')}>
          {controller.owner ?? t('controllers.ownerNone')}
          {controller.transferSince !== null && (
            <>
              <br />
              <span className={textStyles.late}>
                {t('controllers.transferSince', { date: formatDate(language, controller.transferSince) })}
              </span>
            </>
          )}
        </Fact>
        <Fact name={t('controllers.location')}>
          <Value of={controller.location}>{(location) => location}</Value>
        </Fact>
        <Fact name={t('controllers.enrolled')}>
          {controller.enrolledAt === null
            ? t('controllers.enrolledNo')
            : formatDate(language, controller.enrolledAt)}
        </Fact>
        <Fact name={t('controllers.seen')}>
          <Age at={controller.lastSeenAt} clockOffsetMs={clockOffsetMs} />
        </Fact>
        <Fact name={t('controllers.version')}>
          <Value of={controller.version}>{(version) => version}</Value>
        </Fact>
        <Fact name={t('controllers.miners')}>{formatNumber(language, controller.miners)}</Fact>
        <Fact name={t('controllers.alerts')}>
          <span className={openAlerts > 0 ? textStyles.late : undefined}>
            {formatNumber(language, openAlerts)}
          </span>
        </Fact>
        <Fact name={t('controllers.commissioned')}>
          {controller.commissionedAt === null
            ? t('controllers.commissionedNo')
            : formatDate(language, controller.commissionedAt)}
        </Fact>
        <Fact name={t('controllers.dropped')}>
          <Value of={controller.droppedSamples}>{(count) => formatNumber(language, count)}</Value>
        </Fact>
      </dl>
      <MemoryTrouble
        memory={controller.memory}
        className={textStyles.late}
        texts={{
          diskFull: t('controllers.diskFull'),
          damaged: (span) => t('controllers.damaged', span),
        }}
      />
      {controller.keySharedAt !== null && (
        <p className={textStyles.late}>
          {t('controllers.keyShared', { date: formatDate(language, controller.keySharedAt) })}
        </p>
      )}
      {controller.memoryRestoredAt !== null && (
        <p className={textStyles.late}>
          {t('controllers.memoryRestored', { date: formatDate(language, controller.memoryRestoredAt) })}
        </p>
      )}
      {controller.unreadable.map((file) => (
        <p key={file} className={textStyles.late}>
          {t(`controllers.unreadable.${file}`)}
        </p>
      ))}
      {(actions.length > 0 || controller.commissionedAt !== null) && (
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, nothing is submitted
        <div className={layout.actions} role="group" aria-label={`${t('controllers.actions')}: ${id}`}>
          {controller.commissionedAt !== null && (
            <Button onClick={() => void getReport()} disabled={task.isBusy}>
              {t('controllers.commissioningPdf')}
            </Button>
          )}
          {controller.commissionedAt !== null && controller.owner !== null && isSender && (
            <Button onClick={() => void sendReport()} disabled={task.isBusy}>
              {t('controllers.commissioningSend')}
            </Button>
          )}
          {actions.map((action) => (
            <Button
              key={action}
              kind={action === 'revoke-key' || action === 'release-owner' ? 'danger' : 'plain'}
              aria-haspopup="dialog"
              onClick={() => setOpen(action)}
            >
              {t(`controllers.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {task.message && <Notice tone={task.message.tone}>{task.message.text}</Notice>}
      {open && (
        <ReasonDialog
          key={open}
          title={`${t(`controllers.${open}`)}: ${id}`}
          text={t(`controllersText.${open}`)}
          confirm={t(`controllers.${open}`)}
          isDanger
          act={(reason) => act(open, reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </article>
  )
}
