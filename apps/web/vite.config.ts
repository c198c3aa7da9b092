import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './scripts/class-names.ts'
import { fetchBeforeImport, filesOfImport } from './scripts/fetch-before-import.ts'
import { texts } from './scripts/texts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `apiOrigin`: where `vite` (development only) sends calls and live values. */
export function webConfig(options: { productName: string; apiOrigin: string }) {
  return defineConfig({
    root: here('.'),
    plugins: [texts(), fetchBeforeImport(), react()],
    define: { __PRODUCT_NAME__: JSON.stringify(options.productName), __PRERENDER__: 'false' },
    css: { modules: { generateScopedName: classNames(here('./src')) } },
    build: {
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      emptyOutDir: true,
      reportCompressedSize: false,
      modulePreload: { polyfill: false, resolveDependencies: filesOfImport },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/api': { target: options.apiOrigin, changeOrigin: false },
        '/ws': { target: options.apiOrigin, ws: true },
      },
    },
  })
}

export default webConfig({ productName: 'Shipminer', apiOrigin: 'http://127.0.0.1:3000' })
