import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TextField } from '../../../ui/forms/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { Accordion } from '../../../ui/panels/accordion.tsx'
import { type FaqQuestionId, faqCategories, faqLinks, matchesSearch } from '../lib/faq.ts'
import styles from './faq.module.css'

/** All questions by category, with a field that narrows them down. An address that ends in a question's name opens it. */
export function FaqView() {
  const { t } = useTranslation('faq')
  const { hash } = useLocation()
  const [search, setSearch] = useState('')

  useEffect(() => {
    const named = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (named instanceof HTMLDetailsElement) {
      named.open = true
      named.scrollIntoView()
    }
  }, [hash])

  const found = faqCategories.map(({ id, questions }) => ({
    id,
    questions: questions.filter((question) => matchesSearch(search, t(`q.${question}`), t(`a.${question}`))),
  }))
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <div className={`wrap ${styles.grid}`}>
      <aside className={styles.aside}>
        <TextField
          label={t('search')}
          name="search"
          type="search"
          autoComplete="off"
          value={search}
          onChange={setSearch}
        />
        <p className={styles.count} role="status">
          {search.trim() === '' ? '' : t('found', { count })}
        </p>
        <nav aria-label={t('categories')}>
          <ul className={styles.categories}>
            {faqCategories.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`}>{t(`category.${id}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </aside>
      <div className={styles.stack}>
        {found.map(
          ({ id, questions }) =>
            questions.length > 0 && (
              <section key={id} id={id} aria-labelledby={`${id}-title`}>
                <h2 id={`${id}-title`} className={styles.heading}>
                  {t(`category.${id}`)}
                </h2>
                <Accordion
                  name={id}
                  items={questions.map((question: FaqQuestionId) => ({
                    id: question,
                    title: t(`q.${question}`),
                    body: <Answer id={question} />,
                  }))}
                />
              </section>
            ),
        )}
        {count === 0 && (
          <p>
            {t('nothing')} <Link to="/contact">{t('link.contact')}</Link>
          </p>
        )}
      </div>
    </div>
  )
}

function Answer({ id }: { id: FaqQuestionId }) {
  const { t } = useTranslation('faq')
  const link = faqLinks[id]
  return (
    <>
      <p>{t(`a.${id}`)}</p>
      {link && (
        <p className={styles.link}>
          <Link to={link.to}>{t(`link.${link.label}`)}</Link>
        </p>
      )}
    </>
  )
}
