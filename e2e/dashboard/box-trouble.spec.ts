import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { ServerProcess } from '../../scripts/lib/stack.ts'
import { expectAccessible } from '../support/access.ts'
import { expect, test } from '../support/journey.ts'
import { paced } from '../support/pace.ts'
import { passSecondFactor, signUpOperator } from '../support/sign-in.ts'
import { startServer } from '../support/start-server.ts'

/** What is wrong with a box itself, as its owner and the desk see it: a full and damaged disk, a memory put back, a key used twice, another meter, something unknown on board, a batch set aside. */
test.use({ locale: 'nl-NL', viewport: { width: 1440, height: 900 }, actionTimeout: paced(15_000) })

const root = mkdtempSync(join(tmpdir(), 'sm-box-trouble-'))
const dataDir = join(root, 'server')
const ShipsSchema = z.object({ data: z.object({ ships: z.array(z.object({ id: z.string() })) }) })
let server: ServerProcess

test.beforeAll(async () => {
  server = await startServer({ dataDir })
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

test('a box in trouble is told to its owner and at the desk', async ({ page }) => {
  test.setTimeout(paced(240_000))
  const { authenticator, token } = await signUpOperator(page, server)
  const answer = await page.request.get(`${server.url}/api/user/ships`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const shipId = ShipsSchema.parse(await answer.json()).data.ships[0]?.id ?? ''
  const { port } = new URL(server.url)
  await server.stop()
  const seed = join(import.meta.dirname, '../support/ship/seed-trouble.ts')
  execFileSync(process.execPath, [seed, dataDir, shipId])
  server = await startServer({ dataDir, port: Number(port) })

  const full =
    'Opslag aan boord vol of defect: metingen gaan meteen naar de wal, maar overleven geen stroomuitval'
  const damaged = /^3 pakketten metingen aan boord beschadigd, tussen .*\d\d:\d\d en .*\d\d:\d\d$/
  const otherMeter = 'Er antwoordt een andere meter dan bij de controle: serienummer 7002 in plaats van 7001.'
  await test.step('in the overview', async () => {
    await page.goto(`${server.url}/dashboard`)
    await expect(page.getByText(full)).toBeVisible()
    await expect(page.getByText(damaged)).toBeVisible()
  })
  await test.step('on the page of the ship', async () => {
    await page.goto(`${server.url}/dashboard/ships/${shipId}`)
    await expect(page.getByText(full)).toBeVisible()
    await expect(page.getByText(damaged)).toBeVisible()
    await expect(page.getByText(`${otherMeter} Tot de stap met één miner`)).toBeVisible()
    const strangers = page.getByRole('region', { name: 'Hier antwoordt iets' })
    await expect(strangers).toContainText('192.168.1.44')
    await expect(strangers).toContainText('misschien Goldshell')
    await expect(strangers).toContainText('hello from a box of another kind')
    await strangers.getByRole('button', { name: 'Naam geven of bewaken' }).click()
    await strangers.getByLabel('Naam van het apparaat').fill('Oude miner')
    await strangers.getByLabel('Waarschuw mij als het weg is').check()
    await strangers.getByRole('button', { name: 'Opslaan' }).click()
    await expect(strangers).toContainText('Oude miner')
    await expect(strangers).toContainText('bewaakt')
    await expectAccessible(page, 'a ship whose box is in trouble')
  })
  await test.step('among the alerts', async () => {
    await page.goto(`${server.url}/dashboard/alerts`)
    await expect(
      page.getByRole('heading', { name: 'Twee boxen gebruiken de sleutel van Voorpiek' }),
    ).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Het geheugen van de box op Voorpiek is teruggezet' }),
    ).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'De generatormeter van Voorpiek is niet meer te vertrouwen' }),
    ).toBeVisible()
    await expect(page.getByText(otherMeter)).toBeVisible()
  })
  await test.step('at the desk', async () => {
    await page.goto(`${server.url}/desk/controllers`)
    await passSecondFactor(page, authenticator)
    const aside = page.getByRole('region', { name: /melding die niet opgeslagen kon worden/ })
    await expect(aside).toContainText('hele zending')
    await expect(aside).toContainText('numeric field overflow')
    await expectAccessible(page, 'what could not be stored')
    await page.goto(`${server.url}/desk/controllers?id=SM-R6RHDA`)
    await expect(page.getByText(full)).toBeVisible()
    await expect(page.getByText(damaged)).toBeVisible()
    await page.goto(`${server.url}/desk/fleet`)
    const miner = page.getByRole('row').filter({ hasText: 'Bakboord' })
    await expect(miner).toContainText('Sleutel dubbel in gebruik')
    await expect(miner).toContainText('Geheugen teruggezet')
  })
})
