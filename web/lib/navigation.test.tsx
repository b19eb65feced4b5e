import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Link, NavLink, paramsIn, StaticRouter } from './navigation.tsx'

test.each([
  ['/item/:id', '/item/a1', { id: 'a1' }],
  ['/item/:id', '/ITEM/a1/', { id: 'a1' }],
  ['/item/:id', '/item/a1/edit', null],
  ['/item/:id', '/item/', null],
  ['/item/:id/edit', '/item/a1/edit', { id: 'a1' }],
  ['/neighbour/:id', '/neighbour/%C3%A9t%C3%A9', { id: 'été' }],
  ['/neighbour/:id', '/neighbour/%E9', { id: '%E9' }],
  ['/', '/', {}],
  ['/', '/post', null],
  ['/api/login', '/api/login', {}],
])('%s takes of %s what it names', (pattern, pathname, params) => {
  expect(paramsIn(pattern, pathname)).toEqual(params)
})

const at = (location: string, link: ReactElement) =>
  renderToStaticMarkup(<StaticRouter location={location}>{link}</StaticRouter>)

test('a link tells when its page, or one below, is the one shown', () => {
  const link = <NavLink to="/post?camera" className={({ isActive }) => (isActive ? 'here' : 'there')} />
  expect(at('/post', link)).toBe('<a aria-current="page" class="here" href="/post?camera"></a>')
  expect(at('/post/one', link)).toContain('here')
  expect(at('/postcards', link)).toContain('there')
  expect(at('/post', <NavLink to="/" end className="tab" />)).toBe('<a class="tab" href="/"></a>')
})

test('a link that is only a query leads to the page that it stands on', () => {
  expect(at('/purchases?tab=sold', <Link to="?tab=bought" />)).toBe('<a href="/purchases?tab=bought"></a>')
})
