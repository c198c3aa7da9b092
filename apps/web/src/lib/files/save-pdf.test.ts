import { beforeEach, expect, test, vi } from 'vitest'
import { savePdf } from './save-pdf.ts'

/** What was saved: as a browser does it, by a link that is clicked. */
let saved: { name: string; file: Blob }[] = []

beforeEach(() => {
  saved = []
  let file = new Blob()
  const link = { download: '', click: () => saved.push({ name: link.download, file }) }
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:1'
  })
})

test.each([
  ['F-2026-000123.pdf', 'F-2026-000123.pdf'],
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['Rechnung 1/2', 'Rechnung-1-2.pdf'],
  ['', 'document.pdf'],
])('%j is saved as %j', async (name, safe) => {
  expect(savePdf(name, 'JVBERi0=')).toBe(true)
  expect(saved.map((one) => one.name)).toEqual([safe])
  expect(saved[0]?.file.type).toBe('application/pdf')
  expect(await saved[0]?.file.text()).toBe('%PDF-')
})

test.each(['not base64!', '/w==', ''])('%j is no PDF, and nothing is saved', (base64) => {
  expect(savePdf('F-1.pdf', base64)).toBe(false)
  expect(saved).toEqual([])
})
