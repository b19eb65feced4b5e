import { useRef, useState } from 'react'
import { CATALOG_CODES } from '../../../src/modules/catalog/contract.ts'
import { ApiError, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { useCategories } from '../listing/use-categories.ts'
import { shrinkPhoto } from '../photos/shrink-photo.ts'
import { noAnswer, uploadFiles } from '../photos/upload-files.ts'
import type { BatchListing } from './batch-listing.ts'
import { type ListProblem, type ImportedListing, type ReadList, UnreadableList, readList } from './read-list.ts'

const isList = ({ name, type }: File) => /\.(csv|tsv|txt)$/i.test(name) || type === 'text/csv'
/** Not every camera and folder agrees on letter case. */
const keyOf = (name: string) => name.toLowerCase()

/** A list and its photos, chosen together or one after the other; nothing is sent before `take`. */
export function useImport(onTake: (listings: BatchListing[], files: Map<string, File>) => void) {
  const categories = useCategories()
  const [list, setList] = useState<ReadList & { name: string }>()
  const [refusal, setRefusal] = useState<string>()
  const [photos, setPhotos] = useState(new Map<string, File>())
  const [sent, setSent] = useState(0)
  // A photo that has arrived needn't be sent again, should the rest fail.
  const urls = useRef(new Map<string, string>())

  const add = async (files: File[]) => {
    const lists = files.filter(isList)
    const pictures = files.filter((file) => !isList(file))
    for (const { name } of pictures) urls.current.delete(keyOf(name))
    setPhotos((all) => new Map([...all, ...pictures.map((file) => [keyOf(file.name), file] as const)]))
    const [file] = lists
    if (!file) return
    try {
      if (lists.length > 1) throw new UnreadableList(t('Please choose one list at a time.'))
      setList({ name: file.name, ...readList(new Uint8Array(await file.arrayBuffer()), categories) })
      setRefusal(undefined)
    } catch (error) {
      setList(undefined)
      setRefusal(error instanceof UnreadableList ? error.message : t("We can't open {name}.", { name: file.name }))
    }
  }

  const things = list?.things ?? []
  const lacking = things.flatMap(({ row, photos: names }): ListProblem[] =>
    names
      .filter((name) => !photos.has(keyOf(name)))
      .map((name) => ({ row, column: 'photos', message: t('{name} is not among the photos you chose', { name }) })),
  )
  const without = new Set(lacking.map(({ row }) => row))
  const ready = things.filter(({ row }) => !without.has(row))

  const urlOf = async (key: string): Promise<string> => {
    const file = photos.get(key)
    const url = urls.current.get(key) ?? (file && (await send(file)))
    if (url === undefined) throw noAnswer()
    urls.current.set(key, url)
    return url
  }
  const take = useAction(async () => {
    setSent(0)
    const listings: BatchListing[] = []
    try {
      for (const thing of ready) {
        const photoUrls: string[] = []
        for (const name of thing.photos) {
          photoUrls.push(await urlOf(keyOf(name)))
          setSent((count) => count + 1)
        }
        listings.push(listedListing(thing, photoUrls))
      }
    } catch (error) {
      // Trying again would not help today.
      if (!(error instanceof ApiError && error.code === CATALOG_CODES.DAILY_LIMIT) || listings.length === 0) throw error
      const description = t('{count, plural, one {# item} other {# items}} imported. {message}', {
        count: listings.length,
        message: error.message,
      })
      toast({ title: t('Some items are left for later'), description })
    }
    const files = [...urls.current].flatMap(([key, url]) => {
      const file = photos.get(key)
      return file ? [[url, file] as const] : []
    })
    onTake(listings, new Map(files))
  })

  return {
    name: list?.name,
    refusal,
    unused: list?.unused ?? [],
    ready,
    photosReady: ready.flatMap((thing) => thing.photos).length,
    problems: [...(list?.problems ?? []), ...lacking].sort((one, other) => one.row - other.row),
    sent,
    sending: take.pending,
    failure: take.error === undefined ? undefined : messageFrom(take.error, t("We can't reach the server.")),
    add: (files: File[]) => void add(files),
    take: () => void take.run(),
  }
}

/** @returns its address on this site @throws {ApiError} when it was refused, or no answer came */
async function send(file: File): Promise<string | undefined> {
  const smaller = await shrinkPhoto(file)
  const photo = new File([smaller], file.name, { type: smaller.type })
  const { urls } = await uploadFiles('POST /api/upload-batch', { photos: [photo] })
  return urls[0]
}

const listedListing = ({ row, values }: ImportedListing, photoUrls: string[]): BatchListing => ({
  key: photoUrls.join(),
  photoUrls,
  values,
  note: t('Row {row} of your list', { row }),
  errors: {},
})
