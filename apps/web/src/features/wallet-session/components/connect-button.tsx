import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyChunk } from '../../../lib/chunks/chunk-loader.ts'
import { Button, type ButtonKind } from '../../../ui/button.tsx'

const ConnectDialog = lazyChunk(() => import('./connect-dialog.tsx').then((module) => module.ConnectDialog))

/** Opens the connect dialog, whose code is fetched with the first click. `short` where room is scarce. */
export function ConnectButton({ kind = 'plain', short = false }: { kind?: ButtonKind; short?: boolean }) {
  const { t } = useTranslation('navigation')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t(short ? 'connectShort' : 'connect')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConnectDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
