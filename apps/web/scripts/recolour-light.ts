/** A colour of light to change: hues in degrees, `spread` to both sides. */
export type Recolouring = { fromHue: number; spread: number; toHue: number }

/**
 * Gives the coloured light in a picture another hue, in place; `pixels` are red, green and blue in turn. Dull and dark pixels are no
 * light and stay. Brightness is kept, so that the glow around a lamp stays smooth.
 */
export function recolourLight(pixels: Uint8Array, { fromHue, spread, toHue }: Recolouring): void {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
    const most = Math.max(red, green, blue)
    const least = Math.min(red, green, blue)
    const chroma = most - least
    if (chroma < 24 || chroma / most < 0.35) continue
    const distance = Math.abs(((hueOf(red, green, blue) - fromHue + 540) % 360) - 180)
    if (distance > spread) continue
    // Dark blue shadow of the room has little chroma; between 24 and 60 the change fades in.
    const part = Math.min(1, (chroma - 24) / 36)
    const [r, g, b] = fromHsv(toHue, chroma / most, most)
    pixels[at] = Math.round(red + (r - red) * part)
    pixels[at + 1] = Math.round(green + (g - green) * part)
    pixels[at + 2] = Math.round(blue + (b - blue) * part)
  }
}

/** Hue in degrees; 0 for grey. */
export function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const chroma = most - Math.min(red, green, blue)
  if (chroma === 0) return 0
  if (most === red) return (60 * ((green - blue) / chroma) + 360) % 360
  if (most === green) return 60 * ((blue - red) / chroma) + 120
  return 60 * ((red - green) / chroma) + 240
}

/** Red, green and blue (0 to 255) of a hue in degrees, a saturation of 0 to 1 and a value of 0 to 255. */
export function fromHsv(hue: number, saturation: number, value: number): [number, number, number] {
  const channel = (n: number) => {
    const k = (n + hue / 60) % 6
    return value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1))
  }
  return [channel(5), channel(3), channel(1)]
}
