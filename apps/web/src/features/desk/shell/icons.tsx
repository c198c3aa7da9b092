/** Line pictures on a grid of 24; decoration, each stands beside its word. */
const shapes = {
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8 15h4',
  tray: 'M4 13.5 7 5h10l3 8.5V19H4zM4 13.5h5l1.5 2.5h3l1.5-2.5h5',
  letter: 'M3.5 6h17v12h-17zM3.5 7.5 12 13.5l8.5-6',
  person:
    'M12 4.5a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5zM4.5 20.5c.4-3.7 3.4-5.5 7.5-5.5s7.1 1.8 7.5 5.5',
  bank: 'M3.5 9.5 12 4.5l8.5 5zM5.5 10v7M10 10v7M14 10v7M18.5 10v7M3.5 20h17',
  card: 'M3.5 6h17v12h-17zM3.5 10.5h17M7 14.5h4',
  paper: 'M6 3.5h8.5L18 7v13.5H6zM9 12h6M9 16h6',
  out: 'M12 20.5V9M7 13.5l5-5 5 5M4 4.5h16',
  ship: 'M3 14h18l-2.5 6h-13zM6.5 14V9H15v5M10 9V5h3.5',
  chip: 'M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5',
  box: 'M4 7h16v11H4zM4 12h16M8 15.2h3',
  spanner: 'M20 6.5l-3.8 3.8-2.5-2.5L17.5 4a5 5 0 0 0-6.8 6L4 16.7 7.3 20l6.7-6.700a5 5 0 0 0 6-6.800z',
  tag: 'M3.5 12V4h8L21 13.5 14 20.500zM7.5 8h.01',
  download: 'M12 3.500V15M7 10.500l5 5 5-5M4 20h16',
  hook: 'M8 9.500a4 4 0 1 1 6.5 2l3 5.500M5.5 14a4 4 0 1 0 5 4.500h6M12 8.500l-4 7',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  list: 'M8.5 6.500H20M8.5 12H20M8.5 17.500H20M4 6.500h.01M4 12h.01M4 17.500h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.500l5 5',
  menu: 'M4 6.500h16M4 12h16M4 17.500h16',
  go: 'M5 12h13M13 6.500l5.5 5.5-5.5 5.5',
} as const
export type IconName = keyof typeof shapes
export const iconNames = Object.keys(shapes) as IconName[]

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="square"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
