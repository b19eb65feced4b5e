import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Area, writeAreas } from '../../../src/modules/catalog/areas.ts'
import { ApiError } from '../../lib/api.ts'
import { isAway, useAway } from '../../lib/offline/freshness.ts'
import { forgetPhoto, keepPhoto, photosFor, sentNow, waitInStore } from '../../lib/offline/kept-photos.ts'
import { t } from '../../lib/t.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { Unreadable, shrinkPhoto } from './shrink-photo.ts'
import { noAnswer, uploadFiles } from './upload-files.ts'

export interface PhotoUpload {
  id: number
  name: string
  /** The picture of the tile: the file itself, or its address once restored from a draft. */
  preview: string
  /** `waiting`: for the connection; then it is sent by itself. */
  state: 'sending' | 'done' | 'failed' | 'waiting'
  /** 0 to 1. */
  progress: number
  /** Address on this site, once sent. */
  url?: string
  /** The photo as it was, and what is hidden of it in `url`. */
  original?: { url: string; preview: string; areas: Area[] }
}

let lastId = 0

interface Limits {
  route: 'POST /api/upload' | 'POST /api/upload-batch'
  max: number
  /** All chosen files together. */
  maxBytes?: number
  /** Keeps what could not be sent for this member's next visit, to be taken up there. */
  keepFor?: string | undefined
}

interface Chosen {
  file: File
  /** An object URL. */
  preview: string
  /** Ends its upload. */
  upload: AbortController
  /** Its number among the photos kept on this device. */
  seq?: number | undefined
}

function forget(chosen: Chosen | undefined): void {
  if (!chosen) return
  chosen.upload.abort()
  URL.revokeObjectURL(chosen.preview)
}

function forgetAll(files: Map<number, Chosen>): void {
  for (const chosen of files.values()) forget(chosen)
  files.clear()
}

function sentPhoto(url: string, index: number): PhotoUpload {
  lastId += 1
  return { id: lastId, name: t('Photo {number}', { number: index + 1 }), preview: url, state: 'done', progress: 1, url }
}

const MB = 1024 * 1024

/** The photos of one form: uploaded at once, each with its own progress, in the member's order. */
export function usePhotoUploads({ route, max, maxBytes = Infinity, keepFor }: Limits) {
  const [photos, setPhotos] = useState<PhotoUpload[]>([])
  const files = useRef(new Map<number, Chosen>())
  useEffect(() => {
    const { current } = files
    return () => forgetAll(current)
  }, [])

  const change = useCallback((id: number, changed: Partial<PhotoUpload>) => {
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...changed } : photo)))
  }, [])

  const removeNow = useCallback((id: number) => {
    const chosen = files.current.get(id)
    forget(chosen)
    if (chosen?.seq !== undefined) void forgetPhoto(chosen.seq)
    files.current.delete(id)
    setPhotos((all) => all.filter((photo) => photo.id !== id))
  }, [])

  const send = useCallback(
    async (id: number) => {
      const chosen = files.current.get(id)
      if (!chosen) return
      const { file, upload } = chosen
      change(id, { state: 'sending', progress: 0 })
      try {
        const smaller = await shrinkPhoto(file)
        const photo = new File([smaller], file.name, { type: smaller.type })
        const answer = await uploadFiles(
          route,
          { photos: [photo] },
          (progress) => change(id, { progress }),
          upload.signal,
        )
        const url = (answer as Partial<typeof answer>).urls?.[0]
        if (url === undefined) throw noAnswer()
        // Noted before it is shown: a page that ends in between has it once, by its address.
        const { seq } = chosen
        if (seq !== undefined) await keepPhoto({ seq, memberId: keepFor ?? '', route, file, sent: sentNow(url) })
        change(id, { state: 'done', progress: 1, url })
        if (seq !== undefined) void forgetPhoto(seq)
      } catch (error) {
        // A photo removed meanwhile needs no message.
        if (!files.current.has(id)) return
        if (error instanceof ApiError && error.status === 0 && isAway()) {
          change(id, { state: 'waiting' })
          if (keepFor !== undefined) chosen.seq ??= await waitInStore({ memberId: keepFor, route, file })
          return
        }
        explain(error, file.name)
        if (error instanceof Unreadable) removeNow(id)
        else change(id, { state: 'failed' })
      }
    },
    [change, removeNow, route, keepFor],
  )

  const away = useAway()
  const sendWaiting = useEffectEvent(() => {
    for (const { id, state } of photos) if (state === 'waiting') void send(id)
  })
  useEffect(() => {
    if (!away) sendWaiting()
  }, [away])

  const add = (chosen: File[], seqs: number[] = []) => {
    const room = max - photos.length
    if (chosen.length > room)
      toast({
        title: t('Too many photos'),
        description: t('You can upload a maximum of {most} photos.', { most: max }),
        tone: 'danger',
      })
    const taken = chosen.slice(0, Math.max(0, room))
    const bytes = [...photos.map(({ id }) => files.current.get(id)?.file), ...taken].reduce(
      (sum, file) => sum + (file?.size ?? 0),
      0,
    )
    if (bytes > maxBytes) {
      const description = t(
        'Total file size ({size} MB) exceeds {limit}MB limit. Please select fewer or smaller photos.',
        {
          size: Math.ceil(bytes / MB),
          limit: maxBytes / MB,
        },
      )
      toast({ title: t('Photos too large'), description, tone: 'danger' })
      return
    }
    const fresh = taken.map((file, index): PhotoUpload => {
      lastId += 1
      const preview = URL.createObjectURL(file)
      files.current.set(lastId, { file, preview, upload: new AbortController(), seq: seqs[index] })
      return { id: lastId, name: file.name, preview, state: 'sending', progress: 0 }
    })
    setPhotos((all) => [...all, ...fresh])
    for (const { id } of fresh) void send(id)
  }

  /** Adds photos that were uploaded before, with their files as far as they are here, and returns them. */
  const restore = useCallback((urls: string[], chosen = new Map<string, File>()): PhotoUpload[] => {
    const restored = urls.map(sentPhoto)
    forgetAll(files.current)
    for (const { id, preview } of restored) {
      const file = chosen.get(preview)
      if (file) files.current.set(id, { file, preview, upload: new AbortController() })
    }
    setPhotos(restored)
    return restored
  }, [])

  /** Adds what waits on this device: photos of an earlier visit, and shared ones that the member has added. */
  const takeUp = async (memberId: string) => {
    const taken = new Set([...files.current.values()].map(({ seq }) => seq))
    const all = (await photosFor(memberId, route)).filter(({ seq, shared }) => !taken.has(seq) && !shared)
    const known = all.filter(({ sent }) => photos.some(({ url }) => url !== undefined && url === sent?.url))
    const kept = all.filter((photo) => !known.includes(photo)).slice(0, max - photos.length)
    const sent = kept.flatMap((photo, index) => (photo.sent ? [sentPhoto(photo.sent.url, photos.length + index)] : []))
    const rest = kept.filter((photo) => !photo.sent)
    if (sent.length > 0) setPhotos((shown) => [...shown, ...sent])
    for (const { seq } of [...known, ...kept.filter((photo) => photo.sent)]) void forgetPhoto(seq)
    if (rest.length > 0)
      add(
        rest.map(({ file }) => file),
        rest.map(({ seq }) => seq),
      )
  }

  /** Hides these parts of a photo and shows all others again; where that fails, it stays as it is. @returns its address */
  const hide = async (id: number, areas: Area[]): Promise<string | undefined> => {
    const photo = photos.find((one) => one.id === id)
    if (photo?.url === undefined) return undefined
    const original = { ...(photo.original ?? { url: photo.url, preview: photo.preview }), areas }
    if (areas.length === 0) {
      change(id, { ...original, original })
      return original.url
    }
    change(id, { state: 'sending', progress: 0 })
    try {
      const { urls } = await sendHidden(original, files.current.get(id)?.file, (progress) => change(id, { progress }))
      const [url] = urls
      if (url === undefined) throw noAnswer()
      change(id, { state: 'done', progress: 1, url, preview: url, original })
      return url
    } catch (error) {
      change(id, { state: 'done', progress: 1 })
      explain(error, photo.name)
      return photo.url
    }
  }

  const move = (id: number, to: number) =>
    setPhotos((all) => {
      const moved = all.find((photo) => photo.id === id)
      if (!moved || to < 0 || to >= all.length) return all
      return all.filter((photo) => photo !== moved).toSpliced(to, 0, moved)
    })

  return {
    photos,
    /** URLs of the uploaded photos, in order. */
    urls: photos.flatMap(({ url }) => (url === undefined ? [] : [url])),
    sending: photos.some(({ state }) => state === 'sending' || state === 'waiting'),
    add,
    restore,
    takeUp,
    remove: removeNow,
    move,
    hide,
    retry: (id: number) => void send(id),
  }
}

/** Sends the file once more, as it was sent before; after a reload, the photo that the server made of it. */
async function sendHidden(
  { url, areas }: { url: string; areas: Area[] },
  file: File | undefined,
  onProgress: (share: number) => void,
) {
  const bytes = file ? await shrinkPhoto(file) : await (await fetch(url)).blob()
  const photo = new File([bytes], 'photo', { type: bytes.type })
  const query = { of: url, areas: writeAreas(areas) }
  return uploadFiles('POST /api/upload/hidden', { photos: [photo] }, onProgress, undefined, { query })
}

export type PhotoUploads = ReturnType<typeof usePhotoUploads>

function explain(error: unknown, name: string): void {
  if (error instanceof Unreadable) {
    const description = t("This browser can't open {name}: HEIC opens in Safari. Please choose a JPEG, PNG or WebP.", {
      name,
    })
    toast({ title: t('HEIC not readable here'), description, tone: 'danger' })
    return
  }
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) {
    toast({ title: t('Login Required'), description: t('Please log in to upload photos.'), tone: 'danger' })
    return
  }
  const reason = error instanceof ApiError && (status === 0 || error.code !== undefined) ? error.message : undefined
  toast({ title: t('Upload failed: {status}', { status }), ...(reason ? { description: reason } : {}), tone: 'danger' })
}
