/**
 * Maker and model in one line, the maker once: many devices repeat it in their model.
 *
 * @example makeAndModel('Antminer', 'Antminer S19 XP Hyd.') // 'Antminer S19 XP Hyd.'
 */
export function makeAndModel(manufacturer: string | null, model: string | null): string | null {
  if (manufacturer === null || model === null) return model ?? manufacturer
  return model.toLowerCase().startsWith(manufacturer.toLowerCase()) ? model : `${manufacturer} ${model}`
}
