import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../lib/site.ts'
import { Value } from '../values/value.tsx'
import { CompanyText, ExampleMark } from './company-text.tsx'
import styles from './company-ways.module.css'

/** The three ways to reach the provider at once: call, WhatsApp, mail. Details that are not set yet are marked as examples. */
export function CompanyWays() {
  const { t } = useTranslation('form')
  const site = useSite()
  return (
    <ul className={styles.ways}>
      <Way
        name={t('way.call')}
        icon="M6 3h4l1.5 5-2.5 1.8a12 12 0 0 0 5.2 5.2L16 12.5l5 1.5v4a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 5.2 2 2 0 0 1 6 3z"
      >
        <CompanyText field="phone" href={(value) => `tel:${value}`} />
      </Way>
      <Way name={t('way.whatsapp')} icon="M4 20l1.3-4A8 8 0 1 1 8.2 18.8zM9 10h6M9 13.5h4">
        <Value of={site === undefined ? undefined : (site?.company.whatsapp ?? null)}>
          {({ value, example }) => (
            <span data-example={String(example)}>
              <a href={`https://wa.me/${value.replaceAll(/\D/g, '')}`} rel="noopener">
                {value}
              </a>
              <ExampleMark />
            </span>
          )}
        </Value>
      </Way>
      <Way name={t('way.mail')} icon="M3 5h18v14H3zM3 6l9 7 9-7">
        <CompanyText field="email" href={(value) => `mailto:${value}`} />
      </Way>
    </ul>
  )
}

function Way({ name, icon, children }: { name: string; icon: string; children: ReactNode }) {
  return (
    <li>
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      <span className={styles.label}>{name}</span>
      {children}
    </li>
  )
}
