/**
 * Makes the pictures that go with a shared page: `CHROMIUM_PATH=… node apps/web/scripts/social-pictures.ts`. Run by hand when words or
 * pictures change; the results are part of the source. They name no brand, because that is a setting. Writes `public/assets/social`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { seedProducts } from '@shipminer/domain/catalogue/product-catalogue'
import { type Language, languageLocales, languages } from '@shipminer/i18n/languages'
import sharp from 'sharp'
import { type PictureName, pictures } from '../src/config/pictures.ts'
import { productPictures } from '../src/config/product-pictures.ts'

const webRoot = fileURLToPath(new URL('..', import.meta.url))
const target = join(webRoot, 'public/assets/social')
const size = { width: 1200, height: 630 }

const dataUrl = async (file: string, type: string) =>
  `data:${type};base64,${(await readFile(join(webRoot, file))).toString('base64')}`
const font = (name: string) => dataUrl(`src/assets/fonts/${name}.woff2`, 'font/woff2')
const picture = (name: PictureName) =>
  dataUrl(`public/assets/pictures/${name}-${pictures[name].hash}-1200.webp`, 'image/webp')

async function texts(language: Language, file: string): Promise<Record<string, string>> {
  const path = `../../packages/i18n/src/locales/${language}/${file}.json`
  return JSON.parse(await readFile(join(webRoot, path), 'utf8'))
}

/** Pages with the text shown about them: a line, and for products the figures. */
async function pages(
  language: Language,
): Promise<{ name: string; picture: PictureName; line: string; figures: string }[]> {
  const common = await texts(language, 'common')
  const home = await texts(language, 'home')
  const number = new Intl.NumberFormat(languageLocales[language])
  const efficiency = new Intl.NumberFormat(languageLocales[language], { maximumFractionDigits: 1 })
  const products = Object.entries(productPictures).map(([id, name]) => {
    const product = seedProducts.find((seed) => seed.id === id)
    if (!product || !name) throw new Error(`No product ${id}`)
    const power =
      product.powerKw < 1
        ? `${number.format(product.powerKw * 1000)} W`
        : `${number.format(product.powerKw)} kW`
    return {
      name: `product-${id}`,
      picture: name,
      line: `${number.format(product.hashrateThs)} TH/s`,
      figures: `${power} · ${efficiency.format((product.powerKw * 1000) / product.hashrateThs)} J/TH`,
    }
  })
  const plain = (name: string, key: string, shot: PictureName) => ({
    name,
    picture: shot,
    line: common[key] ?? '',
    figures: '',
  })
  return [
    { name: 'home', picture: 'ship', line: home['hero.title'] ?? '', figures: '' },
    ...products,
    plain('calculator', 'title.calculator', 'deck'),
    plain('maatwerk', 'title.custom', 'deck'),
    plain('faq', 'title.faq', 'ship'),
    plain('contact', 'title.contact', 'ship'),
    plain('koop', 'title.buy', 'deck'),
  ]
}

const fonts = (
  await Promise.all(
    ['big-shoulders-latin', 'big-shoulders-ro', 'familjen-grotesk-latin', 'familjen-grotesk-ro'].map(
      async (name, index) => {
        const range = name.endsWith('-ro') ? 'U+0102-0103,U+0218-021B' : 'U+0000-00FF,U+2010-2027,U+20AC'
        const family = index < 2 ? 'Heading' : 'Text'
        return `@font-face{font-family:${family};src:url(${await font(name)});font-weight:400 800;unicode-range:${range}}`
      },
    ),
  )
).join('')

const style = `${fonts}
*{margin:0}body{width:1200px;height:630px;overflow:hidden;background:#050b10;color:#eef4f4}
img{position:absolute;inset:0;width:1200px;height:630px;object-fit:cover}
.words{position:absolute;inset:auto 0 0;padding:34px 56px 40px;background:#050b10;border-top:3px solid #6ba8ff}
h1{font:800 84px/1 Heading;text-transform:uppercase;text-wrap:balance}
:lang(ro) h1{line-height:1.12}
p{margin-top:12px;color:#ffdd8a;font:600 38px/1.2 Text}
.product img{left:360px;width:840px}
.product .words{inset:0 auto 0 0;display:flex;flex-direction:column;justify-content:center;width:420px;padding:0 30px 0 52px;border:0;border-right:3px solid #6ba8ff;box-sizing:border-box}
.product h1{font-size:72px;text-transform:none}
.product p{font-size:30px}`

await mkdir(target, { recursive: true })
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
const view = await browser.newPage({ viewport: size })
let bytes = 0
for (const language of languages) {
  for (const page of await pages(language)) {
    await view.setContent(
      `<html lang="${language}" class="${page.figures && 'product'}"><style>${style}</style><img src="${await picture(page.picture)}"><div class="words"><h1></h1><p></p></div></html>`,
    )
    await view.evaluate(
      async ([line = '', figures = '']) => {
        const [title, note] = [document.querySelector('h1'), document.querySelector('p')]
        if (title) title.textContent = line
        if (note) note.textContent = figures
        if (note && figures === '') note.remove()
        await document.fonts.ready
        // The picture shows above the words, not behind them.
        const words = document.querySelector<HTMLElement>('.words')
        const image = document.querySelector('img')
        if (words && image && figures === '') image.style.height = `${630 - words.offsetHeight}px`
      },
      [page.line, page.figures],
    )
    const shot = await sharp(await view.screenshot())
      .jpeg({ quality: 74, mozjpeg: true })
      .toBuffer()
    await writeFile(join(target, `${page.name}-${language}.jpg`), shot)
    bytes += shot.length
  }
}
await browser.close()
console.log(`${(bytes / 1e6).toFixed(2)} MB`)
