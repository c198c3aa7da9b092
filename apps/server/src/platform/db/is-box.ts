import { sql } from 'kysely'

/** Whether the id of a controller is that of a box: what a former owner kept of one has an id with a point. */
export const isBox = (column: string) => sql<boolean>`${sql.ref(column)} NOT LIKE '%.%'`
