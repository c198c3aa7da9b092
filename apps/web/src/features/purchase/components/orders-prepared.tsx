import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { productNameOf } from '../../../lib/format/product-names.ts'
import { useDraft } from '../../../lib/forms/use-draft.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CompanyWays } from '../../../ui/company/company-ways.tsx'
import layout from '../../../ui/layout.module.css'
import text from '../../../ui/text.module.css'
import { emptyWaiting, readProduct } from '../lib/waiting-form.ts'
import { ChosenProduct } from './chosen-product.tsx'
import styles from './purchase.module.css'
import { WaitingList } from './waiting-list.tsx'

/** While orders are switched off: call, WhatsApp, write, or leave an address. The chosen product stays chosen. */
export function OrdersPrepared() {
  const { t } = useTranslation('koop')
  const draft = useDraft('waiting-list', emptyWaiting)
  const { change } = draft

  useLayoutEffect(() => {
    const product = readProduct(location.search)
    if (product) change({ product })
  }, [change])

  const { product } = draft.form
  return (
    <div className={`wrap ${layout.halves}`}>
      <div className={styles.stack}>
        {productNameOf(product) && <ChosenProduct id={product} />}
        <section className={layout.stack}>
          <h2 className={text.heading}>{t('ways.title')}</h2>
          <p className={styles.muted}>{t('ways.text')}</p>
          <CompanyWays />
          <div>
            <ButtonLink to={paths.contactAbout('order', product || undefined)}>
              {t('ways.contact')}
            </ButtonLink>
          </div>
        </section>
      </div>
      <WaitingList draft={draft} />
    </div>
  )
}
