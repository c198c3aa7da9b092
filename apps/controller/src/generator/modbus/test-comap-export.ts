/** Rows of a list as ComAp's program writes it: register, object, name, unit, type, bytes, decimals. For tests. */
const rows: readonly [string, number, string, string, string, number, number][] = [
  ['02000', 14_446, 'Application Mode', '', 'List#1', 1, 0],
  ['02001', 10_123, 'RPM', 'RPM', 'Integer', 2, 0],
  ['02020', 8_202, 'Load kW', 'kW', 'Integer', 2, 1],
  ['02021', 8_524, 'Load kW L1', 'kW', 'Integer', 2, 1],
  ['02022', 8_525, 'Load kW L2', 'kW', 'Integer', 2, 1],
  ['02023', 8_526, 'Load kW L3', 'kW', 'Integer', 2, 1],
  ['02024', 8_203, 'Load kVAr', 'kVAr', 'Integer', 2, 0],
  ['02036', 8_210, 'Generator Frequency', 'Hz', 'Unsigned', 2, 2],
  ['02037', 8_192, 'Generator Voltage L1-N', 'V', 'Unsigned', 2, 0],
  ['02038', 8_193, 'Generator Voltage L2-N', 'V', 'Unsigned', 2, 0],
  ['02039', 8_194, 'Generator Voltage L3-N', 'V', 'Unsigned', 2, 0],
  ['02043', 8_198, 'Load A L1', 'A', 'Unsigned', 2, 0],
  ['02044', 8_199, 'Load A L2', 'A', 'Unsigned', 2, 0],
  ['02045', 8_200, 'Load A L3', 'A', 'Unsigned', 2, 0],
  ['02047', 8_195, 'Mains Voltage L1-N', 'V', 'Unsigned', 2, 0],
  ['02073-02080(8)', 24_290, 'Cell Status', '', 'String', 16, 0],
]

/** A list of a controller that has its registers somewhere of its own, and a tenth of a kilowatt. */
export function comapExport(): string {
  const rule = '='.repeat(120)
  const table = rows.map(
    ([register, object, name, unit, type, bytes, decimals]) =>
      `${register.padEnd(15)}${String(object).padStart(8)} ${name.padEnd(40)}${unit.padEnd(11)}${type.padEnd(11)}${String(bytes).padStart(3)}${String(decimals).padStart(3)}            0        32767 Generator`,
  )
  return [
    ...['HEADER', rule, 'Format:              2.3', rule, ' Table: Binaries', rule, ''],
    ...['Allowed MODBUS functions: 01, 02', ''],
    '00000         Value       8235  Binary Inputs                    1 GCB Feedback            Controller I/O',
    '00001         Not Used',
    ...['', rule, ' Table: Values', rule, '', 'Allowed MODBUS functions: 03, 04', ''],
    'Register(s)    Com.Obj. Name                      Dimension  Type       Len Dec         Min          Max Group',
    ...[rule, ...table, '02291                   Not Used', ''],
  ].join('\n')
}
