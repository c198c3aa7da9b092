import type { ReactNode } from 'react'

/** One column of a table: its head and what stands in each row. */
export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Its head sorts the list. */
  isSortable?: boolean
  /** Numbers and amounts stand at the right. */
  isEnd?: boolean
  /** On a phone only what tells rows apart is shown. */
  isWideOnly?: boolean
  /** Shown only where there is room for it. */
  isWidestOnly?: boolean
  /** Left out on a phone and chosen there all the same: its name stands before it. */
  isNamed?: boolean | undefined
}
