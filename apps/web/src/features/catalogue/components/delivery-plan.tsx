import { deliveryWeek } from '@shipminer/domain/catalogue/data-sheet'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { useIsAlive } from '../../../lib/use-is-alive.ts'
import { ByAvailability } from '../../../ui/company/by-availability.tsx'
import layout from '../../../ui/layout.module.css'
import { Picture } from '../../../ui/picture.tsx'
import { type ProductId, productCopy } from '../lib/product-copy.ts'
import type { ProductView } from '../lib/product-view.ts'
import styles from './data-sheet.module.css'

/** When what comes, what the ship has to have, and what is done afterwards. */
export function DeliveryPlan({ id, product }: { id: ProductId; product: ProductView }) {
  const { t } = useTranslation('product')
  const language = useLanguage()
  const { minGeneratorWatts, powerWatts, cooling, warrantyMonths } = product
  const isBox = minGeneratorWatts > 0
  const kilowatts = (watts: number) => formatNumber(language, watts / 1000)
  return (
    <section className={`wrap ${layout.band}`}>
      <h2>{t(isBox ? 'sheet.plan' : 'sheet.planSent')}</h2>
      <div className={styles.plan}>
        <div>
          <h3>{t('sheet.plan.when')}</h3>
          <ByAvailability
            id={product.id}
            isLater={product.status === 'coming-soon'}
            later={<p>{t('status.coming-soon')}</p>}
            now={<DeliveryDate product={product} />}
          />
          <p>{t(isBox ? 'sheet.plan.whenText' : 'sheet.plan.whenSolo')}</p>
        </div>
        {isBox && (
          <div>
            <h3>{t('sheet.plan.ship')}</h3>
            <ul>
              <li>
                {t('sheet.plan.shipPower', {
                  generator: kilowatts(minGeneratorWatts),
                  power: kilowatts(powerWatts),
                })}
              </li>
              <li>{t('sheet.plan.shipBoard')}</li>
              <li>{t('sheet.plan.shipNet')}</li>
              {cooling === 'hydro' && <li>{t('sheet.plan.shipWater')}</li>}
              <li>{t('sheet.plan.shipPlace')}</li>
            </ul>
          </div>
        )}
        <div>
          <h3>{t('sheet.plan.warranty')}</h3>
          <p>{t('sheet.plan.warrantyText', { months: formatNumber(language, warrantyMonths) })}</p>
          {isBox && <p>{t('sheet.plan.uptime')}</p>}
        </div>
        <div>
          <h3>{t('sheet.plan.year')}</h3>
          <p>{t(isBox ? 'sheet.plan.yearText' : 'sheet.plan.year.soloText')}</p>
        </div>
      </div>
      <Fitted id={id} />
    </section>
  )
}

/** The box as it stands on a ship, connected. */
function Fitted({ id }: { id: ProductId }) {
  const { t } = useTranslation('product')
  const copy = productCopy[id]
  if (!('fitted' in copy)) return null
  const { name, alt, caption } = copy.fitted
  return (
    <figure className={styles.fitted}>
      <Picture
        name={name}
        alt={t(alt)}
        failed={t('pictures.failed')}
        sizes="(min-width: 1240px) 1180px, 100vw"
      />
      <figcaption>{t(caption)}</figcaption>
    </figure>
  )
}

/** The week in which an order of today arrives, when the catalogue says how long that takes. Only a living page knows what today is. */
function DeliveryDate({ product: { sheet } }: { product: ProductView }) {
  const { t } = useTranslation('product')
  const isAlive = useIsAlive()
  if (!isAlive || sheet.leadWeeks === undefined) return null
  const { week, year } = deliveryWeek(Date.now(), sheet.leadWeeks)
  return (
    <p>
      <strong>{t('sheet.plan.week', { week: String(week), year: String(year) })}</strong>
    </p>
  )
}
