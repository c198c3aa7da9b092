import { createContext } from 'react'

/** Whether a link was followed and its page is on its way. */
export const NextPagePending = createContext(false)
