/** An unspent output of the paying account, and where it is: `outpoint` is `txid:vout`. */
export type Coin = { outpoint: string; valueSat: number }

/** What a transaction has to pay; `scriptBytes` is the length of the script of its output. */
export type PaidOutput = { amountSat: number; scriptBytes: number }

export type CoinSelection =
  | {
      ok: true
      coins: Coin[]
      /** 0: no change output. */
      changeSat: number
      feeSat: number
      /** Virtual bytes, with signatures as long as they get. */
      vbytes: number
    }
  /** `missingSat` at the requested fee, with every coin that is worth its own fee. */
  | { ok: false; reason: 'insufficient'; missingSat: number }
  | { ok: false; reason: 'too-large' }

/** Weight units of an input that spends a P2WPKH coin: outpoint, empty script, sequence; signature of 72 bytes and key. */
const inputWeight = 4 * 41 + (1 + 1 + 72 + 1 + 33)
const changeScriptBytes = 22
/** What nodes do not pass on. */
const dustSat = 294
/** Nodes pass on no heavier transaction. */
const mostWeight = 400_000

const varintBytes = (count: number) => (count < 0xfd ? 1 : count <= 0xffff ? 3 : 5)
const outputBytes = (scriptBytes: number) => 8 + varintBytes(scriptBytes) + scriptBytes

/** Weight of a transaction that spends so many P2WPKH coins to outputs of such scripts. */
function transactionWeight(inputs: number, scripts: readonly number[]): number {
  const outputs = scripts.reduce((sum, bytes) => sum + outputBytes(bytes), 0)
  return 4 * (4 + varintBytes(inputs) + varintBytes(scripts.length) + outputs + 4) + 2 + inputs * inputWeight
}

const feeOf = (weight: number, feeRateMilliSat: number) =>
  Math.ceil((Math.ceil(weight / 4) * feeRateMilliSat) / 1000)

/**
 * Chooses P2WPKH coins for outputs at a fee rate in thousandths of a satoshi per virtual byte. The largest coins first, those of one value by
 * outpoint, so that the same coins give the same choice; `mustSpend` before all others. Coins that cost more than they bring stay.
 * Inputs make outputs, change and fee to the satoshi; change that would cost more to spend than it is worth goes to the fee.
 *
 * @throws RangeError for amounts or a rate that are no positive safe integers
 */
export function selectCoins(
  coins: readonly Coin[],
  outputs: readonly PaidOutput[],
  feeRateMilliSat: number,
  mustSpend: string | null = null,
): CoinSelection {
  for (const amount of [
    feeRateMilliSat,
    ...outputs.map(({ amountSat }) => amountSat),
    ...coins.map(({ valueSat }) => valueSat),
  ])
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError(`${amount} is not a positive amount`)
  const scripts = outputs.map(({ scriptBytes }) => scriptBytes)
  const paidSat = outputs.reduce((sum, { amountSat }) => sum + amountSat, 0)
  const inputCost = feeOf(inputWeight, feeRateMilliSat)
  const smallestChange = Math.max(dustSat, inputCost)
  const useful = coins
    .filter(({ outpoint, valueSat }) => outpoint === mustSpend || valueSat > inputCost)
    .toSorted(
      (a, b) =>
        Number(b.outpoint === mustSpend) - Number(a.outpoint === mustSpend) ||
        b.valueSat - a.valueSat ||
        (a.outpoint < b.outpoint ? -1 : 1),
    )
  const chosen: Coin[] = []
  let heldSat = 0
  for (const coin of useful) {
    chosen.push(coin)
    heldSat += coin.valueSat
    const weight = transactionWeight(chosen.length, scripts)
    if (heldSat < paidSat + feeOf(weight, feeRateMilliSat)) continue
    const weightWithChange = transactionWeight(chosen.length, [...scripts, changeScriptBytes])
    const changeSat = heldSat - paidSat - feeOf(weightWithChange, feeRateMilliSat)
    const hasChange = changeSat >= smallestChange
    const finalWeight = hasChange ? weightWithChange : weight
    if (finalWeight > mostWeight) return { ok: false, reason: 'too-large' }
    const kept = hasChange ? changeSat : 0
    return {
      ok: true,
      coins: chosen,
      changeSat: kept,
      feeSat: heldSat - paidSat - kept,
      vbytes: Math.ceil(finalWeight / 4),
    }
  }
  const wantedSat = paidSat + feeOf(transactionWeight(Math.max(1, chosen.length), scripts), feeRateMilliSat)
  return { ok: false, reason: 'insufficient', missingSat: wantedSat - heldSat }
}
