/** Products that have a page of their own. */
export const productIds = ['sm19', 'sm21', 'sm23', 'lottery', 'payment-test'] as const
export type ProductId = (typeof productIds)[number]

const box = {
  giveWay: { title: 'box.giveWay.title', text: 'box.giveWay.text' },
  fit: { question: 'box.q.fit', answer: 'box.a.fit' },
  fuel: { question: 'box.q.fuel', answer: 'box.a.fuel' },
  install: { question: 'box.q.install', answer: 'box.a.install' },
  paid: { question: 'box.q.paid', answer: 'box.a.paid' },
  included: [
    'box.included.cabinet',
    'box.included.controller',
    'box.included.installation',
    'box.included.connection',
    'box.included.dashboard',
    'box.included.maintenance',
    'box.included.warranty',
  ],
} as const

const lottery = {
  features: [
    { title: 'lottery.f1.title', text: 'lottery.f1.text' },
    { title: 'lottery.f2.title', text: 'lottery.f2.text' },
    { title: 'lottery.f3.title', text: 'lottery.f3.text' },
    { title: 'lottery.f4.title', text: 'lottery.f4.text' },
  ],
  included: [
    'lottery.included.miner',
    'lottery.included.cable',
    'lottery.included.screen',
    'lottery.included.address',
    'lottery.included.dashboard',
    'lottery.included.help',
    'lottery.included.warranty',
  ],
  questions: [
    { question: 'lottery.q.odds', answer: 'lottery.a.odds' },
    { question: 'lottery.q.where', answer: 'lottery.a.where' },
    { question: 'lottery.q.pool', answer: 'lottery.a.pool' },
    { question: 'lottery.q.warranty', answer: 'lottery.a.warranty' },
  ],
} as const

/**
 * Keys of the texts of each product page (docs/product.md 9.5: four features, seven included items, four questions each), and its
 * pictures; the second one is optional. `fitted`: how it looks when it stands on its ship, where there is such a picture.
 */
export const productCopy = {
  sm19: {
    title: 'sm19.title',
    description: 'sm19.description',
    subtitle: 'sm19.subtitle',
    pictures: [
      { name: 'sm19a', alt: 'sm19.alt1' },
      { name: 'sm19b', alt: 'sm19.alt2' },
    ],
    features: [
      { title: 'sm19.f1.title', text: 'sm19.f1.text' },
      { title: 'sm19.f2.title', text: 'sm19.f2.text' },
      { title: 'sm19.f3.title', text: 'sm19.f3.text' },
      box.giveWay,
    ],
    included: box.included,
    questions: [box.fit, box.fuel, box.install, box.paid],
  },
  sm21: {
    title: 'sm21.title',
    description: 'sm21.description',
    subtitle: 'sm21.subtitle',
    pictures: [
      { name: 'sm21a', alt: 'sm21.alt1' },
      { name: 'sm21b', alt: 'sm21.alt2' },
    ],
    fitted: { name: 'sm21c', alt: 'sm21.alt3', caption: 'sheet.plan.connected' },
    features: [
      { title: 'sm21.f1.title', text: 'sm21.f1.text' },
      { title: 'sm21.f2.title', text: 'sm21.f2.text' },
      { title: 'sm21.f3.title', text: 'sm21.f3.text' },
      box.giveWay,
    ],
    included: box.included,
    questions: [{ question: 'sm21.q.water', answer: 'sm21.a.water' }, box.fit, box.fuel, box.paid],
  },
  sm23: {
    title: 'sm23.title',
    description: 'sm23.description',
    subtitle: 'sm23.subtitle',
    pictures: [
      { name: 'sm23a', alt: 'sm23.alt1' },
      { name: 'sm23b', alt: 'sm23.alt2' },
    ],
    fitted: { name: 'deck', alt: 'sm23.alt3', caption: 'sheet.plan.aboard' },
    features: [
      { title: 'sm23.f1.title', text: 'sm23.f1.text' },
      { title: 'sm23.f2.title', text: 'sm23.f2.text' },
      { title: 'sm23.f3.title', text: 'sm23.f3.text' },
      box.giveWay,
    ],
    included: box.included,
    questions: [
      { question: 'sm23.q.when', answer: 'sm23.a.when' },
      { question: 'sm23.q.power', answer: 'sm23.a.power' },
      box.fit,
      box.paid,
    ],
  },
  lottery: {
    title: 'lottery.title',
    description: 'lottery.description',
    subtitle: 'lottery.subtitle',
    pictures: [
      { name: 'lota', alt: 'lottery.alt1' },
      { name: 'lotb', alt: 'lottery.alt2' },
    ],
    ...lottery,
  },
  'payment-test': {
    title: 'payment-test.title',
    description: 'payment-test.description',
    subtitle: 'payment-test.subtitle',
    pictures: [{ name: 'lota', alt: 'payment-test.alt1' }],
    ...lottery,
  },
} as const satisfies Record<ProductId, unknown>
