import { expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'

const html = '<body><p class="a b">text</p><p class="c-1">x</p></body>'

test.each([
  ['elements stay', 'p{margin:0}', 'p{margin:0}'],
  ['a class that is there stays', '.a{x:y}.c-1>p{x:y}', '.a{x:y}.c-1>p{x:y}'],
  ['a class that is not there goes', '.z{x:y}.a{x:y}', '.a{x:y}'],
  ['all classes of a selector must be there', '.a.z{x:y}.a.b{x:y}', '.a.b{x:y}'],
  ['one selector of a list is enough', '.z,.a{x:y}', '.z,.a{x:y}'],
  ['what is denied does not count', '.a:not(.z){x:y}', '.a:not(.z){x:y}'],
  ['a list inside a function is one selector', ':is(.z,.y) p{x:y}', ''],
  ['media rules keep what is wanted', '@media (x){.z{x:y}.a{x:y}}', '@media (x){.a{x:y}}'],
  ['empty media rules go', '@media (x){.z{x:y}}', ''],
  ['what waits for a pointer goes', '.a:hover{x:y}.a:hover,.b{x:y}', '.a:hover,.b{x:y}'],
  ['what is for forced colours goes', '@media (forced-colors:active){.a{x:y}}', ''],
  ['key frames stay', '@keyframes k{0%{x:y}}', '@keyframes k{0%{x:y}}'],
  [
    'variables that something reads stay, one through the other',
    ':root{color-scheme:dark;--a:1;--b:var(--a);--c:var(--d);--d:2}p{x:var(--b)}',
    ':root{color-scheme:dark;--a:1;--b:var(--a)}p{x:var(--b)}',
  ],
  ['statements stay', '@layer a;.a{x:y}', '@layer a;.a{x:y}'],
  ['braces in texts are no braces', '.a:after{content:"}"}.z{x:y}', '.a:after{content:"}"}'],
])('%s', (_, css, kept) => {
  expect(criticalCss(css, html)).toBe(kept)
})
