import type alertSettings from '@shipminer/i18n/locales/en/alert-settings.json'
import type calculator from '@shipminer/i18n/locales/en/calculator.json'
import type claim from '@shipminer/i18n/locales/en/claim.json'
import type commissioning from '@shipminer/i18n/locales/en/commissioning.json'
import type common from '@shipminer/i18n/locales/en/common.json'
import type contact from '@shipminer/i18n/locales/en/contact.json'
import type control from '@shipminer/i18n/locales/en/control.json'
import type crew from '@shipminer/i18n/locales/en/crew.json'
import type custom from '@shipminer/i18n/locales/en/custom.json'
import type desk from '@shipminer/i18n/locales/en/desk.json'
import type deskAudit from '@shipminer/i18n/locales/en/desk-audit.json'
import type deskBank from '@shipminer/i18n/locales/en/desk-bank.json'
import type deskBooks from '@shipminer/i18n/locales/en/desk-books.json'
import type deskCalendar from '@shipminer/i18n/locales/en/desk-calendar.json'
import type deskCorrection from '@shipminer/i18n/locales/en/desk-correction.json'
import type deskCustomer from '@shipminer/i18n/locales/en/desk-customer.json'
import type deskDiagnostics from '@shipminer/i18n/locales/en/desk-diagnostics.json'
import type deskFleet from '@shipminer/i18n/locales/en/desk-fleet.json'
import type deskFrame from '@shipminer/i18n/locales/en/desk-frame.json'
import type deskInstallation from '@shipminer/i18n/locales/en/desk-installation.json'
import type deskMailings from '@shipminer/i18n/locales/en/desk-mailings.json'
import type deskMails from '@shipminer/i18n/locales/en/desk-mails.json'
import type deskMerge from '@shipminer/i18n/locales/en/desk-merge.json'
import type deskOffers from '@shipminer/i18n/locales/en/desk-offers.json'
import type deskOwnerMoney from '@shipminer/i18n/locales/en/desk-owner-money.json'
import type deskPayouts from '@shipminer/i18n/locales/en/desk-payouts.json'
import type deskPeople from '@shipminer/i18n/locales/en/desk-people.json'
import type deskProposals from '@shipminer/i18n/locales/en/desk-proposals.json'
import type deskReleases from '@shipminer/i18n/locales/en/desk-releases.json'
import type deskSearch from '@shipminer/i18n/locales/en/desk-search.json'
import type deskSettings from '@shipminer/i18n/locales/en/desk-settings.json'
import type deskShop from '@shipminer/i18n/locales/en/desk-shop.json'
import type deskStock from '@shipminer/i18n/locales/en/desk-stock.json'
import type deskTable from '@shipminer/i18n/locales/en/desk-table.json'
import type deskToday from '@shipminer/i18n/locales/en/desk-today.json'
import type deskTrouble from '@shipminer/i18n/locales/en/desk-trouble.json'
import type deskVat from '@shipminer/i18n/locales/en/desk-vat.json'
import type deskWebhooks from '@shipminer/i18n/locales/en/desk-webhooks.json'
import type errors from '@shipminer/i18n/locales/en/errors.json'
import type faq from '@shipminer/i18n/locales/en/faq.json'
import type faults from '@shipminer/i18n/locales/en/faults.json'
import type firmware from '@shipminer/i18n/locales/en/firmware.json'
import type fleet from '@shipminer/i18n/locales/en/fleet.json'
import type form from '@shipminer/i18n/locales/en/form.json'
import type history from '@shipminer/i18n/locales/en/history.json'
import type home from '@shipminer/i18n/locales/en/home.json'
import type koop from '@shipminer/i18n/locales/en/koop.json'
import type legal from '@shipminer/i18n/locales/en/legal.json'
import type navigation from '@shipminer/i18n/locales/en/navigation.json'
import type newsletter from '@shipminer/i18n/locales/en/newsletter.json'
import type offer from '@shipminer/i18n/locales/en/offer.json'
import type offline from '@shipminer/i18n/locales/en/offline.json'
import type order from '@shipminer/i18n/locales/en/order.json'
import type overview from '@shipminer/i18n/locales/en/overview.json'
import type payment from '@shipminer/i18n/locales/en/payment.json'
import type person from '@shipminer/i18n/locales/en/person.json'
import type power from '@shipminer/i18n/locales/en/power.json'
import type product from '@shipminer/i18n/locales/en/product.json'
import type profile from '@shipminer/i18n/locales/en/profile.json'
import type proof from '@shipminer/i18n/locales/en/proof.json'
import type revenue from '@shipminer/i18n/locales/en/revenue.json'
import type service from '@shipminer/i18n/locales/en/service.json'
import type setup from '@shipminer/i18n/locales/en/setup.json'
import type wallet from '@shipminer/i18n/locales/en/wallet.json'
import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    returnNull: false
    resources: {
      'alert-settings': typeof alertSettings
      control: typeof control
      firmware: typeof firmware
      history: typeof history
      power: typeof power
      proof: typeof proof
      revenue: typeof revenue
      claim: typeof claim
      calculator: typeof calculator
      contact: typeof contact
      crew: typeof crew
      custom: typeof custom
      desk: typeof desk
      'desk-books': typeof deskBooks
      'desk-merge': typeof deskMerge
      'desk-offers': typeof deskOffers
      'desk-owner-money': typeof deskOwnerMoney
      'desk-payouts': typeof deskPayouts
      'desk-audit': typeof deskAudit
      'desk-bank': typeof deskBank
      'desk-calendar': typeof deskCalendar
      'desk-correction': typeof deskCorrection
      'desk-customer': typeof deskCustomer
      'desk-diagnostics': typeof deskDiagnostics
      'desk-fleet': typeof deskFleet
      'desk-frame': typeof deskFrame
      'desk-people': typeof deskPeople
      'desk-proposals': typeof deskProposals
      'desk-search': typeof deskSearch
      'desk-settings': typeof deskSettings
      'desk-installation': typeof deskInstallation
      'desk-mailings': typeof deskMailings
      'desk-mails': typeof deskMails
      'desk-stock': typeof deskStock
      'desk-table': typeof deskTable
      'desk-today': typeof deskToday
      'desk-trouble': typeof deskTrouble
      'desk-vat': typeof deskVat
      'desk-webhooks': typeof deskWebhooks
      'desk-releases': typeof deskReleases
      'desk-shop': typeof deskShop
      faq: typeof faq
      koop: typeof koop
      legal: typeof legal
      commissioning: typeof commissioning
      common: typeof common
      errors: typeof errors
      faults: typeof faults
      fleet: typeof fleet
      form: typeof form
      home: typeof home
      navigation: typeof navigation
      newsletter: typeof newsletter
      offline: typeof offline
      person: typeof person
      offer: typeof offer
      order: typeof order
      overview: typeof overview
      payment: typeof payment
      product: typeof product
      profile: typeof profile
      service: typeof service
      setup: typeof setup
      wallet: typeof wallet
    }
  }
}
