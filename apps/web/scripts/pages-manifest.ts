import { languages } from '@shipminer/i18n/languages'
import { z } from 'zod'

const DocumentSchema = z.object({
  /** Path below `dist`. */
  file: z.string(),
  title: z.string(),
  /** For `style-src`, with its quotes: `'sha256-…'`. */
  styleHash: z.string(),
})

/**
 * `dist/pages.json`: what the build made and how the server serves it. `pattern` has parameters as `:name`.
 * `originPlaceholder` and `headPlaceholder` are replaced in every document when it is loaded.
 */
export const PagesManifestSchema = z.object({
  version: z.literal(1),
  originPlaceholder: z.string(),
  headPlaceholder: z.string(),
  pages: z.array(
    z.object({
      name: z.string(),
      pattern: z.string(),
      isIndexed: z.boolean(),
      /** Only for servers that show the payment test product. */
      isTestOnly: z.literal(true).optional(),
      documents: z.record(z.enum(languages), DocumentSchema),
    }),
  ),
  /** The page for every other address, with status 404. */
  notFound: z.object({ documents: z.record(z.enum(languages), DocumentSchema) }),
  /** The page, with status 404, for addresses that start like those of the products. */
  productMissing: z.object({ prefix: z.string(), documents: z.record(z.enum(languages), DocumentSchema) }),
})
export type PagesManifest = z.infer<typeof PagesManifestSchema>
