import * as z from 'zod/mini'

const endOfDates = 8.64e15

/** Ms since 1970 that a date can be made of. Any other number would break the page that shows it. */
export const MomentSchema = z.int().check(z.minimum(-endOfDates), z.maximum(endOfDates))
