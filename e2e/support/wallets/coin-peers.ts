import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/**
 * Accounts that the shop of a journey receives on, derived from a seed of 32 bytes of 7. The private keys are public: never pay
 * real money to them.
 */
export const shopAccounts = {
  bitcoin:
    'tpubDDPRy5xWxJTuneDTXhZVyvZ6RiEYr2MVGdC9ypjZTkLqFHKrWYTxrhLZ6rcoA5Ud9BvnnaxmnSXXB9rQCRhiKW8TeNBrGKFWbo2emgYeNLy',
  evm: 'xpub6DSwDWBPjdopu6ZXEsGZnGnHJitN14fQ8n1ffEk98EvorXaToZDUJCorMFG3n67qz3FEWNao7Myz2393Y19xA9nCEtiBgB7DbcpT1FYuRTy',
}

/** Two price sources in one: the server wants two hosts to agree, and this machine has two names. */
export async function startRates(prices: { bitcoinEuro: string; tetherEuro: string }): Promise<{
  setting: string
  stop(): Promise<void>
}> {
  const server = createServer((request, response) => {
    const last = request.url === '/btc' ? prices.bitcoinEuro : prices.tetherEuro
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ last }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sources = ['127.0.0.1', 'localhost'].flatMap((host) => [
    `BTC/EUR=http://${host}:${port}/btc`,
    `USDT/EUR=http://${host}:${port}/usdt`,
  ])
  return {
    setting: sources.join(','),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What a QR code on the page says, read by a decoder from its drawing. */
export async function readCode(code: Locator): Promise<string> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const scale = 4
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let y = Number(row) * scale; y < (Number(row) + 1) * scale; y++) {
      const start = (y * width + Number(column) * scale) * 4
      for (let offset = 0; offset < scale * 4; offset++) if (offset % 4 !== 3) data[start + offset] = 0
    }
  }
  return decodeQR({ width, height: width, data })
}
