import { useTranslation } from 'react-i18next'
import { CalculatorView } from '../../../features/calculator/components/calculator-view.tsx'

export function CalculatorPage() {
  const { t } = useTranslation('calculator')
  return (
    <>
      <meta name="description" content={t('description')} />
      <CalculatorView />
    </>
  )
}
