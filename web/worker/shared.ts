import { allIn, put } from '../lib/offline/outbox-store.ts'
import { whoseIsKept } from './kept-answers.ts'

declare const self: ServiceWorkerGlobalScope

const LONGEST_SEARCH = 100

/** A batch has as many, none larger, and so much together; `catalog/contract.ts` is too large for a worker. */
const MOST = { photos: 10, bytes: 15 * 1024 * 1024, together: 90 * 1024 * 1024 }

/**
 * A share of another app: photos wait for a tap, a link to an item opens it, other words are searched for. A page of
 * another site can send the same, so nothing leaves this device by itself, and little is kept.
 */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const photos = form.getAll('photos').filter((photo) => photo instanceof File)
  await keep(photos)
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => wordsOf(form.get(name)))
  return Response.redirect(photos.length > 0 ? '/batch-upload' : placeOf(title, `${text} ${url}`), 303)
}

async function keep(photos: File[]): Promise<void> {
  const memberId = await whoseIsKept()
  const before = (await allIn('photos')).filter(({ shared }) => shared).map(({ file }) => file.size)
  let count = before.length
  let bytes = before.reduce((sum, size) => sum + size, 0)
  for (const file of photos) {
    if (!file.type.startsWith('image/') || file.size > MOST.bytes) continue
    count += 1
    bytes += file.size
    if (count > MOST.photos || bytes > MOST.together) return
    await put('photos', { memberId, route: 'POST /api/upload-batch', file, shared: true })
  }
}

const wordsOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')

function placeOf(title: string, text: string): string {
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  const { origin, pathname } = URL.parse(link, self.origin) ?? new URL(self.origin)
  if (origin === self.origin && pathname.startsWith('/item/')) return pathname
  // Without words of its own a link tells by its last part what it is about.
  const slug = pathname
    .replace(/\/$/, '')
    .replace(/^.*\/|\.\w+$/g, '')
    .replace(/[-_+]/g, ' ')
  const words = text.replace(/https?:\/\/\S+/g, '').trim() || title.trim() || slug
  return `/?${String(new URLSearchParams({ search: words.slice(0, LONGEST_SEARCH) }))}`
}
