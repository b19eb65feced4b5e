import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('the font is preloaded, and until it is there a fallback of its metrics fills the same space', () => {
  const styles = read('tokens.css') + read('styles.css')
  const file = /url\('([^']+\.woff2)'\)/.exec(styles)?.[1] ?? 'none'
  const preloads = read('index.html').match(/<link\s[^>]*rel="preload"[^>]*>/g) ?? []
  expect(preloads.filter((link) => /as="font"[^>]*crossorigin/s.test(link) && link.includes(file))).toHaveLength(1)
  const fallbacks = styles.match(/@font-face \{[^}]*'Figtree Fallback'[^}]*\}/g) ?? []
  expect(fallbacks.map((face) => /font-weight: ([\d ]+);/.exec(face)?.[1])).toEqual(['300 500', '600', '700 900'])
  for (const face of fallbacks)
    for (const metric of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
      expect(face).toMatch(new RegExp(`${metric}: [\\d.]+%;`))
  expect(styles).toMatch(/--font-sans: ['"]?Figtree['"]?, ['"]Figtree Fallback['"]/)
})
