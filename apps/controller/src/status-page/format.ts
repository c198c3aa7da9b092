import type { DeviceStatus } from './status.ts'
import type { Language } from './texts.ts'

/** A figure and its unit stay on one line. */
const nbsp = '\u00a0'

/** Figures as each language writes them. */
export function formatter(language: Language) {
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    )
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }).format(value)
  // On board the clock has 24 hours, and the day stands before the month.
  const day = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, style)
  return {
    whole: (value: number) => number(value, 0),
    seconds: (ms: number) => number(ms / 1_000, 1) + nbsp + 's',
    mebibytes: (bytes: number) => number(bytes / 2 ** 20, 1) + nbsp + 'MiB',
    hashrate: (ghs: number) =>
      ghs >= 1_000 ? `${number(ghs / 1_000, 1)}${nbsp}TH/s` : `${number(ghs, 0)}${nbsp}GH/s`,
    /** A hundred watts at the most are no zero. */
    kilowatts: (kw: number) =>
      kw > 0 && kw < 0.1 ? `${number(kw * 1_000, 0)}${nbsp}W` : `${number(kw, 1)}${nbsp}kW`,
    power: (watts: number) =>
      watts >= 10_000 ? `${number(watts / 1_000, 1)}${nbsp}kW` : `${number(watts, 0)}${nbsp}W`,
    temperature: (deciC: number) => `${number(deciC / 10, 1)}${nbsp}°C`,
    time: (at: number) => day({ dateStyle: 'short', timeStyle: 'medium' }).format(at),
    clock: (at: number) => day({ timeStyle: 'short' }).format(at),
    moment: (at: number) => day({ dateStyle: 'short', timeStyle: 'short' }).format(at),
    duration(ms: number): string {
      const seconds = Math.floor(ms / 1_000)
      if (seconds < 120) return unit(seconds, 'second')
      if (seconds < 7_200) return unit(Math.floor(seconds / 60), 'minute')
      if (seconds < 172_800) return unit(Math.floor(seconds / 3_600), 'hour')
      return unit(Math.floor(seconds / 86_400), 'day')
    },
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Many models already begin with their make. */
export function modelName({ make, model }: DeviceStatus): string | null {
  if (make === null || model === null) return model ?? make
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`
}
