import { type DeskOffer, deskOfferEndpoints } from '@shipminer/contract/shop/desk-offers'
import { languageNames } from '@shipminer/i18n/languages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../config/paths.ts'
import { savePdf } from '../../../lib/files/save-pdf.ts'
import { formatDate, formatDateTime, formatEuro } from '../../../lib/format/format.ts'
import { useTask } from '../../../lib/forms/use-task.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import lists from '../../../ui/lists.module.css'
import { ConfirmDialog } from '../../../ui/panels/confirm-dialog.tsx'
import text from '../../../ui/text.module.css'
import { Fact } from '../../../ui/values/fact.tsx'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { TaskNotice } from '../components/task-notice.tsx'
import { DeskLink } from '../shell/desk-link.tsx'
import { useMay } from '../shell/use-role.ts'
import { actOnOffer, fetchOfferPaper, offerQuery } from './offer-queries.ts'
import { PhoneOrderDialog } from './phone-order-dialog.tsx'

/** One offer: what was agreed with whom, and what can be done. */
export function OfferView({ id }: { id: string }) {
  const { t } = useTranslation('desk-offers')
  const found = useQuery(offerQuery(id))
  return (
    <>
      <p>
        <Link to={paths.deskOffers}>{t('back')}</Link>
      </p>
      {!found.data && <NothingYet query={found} missing={t('missing')} />}
      {found.data && <Found offer={found.data.offer} />}
    </>
  )
}

function Found({ offer }: { offer: DeskOffer }) {
  const { t } = useTranslation('desk-offers')
  const language = useLanguage()
  const id = useId()
  const { buyer, product, quantity } = offer
  const name = [buyer.firstName, buyer.lastName].filter(Boolean).join(' ')
  return (
    <article className={styles.page} aria-labelledby={`${id}-name`}>
      <div>
        <h1 id={`${id}-name`} className={styles.heading}>
          {buyer.company || name}: {quantity} × {product.name}
        </h1>
        <p className={text.small}>
          <span className={styles.mono}>{offer.number}</span> · {t(`state.${offer.state}`)} ·{' '}
          {formatEuro(language, offer.totals.grossCents)}
          {offer.state === 'open' && (
            <>
              {' · '}
              {t('validUntil')} {formatDate(language, Date.parse(offer.validUntil))}
            </>
          )}
        </p>
      </div>
      <OfferDetail offer={offer} name={name} />
    </article>
  )
}

function OfferDetail({ offer, name }: { offer: DeskOffer; name: string }) {
  const { t } = useTranslation('desk-offers')
  const language = useLanguage()
  const { buyer } = offer
  const email = buyer.email ?? ''
  return (
    <div className={styles.stack}>
      <dl className={lists.facts}>
        <Fact name={t('for')}>{name}</Fact>
        <Fact name={t('language')}>{languageNames[offer.language]}</Fact>
        <Fact name={t('email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
        <Fact name={t('unit')}>{formatEuro(language, offer.unitGrossCents)}</Fact>
        <Fact name={t('total')}>{formatEuro(language, offer.totals.grossCents)}</Fact>
        <Fact name={t('validUntil')}>{formatDate(language, Date.parse(offer.validUntil))}</Fact>
        <Fact name={t('made')}>
          {offer.operator === null
            ? t('madeByBuyer', { date: formatDateTime(language, offer.createdAt) })
            : t('madeBy', { date: formatDateTime(language, offer.createdAt), operator: offer.operator })}
        </Fact>
        {offer.withdrawnAt !== null && (
          <Fact name={t('state.withdrawn')}>{formatDateTime(language, offer.withdrawnAt)}</Fact>
        )}
        {offer.acceptedAt !== null && (
          <Fact name={t('state.accepted')}>{formatDateTime(language, offer.acceptedAt)}</Fact>
        )}
        {offer.order && (
          <Fact name={t('order')}>
            <Link to={paths.deskOrder(offer.order.id)}>{offer.order.number}</Link>
          </Fact>
        )}
        {offer.lead && (
          <Fact name={t('inquiry')}>
            <DeskLink to={paths.deskLead(offer.lead.id)}>{offer.lead.reference}</DeskLink>
          </Fact>
        )}
      </dl>
      {offer.note !== null && (
        <div>
          <h2 className={text.sub}>{t('note')}</h2>
          <p className={text.lines} lang={offer.language}>
            {offer.note}
          </p>
        </div>
      )}
      <OfferActions offer={offer} email={email} />
    </div>
  )
}

function OfferActions({ offer, email }: { offer: DeskOffer; email: string }) {
  const { t } = useTranslation('desk-offers')
  const { t: tOffer } = useTranslation('offer')
  const may = useMay()
  const queries = useQueryClient()
  const { isBusy, message, setMessage, run } = useTask()
  const [open, setOpen] = useState<'withdraw' | 'order' | null>(null)
  const navigate = useNavigate()
  const mayAct = may(deskOfferEndpoints.deskOfferAct) && offer.state === 'open'
  const mayAgain =
    may(deskOfferEndpoints.deskMakeOffer) && (offer.state === 'expired' || offer.state === 'withdrawn')
  const act = (action: 'resend' | 'withdraw', done: string) =>
    run(async () => {
      await actOnOffer(offer.id, { action })
      await queries.invalidateQueries({ queryKey: ['desk'] })
      return done
    })
  const download = () =>
    run(async () => {
      const { filename, pdfBase64 } = await fetchOfferPaper(offer.id)
      if (!savePdf(filename, pdfBase64)) throw new Error(tOffer('pdfBroken'))
      return null
    })
  return (
    <>
      <div className={layout.actions}>
        <Button onClick={() => void download()} aria-disabled={isBusy || undefined}>
          {t('pdf')}
        </Button>
        {mayAgain && (
          <Button
            onClick={() =>
              navigate(paths.deskOfferNew(offer.lead === null ? {} : { lead: offer.lead.id }), {
                state: offer,
              })
            }
          >
            {t('again')}
          </Button>
        )}
        {mayAct && (
          <>
            <Button
              onClick={() => void act('resend', t('resent', { email }))}
              aria-disabled={isBusy || undefined}
            >
              {t('resend')}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setOpen('order')}>
              {t('phone')}
            </Button>
            <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen('withdraw')}>
              {t('withdraw')}
            </Button>
          </>
        )}
      </div>
      <TaskNotice message={message} />
      {open === 'withdraw' && (
        <ConfirmDialog
          title={`${t('withdraw')}: ${offer.number}`}
          confirm={t('withdraw')}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void act('withdraw', t('withdrawn')).then(() => setOpen(null))}
          onClose={() => setOpen(null)}
        >
          <p>{t('withdrawText')}</p>
        </ConfirmDialog>
      )}
      {open === 'order' && (
        <PhoneOrderDialog
          offer={offer}
          onClose={() => setOpen(null)}
          onPlaced={(number) => {
            setOpen(null)
            setMessage({ tone: 'good', text: t('placed', { number }) })
          }}
        />
      )}
    </>
  )
}
