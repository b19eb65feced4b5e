import { put } from '../lib/outbox-store.ts'
import { whoseIsKept } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope

const LONGEST_SEARCH = 100

/** What another app shares: photos wait for the batch, a link to an item opens it, other words are searched for. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const photos = form.getAll('photos').filter((photo) => photo instanceof File)
  const memberId = await whoseIsKept()
  for (const file of photos) await put('photos', { memberId, route: 'POST /api/upload-batch', file })
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => wordsOf(form.get(name)))
  return Response.redirect(photos.length > 0 ? '/batch-upload' : placeOf(title, `${text} ${url}`), 303)
}

const wordsOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')

function placeOf(title: string, text: string): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? []
  const { origin, pathname } = new URL(link ?? '', self.origin)
  if (origin === self.origin && pathname.startsWith('/item/')) return pathname
  // Without words of its own a link tells by its last part what it is about.
  const slug = pathname
    .replace(/\/$/, '')
    .replace(/^.*\/|\.\w+$/g, '')
    .replace(/[-_+]/g, ' ')
  const words = text.replace(/https?:\/\/\S+/g, '').trim() || title.trim() || slug
  return `/?${String(new URLSearchParams({ search: words.slice(0, LONGEST_SEARCH) }))}`
}
