import { type Language, languageNames, languages } from '@shipminer/i18n/languages'
import { useTranslation } from 'react-i18next'
import { productName } from '../../config/env.ts'
import { paths } from '../../config/paths.ts'
import { productNames } from '../../config/product-routes.ts'
import { useConnectDialog } from '../../features/wallet-session/components/connect-button.tsx'
import { WalletMenu } from '../../features/wallet-session/components/wallet-menu.tsx'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { isKnown as isPersonKnown, useSessionFact } from '../../lib/session/session-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ByOrders } from '../../ui/company/by-orders.tsx'
import { Flag } from '../../ui/flag.tsx'
import { Link, NavLink } from '../../ui/link.tsx'
import { Menu } from '../../ui/panels/menu.tsx'
import styles from './frame.module.css'

/** Navigation of every page (docs/product.md 2.2); on narrow screens most of it moves into one menu. */
export function Header() {
  const { t } = useTranslation('navigation')
  const language = useLanguage()
  const isKnown = useSessionFact(isPersonKnown)
  const connect = useConnectDialog()
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.bar}`}>
        <Link className={styles.logo} to={paths.home}>
          {productName}
        </Link>
        <nav className={styles.links} aria-label={t('main')}>
          <NavLink to={paths.home} end>
            {t('home')}
          </NavLink>
          <div className={styles.drop}>
            <Menu
              label=""
              trigger={
                <>
                  {t('products')}
                  <Chevron />
                </>
              }
            >
              <ProductLinks />
            </Menu>
          </div>
          <NavLink to={paths.faq}>{t('faq')}</NavLink>
          <NavLink to={paths.contact}>{t('contact')}</NavLink>
        </nav>
        <div className={styles.tools}>
          <div className={styles.wideOnly}>
            <Menu
              label={`${t('language')}: ${languageNames[language]}`}
              trigger={
                <>
                  <Flag language={language} />
                  {language.toUpperCase()}
                </>
              }
            >
              <LanguageLinks />
            </Menu>
          </div>
          <div className={styles.narrowOnly}>
            <ButtonLink to={paths.calculator}>{t('calculateShort')}</ButtonLink>
          </div>
          {isKnown ? (
            <WalletMenu />
          ) : (
            <div className={styles.wideOnly}>
              <Button onClick={connect.open} aria-haspopup="dialog">
                {t('connectShort')}
              </Button>
            </div>
          )}
          {/* Who is signed in has bought; on a phone there is room for one of the two. */}
          <div className={isKnown ? styles.wideOnly : undefined}>
            <ButtonLink to={paths.buy} kind="main">
              <ByOrders open={t('buy')} closed={t('waitShort')} />
            </ButtonLink>
          </div>
          <div className={styles.narrowOnly}>
            <Menu label={t('menu')} trigger={<MenuIcon />}>
              <nav aria-label={t('main')}>
                <NavLink to={paths.buy}>
                  <ByOrders open={t('buy')} closed={t('waitShort')} />
                </NavLink>
                <NavLink to={paths.home} end>
                  {t('home')}
                </NavLink>
                <ProductLinks />
                <NavLink to={paths.faq}>{t('faq')}</NavLink>
                <NavLink to={paths.contact}>{t('contact')}</NavLink>
              </nav>
              {!isKnown && (
                <div className={styles.connect}>
                  <Button onClick={connect.open} aria-haspopup="dialog">
                    {t('connectShort')}
                  </Button>
                </div>
              )}
              <div className={styles.languages}>
                <LanguageLinks inRow />
              </div>
            </Menu>
          </div>
        </div>
      </div>
      {connect.dialog}
    </header>
  )
}

/** The products, and what is made to measure. */
function ProductLinks() {
  const { t } = useTranslation('navigation')
  return (
    <>
      {productNames(productName).map(({ id, name }) => (
        <NavLink key={id} to={paths.product(id)}>
          {name}
        </NavLink>
      ))}
      <NavLink to={paths.custom}>{t('custom')}</NavLink>
    </>
  )
}

/**
 * Plain links with a full load: they work before any script runs, and search engines see them. Four in a row have room for flag and code; the
 * name is for those who do not see them.
 */
export function LanguageLinks({ inRow = false }: { inRow?: boolean }) {
  const current = useLanguage()
  return languages.map((language: Language) => (
    <a
      key={language}
      // Of this page, whatever its address is: one prerendered document serves every order or ship.
      href={`?lang=${language}`}
      onClick={(event) => {
        // Anything else in the address, such as a key to claim, is kept.
        const address = new URL(location.href)
        address.searchParams.set('lang', language)
        event.currentTarget.href = address.href
      }}
      hrefLang={language}
      lang={language}
      aria-current={language === current ? 'true' : undefined}
    >
      <Flag language={language} />
      <span className={styles.code}>{language.toUpperCase()}</span>
      <span className={inRow ? 'visually-hidden' : undefined}>{languageNames[language]}</span>
    </a>
  ))
}

function Chevron() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}

function MenuIcon() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 5h16M2 10h16M2 15h16" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
