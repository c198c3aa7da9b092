import { Transaction } from '@scure/btc-signer'
import { type CoinSelection, selectCoins } from '@shipminer/domain/payouts/select-coins'
import type { PayoutAccount } from './payout-account.ts'
import type { AccountCoin } from './sources/payout-source.ts'

/** Sequence number with which a transaction can be replaced by one with a higher fee (BIP 125). */
const replaceable = 0xffff_fffd

export type MadePsbt = {
  psbtBase64: string
  feeSat: number
  changeSat: number
  /** Null: no change. */
  changeIndex: number | null
  /** The coins that it spends. */
  outpoints: string[]
}

type Output = { script: string; amountSat: number }

/**
 * One unsigned transaction (BIP 174) that pays outputs out of coins of the account. Inputs and outputs are ordered by BIP 69; each input
 * has its amount and the path of its key, and so does the change, so that a hardware wallet recognises both as its own.
 */
export function makePsbt(input: {
  account: PayoutAccount
  coins: readonly AccountCoin[]
  outputs: readonly Output[]
  feeRateMilliSat: number
  changeIndex: number
  mustSpend: string | null
}): { ok: true; psbt: MadePsbt } | Extract<CoinSelection, { ok: false }> {
  const { account, outputs, changeIndex } = input
  const paid = outputs.map(({ script, amountSat }) => ({ amountSat, scriptBytes: script.length / 2 }))
  const selection = selectCoins(input.coins, paid, input.feeRateMilliSat, input.mustSpend)
  if (!selection.ok) return selection
  const chosen = new Set(selection.coins.map(({ outpoint }) => outpoint))
  const coins = input.coins.filter(({ outpoint }) => chosen.has(outpoint)).toSorted(byOutpoint)
  const change = account.addressAt(1, changeIndex)
  const all: Output[] = [
    ...outputs,
    ...(selection.changeSat > 0 ? [{ script: change.script, amountSat: selection.changeSat }] : []),
  ]
  const transaction = new Transaction({ PSBTVersion: 0 })
  for (const { outpoint, valueSat, branch, index } of coins) {
    const [txid, output] = splitOutpoint(outpoint)
    const { script, publicKey, keyPath } = account.addressAt(branch, index)
    transaction.addInput({
      txid,
      index: output,
      sequence: replaceable,
      witnessUtxo: { amount: BigInt(valueSat), script: Buffer.from(script, 'hex') },
      bip32Derivation: [[publicKey, keyPath]],
    })
  }
  for (const { script, amountSat } of all.toSorted(byAmount))
    transaction.addOutput({
      amount: BigInt(amountSat),
      script: Buffer.from(script, 'hex'),
      ...(script === change.script ? { bip32Derivation: [[change.publicKey, change.keyPath]] } : {}),
    })
  return {
    ok: true,
    psbt: {
      psbtBase64: Buffer.from(transaction.toPSBT(0)).toString('base64'),
      feeSat: selection.feeSat,
      changeSat: selection.changeSat,
      changeIndex: selection.changeSat > 0 ? changeIndex : null,
      outpoints: selection.coins.map(({ outpoint }) => outpoint),
    },
  }
}

/** The coins that a transaction made here spends. */
export function outpointsOfPsbt(psbtBase64: string): string[] {
  const transaction = Transaction.fromPSBT(Buffer.from(psbtBase64, 'base64'))
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at)
    return `${Buffer.from(txid ?? []).toString('hex')}:${index}`
  })
}

function splitOutpoint(outpoint: string): [txid: string, output: number] {
  const [txid = '', output = ''] = outpoint.split(':')
  return [txid, Number(output)]
}

function byOutpoint(a: AccountCoin, b: AccountCoin): number {
  const [[aTxid, aOutput], [bTxid, bOutput]] = [splitOutpoint(a.outpoint), splitOutpoint(b.outpoint)]
  return aTxid === bTxid ? aOutput - bOutput : aTxid < bTxid ? -1 : 1
}

function byAmount(a: Output, b: Output): number {
  return a.amountSat - b.amountSat || (a.script < b.script ? -1 : 1)
}
