import { deskExportEndpoints } from '@shipminer/contract/desk-exports'
import type { DeskOffer } from '@shipminer/contract/shop/desk-offers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatEuro } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import { exportOffers } from '../api/desk.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import type { useChosen } from '../table/use-chosen.ts'
import { actOnOffer } from './offer-queries.ts'

/** What can be done with several offers at once: what is over stays as it is. */
export function ChosenOffers({ chosen }: { chosen: ReturnType<typeof useChosen<DeskOffer>> }) {
  const { t } = useTranslation('desk-offers')
  const language = useLanguage()
  const { rows, doWith, isBusy } = chosen
  const [asked, setAsked] = useState<'resend' | 'withdraw' | null>(null)
  const open = rows.filter(({ state }) => state === 'open')
  const sum = rows.reduce((total, { totals }) => total + totals.grossCents, 0)
  const number = open.length
  return (
    <>
      <SelectionBar count={rows.length} sum={formatEuro(language, sum)} onClear={chosen.clear}>
        {open.length > 0 && (
          <>
            <Button aria-haspopup="dialog" onClick={() => setAsked('resend')}>
              {t('resendChosen', { number })}
            </Button>
            <Button kind="danger" aria-haspopup="dialog" onClick={() => setAsked('withdraw')}>
              {t('withdrawChosen', { number })}
            </Button>
          </>
        )}
        <CsvButton
          name="offers"
          call={deskExportEndpoints.deskOffersExport}
          make={() => exportOffers({ ids: rows.map(({ id }) => id) })}
        />
      </SelectionBar>
      {asked && (
        <ConfirmDialog
          title={t(`${asked}Chosen`, { number })}
          confirm={t(asked)}
          isDanger={asked === 'withdraw'}
          isBusy={isBusy}
          onConfirm={() =>
            void doWith(open, ({ id }) => actOnOffer(id, { action: asked })).then(() => setAsked(null))
          }
          onClose={() => setAsked(null)}
        >
          <p>{t(`${asked}ChosenText`, { count: number })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
