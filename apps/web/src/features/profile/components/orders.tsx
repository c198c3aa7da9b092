import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../config/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Section } from './section.tsx'

/** The place of the orders in the profile. `list` shows them; it is given the text for when there are none. */
export function Orders({ list }: { list: (none: string) => ReactNode }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('orders.title')}>
      {list(t('orders.none'))}
      <div>
        <ButtonLink to={paths.buy}>{t('orders.buy')}</ButtonLink>
      </div>
    </Section>
  )
}
