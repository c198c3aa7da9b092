import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyChunk } from '../../../lib/chunks/chunk-loader.ts'
import { Button, type ButtonKind } from '../../../ui/button.tsx'

const ConnectDialog = lazyChunk(() => import('./connect-dialog.tsx').then((module) => module.ConnectDialog))

/**
 * The connect dialog, whose code is fetched when it first opens. Where its button stands in a menu, the dialog itself must stand outside: a
 * menu that closes hides all that is in it.
 */
export function useConnectDialog(): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <ConnectDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}

/** Opens the connect dialog. */
export function ConnectButton({ kind = 'plain' }: { kind?: ButtonKind }) {
  const { t } = useTranslation('navigation')
  const { open, dialog } = useConnectDialog()
  return (
    <>
      <Button kind={kind} onClick={open} aria-haspopup="dialog">
        {t('connect')}
      </Button>
      {dialog}
    </>
  )
}
