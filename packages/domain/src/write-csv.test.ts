import { expect, test } from 'vitest'
import { writeCsv } from './write-csv.ts'

test('has quotes where they are needed and nothing for what is not known', () =>
  expect(
    writeCsv([
      ['a', 1.5, null],
      ['x,y', 'say "hi"', 'two\nlines'],
    ]),
  ).toBe('\ufeffa,1.5,\r\n"x,y","say ""hi""","two\nlines"\r\n'))

test.each(['=1+1', '+31 6', '-1', '@SUM(A1)', '\tx', '\n=x', '＝1'])('%j is no formula', (text) =>
  expect(writeCsv([[text]])).toMatch(/^\ufeff"?'/),
)
