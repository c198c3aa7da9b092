import { deskStockEndpoints } from '@shipminer/contract/desk/stock'
import type { Order } from '@shipminer/contract/shop/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { formatDate } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Link } from '../../../ui/link.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { NothingYet } from '../components/nothing-yet.tsx'
import { useMay } from '../shell/use-role.ts'
import { MoveDialog } from './move-dialog.tsx'
import { stockQuery } from './stock-queries.ts'

/** The boxes of an order, on its page. */
export function OrderBoxes({ order: { id, number, state, lines } }: { order: Order }) {
  const of = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return <BoxesOfOrder order={{ id, number, state, of }} />
}

type BoxedOrder = Pick<Order, 'id' | 'number' | 'state'> & { of: number }

/** Boxes by serial number: which were chosen, where each is, and how many are on board. */
export function BoxesOfOrder({ order }: { order: BoxedOrder }) {
  const { t } = useTranslation('desk-stock')
  const language = useLanguage()
  const may = useMay()
  const found = useQuery(stockQuery({ order: order.id }))
  const [isMoving, setMoving] = useState(false)
  const { of } = order
  const boxes = found.data?.boxes
  const day = (on: string) => formatDate(language, Date.parse(on))
  const isOver = order.state === 'cancelled' || order.state === 'expired'
  const mayMove = may(deskStockEndpoints.deskMoveBoxes) && !isOver
  if (isOver && boxes?.length === 0) return null
  const onBoard = boxes?.filter(({ state }) => state === 'installed').length ?? 0
  return (
    <section className={styles.section} aria-labelledby="order-boxes">
      <h2 id="order-boxes" className={styles.heading}>
        {t('boxes')}
      </h2>
      {!boxes && <NothingYet query={found} />}
      {boxes?.length === 0 && <p className={text.quiet}>{t('boxesNone')}</p>}
      {boxes && boxes.length > 0 && (
        <>
          <p>{t('onBoard', { count: onBoard, of })}</p>
          <ul className={styles.list}>
            {boxes.map((box) => (
              <li key={box.id} className={styles.row}>
                <Link to={paths.deskBox(box.id)}>{box.serial}</Link>
                <span>{t(`state.${box.state}`)}</span>
                <span className={text.small}>
                  {box.installedOn !== null && (
                    <>
                      {t('installedOn')} {day(box.installedOn)}
                      {box.warrantyUntil !== null && ` · ${t('warrantyUntil')} ${day(box.warrantyUntil)}`}
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {/* Its form begins with the boxes that were chosen: they have to be known, or to be out of reach. */}
      {mayMove && !found.isPending && (
        <div className={layout.actions}>
          <Button aria-haspopup="dialog" onClick={() => setMoving(true)}>
            {t('scan')}
          </Button>
        </div>
      )}
      {isMoving && (
        <MoveDialog
          first={{
            order: order.number,
            action: order.state === 'scheduled' ? 'install' : 'bind',
            serials: (boxes ?? [])
              .filter(
                ({ state }) => order.state === 'scheduled' && (state === 'tested' || state === 'shipped'),
              )
              .map(({ serial }) => serial),
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </section>
  )
}
